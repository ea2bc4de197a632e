import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { AlertKind } from '../../alerts/alert-kinds.ts'
import { alertOnce } from '../../alerts/alerts.ts'
import type { EvidenceSource } from '../../database/journal-entry.ts'
import { attempts, orders, outbox, type JournalData } from '../../database/schema.ts'
import { attemptsIn, ordersIn } from '../../database/states-in-sql.ts'
import { transactAll, transact } from '../../database/transact.ts'
import { update, type Transition } from '../../database/transition.ts'
import type { OrdersContext } from '../../orders-context.ts'
import type { ReleaseReason } from '../../states/attempt-state.ts'
import { holdMsOf, keyOfEnd, type LinkedAttempt } from '../linked-attempt.ts'
import { nextCallOf } from '../../payments/next-call.ts'

/** Money that the service holds, by its answer. */
interface HeldMoney {
  readonly transactionId: string
  readonly walletNumber: string | null
}

/** The attempt becomes `held`, `capturing` or `releasing`; with `held` the order does too. */
function moneyHeld(
  { orderId, reference, amountVnd, points, holds }: LinkedAttempt,
  { transactionId, walletNumber }: HeldMoney,
  { atMs, dueAtMs }: { readonly atMs: number; readonly dueAtMs: number },
): Transition {
  const isOver = sql`${attempts.state} = 'refused'`
  const canBeHeld = sql`(NOT ${isOver}
    AND (SELECT state FROM ${orders} WHERE id = ${orderId}) IN ${ordersIn.before('held')})`
  const data = {
    reference,
    transaction_id: transactionId,
    wallet_number: walletNumber,
    amount_vnd: amountVnd,
    ...(points > 0 && { points }),
  }
  return {
    decide: update(attempts, {
      set: {
        state: sql`CASE WHEN ${canBeHeld} THEN ${holds ? 'held' : 'capturing'} ELSE 'releasing' END`,
        releaseReason: sql`CASE WHEN ${canBeHeld} THEN NULL
          WHEN ${isOver} THEN 'unknown_outcome' ELSE 'superfluous' END`,
        transactionId,
        walletNumber,
        heldAtMs: atMs,
        leaseUntilMs: atMs,
        calls: 0,
        nextCallAtMs: sql`CASE WHEN ${canBeHeld} THEN ${dueAtMs} ELSE ${atMs} END`,
      },
      where: and(
        eq(attempts.reference, reference),
        sql`(${attempts.state} IN ${attemptsIn.before('held')} OR ${isOver})`,
      ),
    }),
    journal: {
      atMs,
      kind: 'payment.held',
      orderId,
      dedupe: `payment.held:${reference}`,
      evidence: 'answer of the service',
      data,
    },
    optional: {
      decide: update(orders, {
        set: { state: 'held', version: sql`${orders.version} + 1` },
        where: and(
          eq(orders.id, orderId),
          sql`${orders.state} IN ${ordersIn.before('held')}`,
          sql`EXISTS (SELECT 1 FROM ${attempts}
            WHERE reference = ${reference} AND state IN ('held', 'capturing'))`,
        ),
      }),
      event: { atMs, orderId, type: 'order.held', once: reference, data },
    },
  }
}

/**
 * Records that the service holds the money. The order becomes `held`, unless another payment was
 * seen meanwhile: then the money is released. Money that the shop did not want to hold is captured
 * immediately. Money that is held for a payment which a person has settled as not paid is released
 * too, because the customer may have paid again.
 *
 * @returns whether it was recorded; not when the payment counts as paid or released already
 */
export async function recordHeld(
  context: OrdersContext,
  attempt: LinkedAttempt,
  held: HeldMoney,
): Promise<boolean> {
  const atMs = context.now()
  const { orderId, reference, holds } = attempt
  // An immediate capture is due immediately.
  const dueAtMs = holds ? atMs + holdMsOf(context) : atMs
  const superfluous = alertOnce(
    {
      kind: 'superfluous_hold',
      subject: orderId,
      atMs,
      data: { order_id: orderId, reference, transaction_id: held.transactionId },
    },
    sql`EXISTS (SELECT 1 FROM ${attempts}
      WHERE reference = ${reference} AND state = 'releasing' AND release_reason = 'superfluous')`,
  )
  const attemptHeld = moneyHeld(attempt, held, { atMs, dueAtMs })
  const done = await transactAll(context, { transitions: [attemptHeld, superfluous] })
  return done.happened(attemptHeld)
}

type Attempt = Pick<typeof attempts.$inferSelect, 'orderId' | 'reference' | 'transactionId'>

/**
 * Records the request to capture held money, while its order still waits for it; not while a signed
 * callback reports another payment of the order that is not yet confirmed.
 */
export async function requestCapture(context: OrdersContext, attempt: Attempt): Promise<void> {
  const atMs = context.now()
  const { orderId, reference, transactionId } = attempt
  await transact(context, {
    decide: update(attempts, {
      set: { state: 'capturing', calls: 0, nextCallAtMs: atMs, leaseUntilMs: atMs },
      where: and(
        eq(attempts.reference, reference),
        sql`${attempts.state} = 'held'`,
        sql`EXISTS (SELECT 1 FROM ${orders} WHERE id = ${orderId} AND state = 'held')`,
        sql`NOT EXISTS (SELECT 1 FROM ${outbox}
          WHERE order_id = ${orderId} AND kind = 'confirm' AND state = 'open')`,
      ),
    }),
    journal: {
      atMs,
      kind: 'hold.capture_asked',
      orderId,
      dedupe: `hold.capture_asked:${reference}`,
      evidence: 'own record',
      data: { reference, transaction_id: transactionId },
    },
  })
}

/**
 * Records the request to release money that is held or may be held.
 *
 * @returns whether it was recorded; not when the payment has left the state `from`
 */
export async function requestRelease(
  context: OrdersContext,
  attempt: Attempt & Pick<typeof attempts.$inferSelect, 'leaseUntilMs'>,
  why: {
    readonly from: 'held' | 'capturing' | 'payment_unknown'
    readonly reason: ReleaseReason
    readonly evidence: EvidenceSource
    readonly data: JournalData
    /** Kind of the alert to raise, if any. */
    readonly alert?: AlertKind
  },
): Promise<boolean> {
  const atMs = context.now()
  const { orderId, reference, transactionId } = attempt
  const { from, reason, evidence, alert } = why
  const data = { reference, transaction_id: transactionId, reason, ...why.data }
  return transact(context, {
    decide: update(attempts, {
      set: {
        state: 'releasing',
        releaseReason: reason,
        calls: 0,
        nextCallAtMs: atMs,
        leaseUntilMs: atMs,
      },
      where: and(eq(attempts.reference, reference), eq(attempts.state, from)),
    }),
    journal: {
      atMs,
      kind: 'hold.release_asked',
      orderId,
      dedupe: keyOfEnd('hold.release_asked', attempt),
      evidence,
      data,
    },
    ...(alert !== undefined && {
      alert: { kind: alert, subject: reference, atMs, data: { order_id: orderId, ...data } },
    }),
  })
}

/**
 * Records that held money was released to the wallet; an order that waited for it becomes
 * `cancelled`. An alert is raised when the service says so of money that counts as captured; a
 * verdict that comes after the capture is not recorded.
 *
 * @param why.where a further condition, without which nothing is stored
 * @param why.askAtMs when the service is asked to release the money, because only a verdict says
 *   that it is released
 * @returns whether it was recorded
 */
export async function recordReleased(
  context: OrdersContext,
  attempt: Pick<
    typeof attempts.$inferSelect,
    'orderId' | 'reference' | 'transactionId' | 'releaseReason' | 'leaseUntilMs'
  >,
  why: {
    readonly evidence: EvidenceSource
    readonly data: JournalData
    readonly where?: SQL
    readonly askAtMs?: number | null
  },
): Promise<boolean> {
  const atMs = context.now()
  const { evidence, where, askAtMs = null } = why
  const { orderId, reference, transactionId, releaseReason } = attempt
  const data = { reference, transaction_id: transactionId, reason: releaseReason, ...why.data }
  const released: Transition = {
    decide: update(attempts, {
      set: {
        state: 'released',
        ...nextCallOf({ askAtMs }, atMs),
      },
      where: and(
        eq(attempts.reference, reference),
        sql`${attempts.state} IN ${attemptsIn.before('released')}`,
        where,
      ),
    }),
    journal: {
      atMs,
      kind: 'hold.released',
      orderId,
      dedupe: keyOfEnd('hold.released', attempt),
      evidence,
      data,
    },
    optional: {
      decide: update(orders, {
        set: { state: 'cancelled', version: sql`${orders.version} + 1` },
        where: and(
          eq(orders.id, orderId),
          sql`${orders.state} = 'held'`,
          sql`NOT EXISTS (SELECT 1 FROM ${attempts} WHERE order_id = ${orderId} AND reference <> ${reference}
            AND state IN ('held', 'capturing', 'releasing'))`,
        ),
      }),
      event: { atMs, orderId, type: 'order.cancelled', once: reference, data },
    },
  }
  const afterPaid = alertOnce(
    { kind: 'released_after_paid', subject: reference, atMs, data: { order_id: orderId, ...data } },
    sql`EXISTS (SELECT 1 FROM ${attempts} WHERE reference = ${reference} AND state = 'paid')`,
  )
  const isWord = evidence === 'word of a person'
  const transitions = isWord ? [released] : [released, afterPaid]
  return (await transactAll(context, { transitions })).happened(released)
}
