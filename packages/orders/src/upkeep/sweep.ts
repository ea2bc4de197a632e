import type { SQL } from 'drizzle-orm'
import { checkContext } from '../check-context.ts'
import { alertsAreSettled, closeSettledAlerts } from '../alerts/close-settled-alerts.ts'
import { healthIsToBeWatched, watchHealth } from '../alerts/watch-health.ts'
import {
  confirmationsAreDue,
  confirmCallbacks,
  statementsPerConfirmation,
} from '../callbacks/confirm-callbacks.ts'
import { budgetOfInvocation, spending } from '../database/drivers/invocation.ts'
import { readValues } from '../database/read-values.ts'
import { journalIsUnsealed, sealJournal } from '../journal/seal-journal.ts'
import {
  linkedPaymentsAreDue,
  settleLinkedPayments,
} from '../linked-payments/settle-linked-payments.ts'
import { linksAreDue, settleLinks } from '../links/settle-links.ts'
import { logFailure } from '../log-failure.ts'
import type { OrdersContext } from '../orders-context.ts'
import { roomFor } from '../pacing/budget.ts'
import { maxConnections } from '../pacing/work-pool.ts'
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
const sweepMs = 50 * second

type Report = { -readonly [Name in keyof SweepReport]: SweepReport[Name] }

interface Step {
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
  run(context: OrdersContext, limit: number, report: Report): Promise<void>
}

/**
 * Order of the steps: first work about money, then work without outgoing calls, then webhooks to
 * the shop, whose answers may be slow. Each step has its own share of the budget plus the unused
 * rest of the earlier steps, so no step can starve another.
 */
const steps: readonly Step[] = [
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
      report.sealed += await sealJournal(context, Math.min(limit, sealPages))
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

/** Maximum pages of the journal that one sweep seals. */
const sealPages = 40

function rowsOf({ sweepRows = 500 }: OrdersContext): number {
  return sweepRows
}

/**
 * Finds out in one statement which steps may have something to do. When the database does not
 * answer, all steps are run.
 */
async function findDueSteps(context: OrdersContext): Promise<ReadonlySet<Step>> {
  try {
    const values = await readValues(
      context,
      steps.map(({ isDue }) => isDue(context)),
    )
    return new Set(steps.filter((_, place) => Boolean(values[place])))
  } catch {
    return new Set(steps)
  }
}

/**
 * Does all work that is due, within the D1 statements and the time of one invocation; the rest is
 * left to the next. Every step uses leases, so sweeps may overlap. A failing step does not stop the
 * others. Steps with nothing to do are skipped: an idle sweep makes one database query.
 *
 * @throws AggregateError after the last step, with the failures of all steps; each is logged
 *
 * @example
 * ```ts
 * import { sweep, type OrdersContext } from '@merchant-edge/orders'
 *
 * export async function everyMinute(context: OrdersContext): Promise<boolean> {
 *   const { confirmed, delivered } = await sweep(context)
 *   return confirmed + delivered > 0
 * }
 * ```
 */
export async function sweep(context: OrdersContext): Promise<SweepReport> {
  checkContext('sweep', context)
  const whole = budgetOfInvocation(context, sweepMs)
  const statements = whole.statementsLeft
  const report: Report = {
    polled: 0,
    confirmed: 0,
    expired: 0,
    orphansMatched: 0,
    refundsSettled: 0,
    linksSettled: 0,
    linkedPaymentsSettled: 0,
    transfersUnknown: 0,
    delivered: 0,
    failed: 0,
    sealed: 0,
  }
  const failures: unknown[] = []
  const cutShort: Step[] = []

  async function take(step: Step, kept: number): Promise<void> {
    const budget = whole.part({ kept, ms: step.ms })
    const part = spending(context, budget)
    try {
      await step.run(part, roomFor(part, { each: step.each, max: rowsOf(context) }), report)
    } catch (error) {
      failures.push(error)
      logFailure(context, { work: step.name }, error)
    }
    const isCutShort = budget.statementsLeft < step.each * (maxConnections + 1)
    if (isCutShort && step.looksOnce !== true) cutShort.push(step)
  }

  const look = () => findDueSteps(spending(context, whole))
  let due = await look()
  // A step may create work for later steps.
  let isOutdated = false
  let percentKept = 100
  for (const step of steps) {
    percentKept -= step.percent
    if (isOutdated && !due.has(step)) {
      due = await look()
      isOutdated = false
    }
    if (!due.has(step)) continue
    await take(step, Math.floor((statements * percentKept) / 100))
    if (step.makesNoWork !== true) isOutdated = true
  }
  // The unused budget goes to steps that had more to do, in the same order.
  for (const step of cutShort.splice(0)) await take(step, 0)
  if (failures.length > 0) throw new AggregateError(failures, 'Some steps of the sweep failed.')
  return report
}
