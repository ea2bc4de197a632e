import { sql, type SQL } from 'drizzle-orm'
import { alertsAreSettled, closeSettledAlerts } from '../alerts/close-settled-alerts.ts'
import { healthIsToBeWatched, watchHealth } from '../alerts/watch-health.ts'
import {
  confirmationsAreDue,
  confirmCallbacks,
  statementsPerConfirmation,
} from '../callbacks/confirm-callbacks.ts'
import { budgetOfInvocation, spending } from '../database/invocation.ts'
import { openDatabase } from '../database/open-database.ts'
import { journalIsUnsealed, sealJournal } from '../journal/seal-journal.ts'
import {
  linkedPaymentsAreDue,
  settleLinkedPayments,
} from '../linked-payments/settle-linked-payments.ts'
import { linksAreDue, settleLinks } from '../links/settle-links.ts'
import type { OrdersContext } from '../orders-context.ts'
import { roomFor } from '../pacing/budget.ts'
import { atOnce } from '../pacing/work-off.ts'
import {
  forgetOldData,
  oldDataMayBeThere,
  statementsPerForgetting,
} from '../personal-data/forget-old-data.ts'
import {
  attemptsAreUnanswered,
  closeUnansweredAttempts,
  expireOrders,
  ordersAreOver,
} from '../payments/expire-orders.ts'
import { pollPayments, pollsAreDue, statementsPerPoll } from '../payments/poll-payments.ts'
import { refundsAreDue, settleRefunds } from '../refunds/settle-refund.ts'
import {
  closeUnansweredTransfers,
  transfersAreUnanswered,
} from '../transfers/close-unanswered-transfers.ts'
import { deliverEvents, statementsPerDelivery } from '../webhook/deliver-events.ts'
import { deliveriesAreDue } from '../webhook/due-events.ts'
import type { SweepReport } from './upkeep-api.ts'

const defaultRows = 500
const second = 1_000
/** Within which a sweep begins work. What it has begun then ends by itself. */
const sweepMs = 50 * second

type Report = { -readonly [Name in keyof SweepReport]: SweepReport[Name] }

interface Step {
  /** Whether it may have something to do, as a value of a statement: what is false, null or 0 lets it be left out. */
  readonly isDue: (context: OrdersContext) => SQL
  /** Percent of the statements of the invocation that are kept for this step. */
  readonly percent: number
  /** Milliseconds within which it may begin work. */
  readonly ms: number
  /** Most statements that one of its rows takes. */
  readonly each: number
  /** Whether it looks at all there is at once, so that there is never more to do. */
  readonly looksOnce?: true
  /** Whether what it does gives the steps after it nothing to do. */
  readonly makesNoWork?: true
  run(context: OrdersContext, limit: number, report: Report): Promise<void>
}

/**
 * In this order: work for money, then what asks nobody, then the shop, whose answers may take long. Each step
 * has its own share and what the steps before it have left of theirs, so that none can starve another.
 */
const steps: readonly Step[] = [
  {
    isDue: attemptsAreUnanswered,
    percent: 3,
    ms: sweepMs,
    each: 3,
    run: (context, limit) => closeUnansweredAttempts(context, limit),
  },
  {
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
    isDue: refundsAreDue,
    percent: 12,
    ms: 10 * second,
    each: 14,
    async run(context, limit, report) {
      report.refundsSettled += await settleRefunds(context, limit)
    },
  },
  {
    isDue: linkedPaymentsAreDue,
    percent: 10,
    ms: 10 * second,
    each: 24,
    async run(context, limit, report) {
      report.linkedPaymentsSettled += await settleLinkedPayments(context, limit)
    },
  },
  {
    isDue: linksAreDue,
    percent: 4,
    ms: 5 * second,
    each: 14,
    async run(context, limit, report) {
      report.linksSettled += await settleLinks(context, limit)
    },
  },
  {
    isDue: transfersAreUnanswered,
    percent: 2,
    ms: sweepMs,
    each: 4,
    async run(context, limit, report) {
      report.transfersUnknown += await closeUnansweredTransfers(context, limit)
    },
  },
  {
    isDue: ordersAreOver,
    percent: 5,
    ms: sweepMs,
    each: 4,
    async run(context, limit, report) {
      report.expired += await expireOrders(context, limit)
    },
  },
  {
    isDue: alertsAreSettled,
    percent: 1,
    ms: sweepMs,
    each: 3,
    run: (context, limit) => closeSettledAlerts(context, limit),
  },
  {
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
    isDue: oldDataMayBeThere,
    percent: 1,
    ms: sweepMs,
    each: statementsPerForgetting,
    run: (context) => forgetOldData(context, rowsOf(context)),
  },
  {
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
    isDue: healthIsToBeWatched,
    percent: 2,
    ms: sweepMs,
    each: 16,
    looksOnce: true,
    run: (context) => watchHealth(context),
  },
]

/** Pages of the journal that one sweep seals at most. */
const sealPages = 40

function rowsOf({ sweepRows = defaultRows }: OrdersContext): number {
  return sweepRows
}

/**
 * Asks in one statement which steps may have something to do. Where the database does not answer, all of them do: each
 * finds out for itself then.
 */
async function lookAhead(context: OrdersContext): Promise<ReadonlySet<Step>> {
  try {
    const values = sql.join(
      steps.map(({ isDue }) => isDue(context)),
      sql`, `,
    )
    const [row = []] = await openDatabase(context).values(sql`SELECT ${values}`)
    return new Set(steps.filter((_, place) => Boolean(row[place])))
  } catch {
    return new Set(steps)
  }
}

/**
 * Does the work that is due, as far as D1 and the time of one invocation reach; what is left is due in the
 * next. Every step takes leases, so that sweeps may overlap; a step that fails does not keep the others from
 * their turn. One that has nothing to do is not begun: a sweep that finds nothing asks the database once.
 *
 * @throws AggregateError after the last step, with the failures of all steps
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
      await step.run(part, roomFor(part, { each: step.each, most: rowsOf(context) }), report)
    } catch (error) {
      failures.push(error)
    }
    const isCutShort = budget.statementsLeft < step.each * (atOnce + 1)
    if (isCutShort && step.looksOnce !== true) cutShort.push(step)
  }

  const look = () => lookAhead(spending(context, whole))
  let due = await look()
  // A step may make work for those after it.
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
  // What no step has used goes to those that had more to do, in the same order.
  for (const step of cutShort.splice(0)) await take(step, 0)
  if (failures.length > 0) throw new AggregateError(failures, 'Some steps of the sweep failed.')
  return report
}
