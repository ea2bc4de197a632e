import type { SQL } from 'drizzle-orm'
import { alertsAreSettled, closeSettledAlerts } from '../alerts/close-settled-alerts.ts'
import { healthIsToBeWatched, watchHealth } from '../alerts/watch-health.ts'
import {
  confirmationsAreDue,
  confirmCallbacks,
  statementsPerConfirmation,
} from '../callbacks/confirm-callbacks.ts'
import { journalIsUnsealed, sealJournal } from '../journal/seal-journal.ts'
import {
  linkedPaymentsAreDue,
  settleLinkedPayments,
} from '../linked-payments/settle-linked-payments.ts'
import { linksAreDue, settleLinks } from '../links/settle-links.ts'
import type { OrdersContext } from '../orders-context.ts'
import {
  forgetOldData,
  retentionIsSet,
  statementsPerForgetting,
} from '../personal-data/forget-old-data.ts'
import {
  attemptsAreUnanswered,
  closeUnansweredAttempts,
  expireOrders,
  ordersAreOver,
} from '../payments/queries/expire-orders.ts'
import { pollPayments, pollsAreDue, statementsPerPoll } from '../payments/queries/poll-payments.ts'
import { refundsAreDue, settleRefunds } from '../refunds/settle-refund.ts'
import {
  closeUnansweredTransfers,
  transfersAreUnanswered,
} from '../transfers/close-unanswered-transfers.ts'
import { deliverEvents, statementsPerDelivery } from '../webhook/deliver-events.ts'
import { deliveriesAreDue } from '../webhook/due-events.ts'
import type { SweepReport } from './upkeep-api.ts'

const second = 1_000
/** A sweep starts work only within this time; work that has started is finished. */
export const sweepMs = 50 * second

/** The counts of a sweep, to which its steps add. */
export type GrowingReport = { -readonly [Name in keyof SweepReport]: SweepReport[Name] }

/** One kind of work of a sweep. */
export interface SweepStep {
  /** Name in the log when it fails. */
  readonly name: string
  /**
   * SQL expression for whether the step may have something to do; the step is skipped when it is
   * false, null or 0.
   */
  readonly isDue: (context: OrdersContext) => SQL
  /** Percentage of the invocation's statements that is reserved for this step. */
  readonly percent: number
  /** Milliseconds within which the step may start work. */
  readonly ms: number
  /** Maximum statements for one of its rows. */
  readonly each: number
  /** Whether one run of the step handles everything, so it never needs a second run. */
  readonly looksOnce?: true
  /** Whether the step never creates work for later steps. */
  readonly makesNoWork?: true
  run(context: OrdersContext, limit: number, report: GrowingReport): Promise<void>
}

/** Maximum pages of the journal that one sweep seals. */
const maxSealedPages = 40

/** Maximum rows of each step. */
export function rowsOf({ sweepRows = 500 }: OrdersContext): number {
  return sweepRows
}

/**
 * Order of the steps: first work about money, then work without outgoing calls, then webhooks to
 * the shop, whose answers may be slow. Each step has its own share of the budget plus the unused
 * rest of the earlier steps, so no step can starve another.
 */
export const sweepSteps: readonly SweepStep[] = [
  {
    name: 'attempts without an answer',
    isDue: attemptsAreUnanswered,
    percent: 3,
    ms: sweepMs,
    each: 3,
    run: (context, limit) => closeUnansweredAttempts(context, limit),
  },
  {
    name: 'confirmations',
    isDue: confirmationsAreDue,
    percent: 26,
    ms: 15 * second,
    each: statementsPerConfirmation,
    async run(context, _limit, report) {
      const { settled, matched } = await confirmCallbacks(context, { limit: rowsOf(context) })
      report.confirmed += settled
      report.orphansMatched += matched
    },
  },
  {
    name: 'polls',
    isDue: pollsAreDue,
    percent: 16,
    ms: 10 * second,
    each: statementsPerPoll,
    async run(context, _limit, report) {
      const { polled, confirmed } = await pollPayments(context, rowsOf(context))
      report.polled += polled
      report.confirmed += confirmed
    },
  },
  {
    name: 'refunds',
    isDue: refundsAreDue,
    percent: 12,
    ms: 10 * second,
    each: 14,
    async run(context, limit, report) {
      report.refundsSettled += await settleRefunds(context, limit)
    },
  },
  {
    name: 'payments with linked wallets',
    isDue: linkedPaymentsAreDue,
    percent: 10,
    ms: 10 * second,
    each: 24,
    async run(context, limit, report) {
      report.linkedPaymentsSettled += await settleLinkedPayments(context, limit)
    },
  },
  {
    name: 'links',
    isDue: linksAreDue,
    percent: 4,
    ms: 5 * second,
    each: 14,
    async run(context, limit, report) {
      report.linksSettled += await settleLinks(context, limit)
    },
  },
  {
    name: 'transfers',
    isDue: transfersAreUnanswered,
    percent: 2,
    ms: sweepMs,
    each: 4,
    async run(context, limit, report) {
      report.transfersUnknown += await closeUnansweredTransfers(context, limit)
    },
  },
  {
    name: 'expiry of orders',
    isDue: ordersAreOver,
    percent: 5,
    ms: sweepMs,
    each: 4,
    async run(context, limit, report) {
      report.expired += await expireOrders(context, limit)
    },
  },
  {
    name: 'closing of alerts',
    isDue: alertsAreSettled,
    percent: 1,
    ms: sweepMs,
    each: 3,
    run: (context, limit) => closeSettledAlerts(context, limit),
  },
  {
    name: 'seals of the journal',
    isDue: journalIsUnsealed,
    percent: 4,
    ms: sweepMs,
    each: 3,
    makesNoWork: true,
    async run(context, limit, report) {
      report.sealed += await sealJournal(context, Math.min(limit, maxSealedPages))
    },
  },
  {
    name: 'erasure of old data',
    isDue: retentionIsSet,
    percent: 1,
    ms: sweepMs,
    each: statementsPerForgetting,
    run: (context) => forgetOldData(context, rowsOf(context)),
  },
  {
    name: 'deliveries',
    isDue: deliveriesAreDue,
    percent: 14,
    ms: 15 * second,
    each: statementsPerDelivery,
    async run(context, _limit, report) {
      const { delivered, failed } = await deliverEvents(context, { limit: rowsOf(context) })
      report.delivered += delivered
      report.failed += failed
    },
  },
  {
    name: 'health',
    isDue: healthIsToBeWatched,
    percent: 2,
    ms: sweepMs,
    each: 16,
    looksOnce: true,
    run: (context) => watchHealth(context),
  },
]
