import { sql, and, eq, type SQL } from 'drizzle-orm'
import type { EvidenceSource, JournalEntry } from '../database/journal-entry.ts'
import { attempts, links, orders, type JournalData } from '../database/schema.ts'
import { attemptsIn, ordersIn } from '../database/states-in-sql.ts'
import { transact } from '../database/transact.ts'
import { insert, update } from '../database/transition.ts'
import { entryOnce } from '../journal/journal.ts'
import type { OrdersContext } from '../orders-context.ts'
import { orderCreated } from '../payments/creation/order-created.ts'
import { maxOtpTries, type AttemptState } from '../states/attempt-state.ts'
import { type LinkedAttempt, releaseUnknownAfterMs } from './linked-attempt.ts'

/**
 * Stores a payment with a linked wallet before the service is called.
 *
 * @param earlier number of payments of the order with a linked wallet that were stored before
 * @param callKey random key of this request
 * @returns `false` when the order cannot be paid now, when a payment of it may already be under
 *   way, or when the wallet is no longer linked
 */
export async function reserveLinkedAttempt(
  context: OrdersContext,
  attempt: LinkedAttempt,
  {
    linkId,
    earlier,
    callKey,
  }: { readonly linkId: string; readonly earlier: number; readonly callKey: string },
): Promise<boolean> {
  const atMs = context.now()
  const { orderId, reference, amountVnd, points, holds, expiresAtMs, leaseUntilMs } = attempt
  return transact(context, {
    decide: insert(attempts, {
      values: {
        reference,
        orderId,
        method: 'linked-wallet',
        state: 'paying',
        linkId,
        points,
        callKey,
        createdAtMs: atMs,
        leaseUntilMs,
        expiresAtMs,
        nextCallAtMs: leaseUntilMs,
      },
      where: sql`
        EXISTS (
          SELECT 1 FROM ${orders}
          JOIN ${links} ON links.customer_id = orders.linked_customer_id
          WHERE orders.id = ${orderId} AND orders.state IN ${ordersIn.payable}
            AND orders.expires_at_ms > ${atMs}
            AND links.id = ${linkId} AND links.state = 'linked')
        AND ${earlier} = (
          SELECT COUNT(*) FROM ${attempts}
          WHERE order_id = ${orderId} AND method = 'linked-wallet')
        AND NOT EXISTS (
          SELECT 1 FROM ${attempts}
          WHERE order_id = ${orderId} AND (
            state IN ${attemptsIn.mayHaveMoved}
            OR state = 'creating' AND lease_until_ms > ${atMs}
            OR state = 'awaiting_otp' AND expires_at_ms > ${atMs}))`,
    }),
    journal: {
      atMs,
      kind: 'payment.started',
      orderId,
      dedupe: `payment.started:${reference}`,
      evidence: 'own record',
      data: {
        reference,
        method: 'linked-wallet',
        link_id: linkId,
        amount_vnd: amountVnd,
        ...(points > 0 && { points }),
        holds,
      },
    },
  })
}

/** A change of an attempt that moves no money. */
interface Unmoved {
  readonly from: AttemptState
  readonly to: 'awaiting_otp' | 'refused' | 'expired'
  readonly kind: JournalEntry['kind']
  readonly dedupe: string
  readonly evidence: EvidenceSource
  readonly data: JournalData
  /** Further columns of the attempt to write. */
  readonly set?: Partial<typeof attempts.$inferInsert>
  /**
   * Whether the sent code does not count as a try; the same journal line may then be written twice.
   */
  readonly uncountTry?: boolean
}

/**
 * Condition: the attempt is in a state, and no later call about it has begun. An answer that arrives
 * after its lease, or that is stored a second time, must not be applied to a later call.
 */
function isStill(
  state: AttemptState,
  { reference, leaseUntilMs }: Pick<LinkedAttempt, 'reference' | 'leaseUntilMs'>,
): SQL | undefined {
  return and(
    eq(attempts.reference, reference),
    eq(attempts.state, state),
    eq(attempts.leaseUntilMs, leaseUntilMs),
  )
}

/** @returns whether the attempt was in a state from which the change is allowed */
async function record(
  context: OrdersContext,
  attempt: Pick<LinkedAttempt, 'orderId' | 'reference' | 'expiresAtMs' | 'leaseUntilMs'>,
  change: Unmoved,
): Promise<boolean> {
  const { orderId, reference, expiresAtMs } = attempt
  const { from, to, kind, dedupe, evidence } = change
  const entry: JournalEntry = {
    atMs: context.now(),
    kind,
    orderId,
    dedupe,
    evidence,
    data: { reference, ...change.data },
  }
  return transact(context, {
    decide: update(attempts, {
      set: {
        ...change.set,
        state: to,
        nextCallAtMs: to === 'awaiting_otp' ? expiresAtMs : null,
        ...(change.uncountTry === true && { otpTries: sql`MAX(0, ${attempts.otpTries} - 1)` }),
      },
      where: isStill(from, attempt),
    }),
    ...(change.uncountTry === true
      ? { optional: { ...entryOnce(entry), optional: orderCreated(orderId) } }
      : { journal: entry, optional: orderCreated(orderId) }),
  })
}

/** Records that the customer has to type a one-time code. */
export function recordOtpNeeded(
  context: OrdersContext,
  attempt: LinkedAttempt,
  transactionId: string,
): Promise<boolean> {
  return record(context, attempt, {
    from: 'paying',
    to: 'awaiting_otp',
    kind: 'payment.otp_awaited',
    dedupe: `payment.otp_awaited:${attempt.reference}`,
    evidence: 'answer of the service',
    data: { transaction_id: transactionId },
    set: { transactionId },
  })
}

/** Records that a code was wrong; after the last try the payment ends. */
export function recordOtpWrong(
  context: OrdersContext,
  attempt: LinkedAttempt,
  wrong: { readonly tries: number; readonly data: JournalData },
): Promise<boolean> {
  const isLast = wrong.tries >= maxOtpTries
  return record(context, attempt, {
    from: 'confirming',
    to: isLast ? 'refused' : 'awaiting_otp',
    kind: 'payment.otp_refused',
    dedupe: `payment.otp_refused:${attempt.reference}:${wrong.tries}`,
    evidence: 'answer of the service',
    data: { try: wrong.tries, ...wrong.data },
  })
}

/** Records that the service did not check a code; it does not count as a try. */
export function recordOtpNotChecked(
  context: OrdersContext,
  attempt: LinkedAttempt,
  { data }: { readonly data: JournalData },
): Promise<boolean> {
  return record(context, attempt, {
    from: 'confirming',
    to: 'awaiting_otp',
    kind: 'payment.otp_not_checked',
    dedupe: `payment.otp_not_checked:${attempt.reference}:${context.now()}`,
    evidence: data['code'] === 0 ? 'own record' : 'answer of the service',
    data,
    uncountTry: true,
  })
}

/** Records that the payment has ended without moving money. */
export function recordPaymentRefused(
  context: OrdersContext,
  attempt: LinkedAttempt,
  refused: {
    readonly from: 'paying' | 'confirming'
    readonly code: number
    readonly reason: string
  },
): Promise<boolean> {
  const { from, code, reason } = refused
  return record(context, attempt, {
    from,
    to: 'refused',
    kind: 'payment.refused',
    dedupe: `payment.refused:${attempt.reference}`,
    evidence: code === 0 ? 'own record' : 'answer of the service',
    data: { code, reason },
  })
}

/**
 * Ends a payment that waits for a one-time code: it was not typed in time, or the customer asks for a
 * new one. No money can have moved, because only this system could have confirmed it.
 *
 * @returns `false` when the payment does not wait for a code any more
 */
export function recordOtpEnded(
  context: OrdersContext,
  attempt: Pick<LinkedAttempt, 'orderId' | 'reference' | 'expiresAtMs' | 'leaseUntilMs'>,
  kind: 'payment.otp_expired' | 'payment.otp_abandoned',
): Promise<boolean> {
  return record(context, attempt, {
    from: 'awaiting_otp',
    to: 'expired',
    kind,
    dedupe: `${kind}:${attempt.reference}`,
    evidence: 'own record',
    data: {},
  })
}

/**
 * Records that it is unknown whether money has moved. The order keeps its state, no other way to
 * pay is offered, and an alert is raised. If the money should be held, a release is requested after
 * a while; the service can answer this request whatever the outcome of the payment.
 */
export async function recordPaymentUnknown(
  context: OrdersContext,
  attempt: Pick<LinkedAttempt, 'orderId' | 'reference' | 'holds' | 'leaseUntilMs'>,
  unknown: {
    readonly from: 'paying' | 'confirming'
    /** Number of codes sent when the call was made. */
    readonly tries: number
    readonly data: JournalData
    readonly contradiction?: boolean
  },
): Promise<void> {
  const atMs = context.now()
  const { orderId, reference, holds } = attempt
  const { from, tries, contradiction = false } = unknown
  const data = { reference, step: from, ...unknown.data }
  const hasAnswer = unknown.data['code'] !== undefined || contradiction
  await transact(context, {
    decide: update(attempts, {
      set: {
        state: 'payment_unknown',
        nextCallAtMs: holds ? atMs + releaseUnknownAfterMs : null,
      },
      where: isStill(from, attempt),
    }),
    journal: {
      atMs,
      kind: 'payment.unknown',
      orderId,
      dedupe: `payment.unknown:${reference}:${from}:${tries}`,
      evidence: hasAnswer ? 'answer of the service' : 'no answer of the service',
      data,
    },
    alert: {
      kind: contradiction ? 'linked_answer_contradicts' : 'linked_payment_unknown',
      subject: reference,
      atMs,
      data: { order_id: orderId, ...data },
    },
  })
}
