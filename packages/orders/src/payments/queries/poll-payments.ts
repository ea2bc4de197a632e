import type { OrderStatus } from '@merchant-edge/contract/transaction-qr'
import { and, eq, inArray, isNotNull, lte, sql, type SQL } from 'drizzle-orm'
import { alertOnce } from '../../alerts/alerts.ts'
import { anyRow } from '../../database/any-row.ts'
import { openDatabase } from '../../database/open-database.ts'
import { alerts, attempts, orders } from '../../database/schema.ts'
import { attemptsIn, ordersIn } from '../../database/states-in-sql.ts'
import { take, transact, transactAll } from '../../database/transact.ts'
import { update, type Transition } from '../../database/transition.ts'
import { leaseMs, rowsPerLease } from '../../events/outbox.ts'
import type { OrdersContext } from '../../orders-context.ts'
import { jittered } from '../../pacing/backoff.ts'
import { roomFor } from '../../pacing/budget.ts'
import { runWorkPool } from '../../pacing/work-pool.ts'
import { expiryGraceMs, nextPoll } from './poll-schedule.ts'
import { queryPayment, type QueryAnswer } from './query-payment.ts'
import { settleAnswer } from './settle-answer.ts'

type Attempt = typeof attempts.$inferSelect

const firstRetryMs = 30_000
const maxRetryMs = 60 * 60_000
/**
 * Interval of the queries about a payment that waits for a person, after the schedule has ended.
 */
const maxPauseMs = 24 * 60 * 60_000
const alertAfterFailures = 5
/** How long an alert that was closed rests while its query still fails. */
const alertRestMs = 24 * 60 * 60_000

/** Result of a round of polls. */
export interface PollReport {
  polled: number
  confirmed: number
  expired: number
}

function isPollDue(now: number): SQL | undefined {
  return and(isNotNull(attempts.nextPollAtMs), lte(attempts.nextPollAtMs, now))
}

/** Whether {@link pollPayments} has something to do. */
export function pollsAreDue(context: OrdersContext): SQL {
  return anyRow(attempts, isPollDue(context.now()))
}

/**
 * Condition: no newer query about the attempt was asked for or has begun since it was leased, such
 * as by a repeated callback, which may report what the service did not know yet.
 */
function isNewestQuery({ reference, nextPollAtMs }: Attempt): SQL {
  return sql`${attempts.reference} = ${reference} AND ${attempts.nextPollAtMs} = ${nextPollAtMs}`
}

async function leaseDueAttempts(context: OrdersContext, limit: number): Promise<Attempt[]> {
  const now = context.now()
  const due = openDatabase(context)
    .select({ reference: attempts.reference })
    .from(attempts)
    .where(isPollDue(now))
    .orderBy(attempts.nextPollAtMs)
    .limit(limit)
  return take(
    context,
    update(attempts, {
      set: { nextPollAtMs: now + leaseMs },
      where: inArray(attempts.reference, due),
    }),
  )
}

/**
 * Time of the next query about an attempt by the schedule. After the schedule, the service is
 * queried daily until a person closes the matter, about two kinds of payment: one that a callback
 * has reported, and one whose id the service does not know while its order is open.
 */
function bySchedule(context: OrdersContext, attempt: Attempt, outcome: 'answered' | 'unknown_id') {
  const now = context.now()
  const next = nextPoll({ ...attempt, step: attempt.pollStep }, now, context.random)
  const isOpen = sql`${orders.state} IN ${ordersIn.payable}
    AND ${attempts.state} IN ${attemptsIn.before('expired')}`
  const waits =
    outcome === 'answered'
      ? sql`${orders.state} = 'paid_unverified'`
      : sql`(${orders.state} = 'paid_unverified' OR ${isOpen})`
  const afterTheSchedule = sql`(SELECT ${now + maxPauseMs} FROM ${orders}
    WHERE ${orders.id} = ${attempt.orderId} AND ${waits})`
  return {
    pollStep: next === undefined ? attempt.pollStep : next.step + 1,
    nextPollAtMs: next?.atMs ?? afterTheSchedule,
  }
}

async function postponePoll(
  context: OrdersContext,
  attempt: Attempt,
  { outcome, why }: Exclude<QueryAnswer, { readonly outcome: 'answered' }>,
): Promise<void> {
  const now = context.now()
  const failures = attempt.pollFailures + 1
  const pauseMs = Math.min(maxRetryMs, firstRetryMs * 2 ** (failures - 1))
  const later =
    outcome === 'unknown_id'
      ? bySchedule(context, attempt, outcome)
      : { nextPollAtMs: now + jittered(pauseMs, context.random) }
  const putOff: Transition = {
    decide: update(attempts, {
      set: { pollFailures: failures, ...later },
      where: isNewestQuery(attempt),
    }),
  }
  await transactAll(context, {
    transitions: failures < alertAfterFailures ? [putOff] : [putOff, alertAbout(attempt, why, now)],
  })
}

/**
 * Raises an alert about a query that keeps failing, and reopens it a day after it was closed, as
 * long as the query is repeated.
 */
function alertAbout(attempt: Attempt, why: string, atMs: number): Transition {
  const { reference, orderId, serviceOrderId } = attempt
  const kind = 'query_failing'
  const data = { order_id: orderId, service_order_id: serviceOrderId, why }
  return alertOnce(
    { kind, subject: reference, atMs, data },
    sql`EXISTS (SELECT 1 FROM ${attempts}
        WHERE reference = ${reference} AND next_poll_at_ms IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM ${alerts} WHERE kind = ${kind} AND subject = ${reference}
        AND (state <> 'closed' OR closed_at_ms > ${atMs - alertRestMs}))`,
  )
}

async function keepOpenOrExpire(
  context: OrdersContext,
  attempt: Attempt,
  status: OrderStatus,
): Promise<boolean> {
  const now = context.now()
  const { reference, orderId } = attempt
  const polled: Transition = {
    decide: update(attempts, {
      set: { pollFailures: 0, ...bySchedule(context, attempt, 'answered') },
      where: isNewestQuery(attempt),
    }),
  }
  const expired: Transition = {
    decide: update(attempts, {
      set: { state: 'expired' },
      where: and(
        eq(attempts.reference, reference),
        sql`${attempts.state} IN ${attemptsIn.before('expired')}`,
      ),
    }),
    journal: {
      atMs: now,
      kind: 'attempt.expired',
      orderId,
      dedupe: `attempt.expired:${reference}`,
      evidence: 'signed query',
      data: { reference, pay_status: status.pay_status },
    },
  }
  if (now < attempt.expiresAtMs + expiryGraceMs) {
    await transact(context, polled)
    return false
  }
  const done = await transactAll(context, { transitions: [polled, expired] })
  return done.happened(expired)
}

/** The service's answer about an attempt. */
interface PolledAttempt {
  readonly attempt: Attempt
  readonly serviceOrderId: string
  readonly answer: QueryAnswer
}

async function pollAttempt(
  context: OrdersContext,
  attempt: Attempt,
): Promise<PolledAttempt | undefined> {
  const { orderId, reference, serviceOrderId } = attempt
  if (serviceOrderId === null) return undefined
  const answer = await queryPayment(context, { orderId, reference, serviceOrderId })
  return { attempt, serviceOrderId, answer }
}

async function settleAttempt(
  context: OrdersContext,
  { attempt, serviceOrderId, answer }: PolledAttempt,
  report: PollReport,
): Promise<void> {
  const { reference, orderId } = attempt
  report.polled += 1
  if (answer.outcome !== 'answered') {
    await postponePoll(context, attempt, answer)
    return
  }
  const { status } = answer
  const settlement = await settleAnswer(context, { orderId, reference, serviceOrderId }, status)
  if (settlement === 'paid') report.confirmed += 1
  // Anything else leaves the attempt open, such as the transaction of another attempt of its order.
  if (settlement === 'paid' || settlement === 'disputed') return
  if (await keepOpenOrExpire(context, attempt, status)) report.expired += 1
}

/** Maximum statements of one poll: a payment that is found and disputed. */
export const statementsPerPoll = 27

/**
 * Queries the service about unpaid attempts that are due, as long as the budget has room. A query
 * that fails leaves the attempt open and is repeated after 30 seconds, then after longer pauses; no
 * attempt is closed because the service does not answer. When the service does not know the id, the
 * attempt stays open too; it is queried by the schedule, then daily until a person closes the
 * matter (`denyPayment`).
 *
 * @param limit maximum number of attempts to query
 */
export async function pollPayments(context: OrdersContext, limit: number): Promise<PollReport> {
  const report: PollReport = { polled: 0, confirmed: 0, expired: 0 }
  let left = limit
  const source = {
    async take(underWay: number): Promise<Attempt[] | 'full'> {
      const max = Math.min(left, rowsPerLease)
      const size = roomFor(context, { each: statementsPerPoll, max, underWay })
      if (size === 0) return 'full'
      const due = await leaseDueAttempts(context, size)
      left -= due.length
      return due
    },
  }
  await runWorkPool([source], {
    onAsking: (pieces) => context.driver?.expect?.(pieces),
    ask: (attempt) => pollAttempt(context, attempt),
    async settle(polled) {
      if (polled !== undefined) await settleAttempt(context, polled, report)
    },
  })
  return report
}
