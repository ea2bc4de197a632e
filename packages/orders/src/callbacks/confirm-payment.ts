import type { OrderStatus } from '@merchant-edge/contract/transaction-qr'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { raiseAlert } from '../alerts/alerts.ts'
import { openDatabase } from '../database/open-database.ts'
import { attempts, outbox } from '../database/schema.ts'
import { transact } from '../database/transact.ts'
import { update, type Transition } from '../database/transition.ts'
import { doneWhenPaid, finishOutbox, retryOrDeadLetter, type OutboxRow } from '../events/outbox.ts'
import type { OrdersContext } from '../orders-context.ts'
import { disputeOrder } from '../payments/dispute-order.ts'
import type { AttemptOfOrder } from '../payments/find-attempt.ts'
import { paymentInAnswer, queryPayment, type QueryAnswer } from '../payments/query-payment.ts'
import { settlePayment } from '../payments/settle-payment.ts'
import { keepOrphan, matchOrphan } from './match-orphans.ts'
import type { CallbackRecord } from './callback-record.ts'
import { disputeByToken } from './dispute-by-token.ts'
import type { LeasedCallback } from './lease-callbacks.ts'

const firstPollAgainMs = 60 * 60_000

/** The result of confirming a callback. */
export interface Confirmation {
  /**
   * `settled`: finished, with any result; `retry`: not confirmed yet; `orphan`: the order is not
   * known yet; `dead_letter`: given up after the last try.
   */
  readonly outcome: 'settled' | 'retry' | 'orphan' | 'dead_letter'
  /** The order that the callback belongs to, once known. */
  readonly orderId?: string
  /** Whether the callback was an orphan until now. */
  readonly matched: boolean
}

/**
 * Takes the service's order id from a callback that arrived before the answer to the call that
 * created the payment. The token in the path and the service's signature prove it. An id that
 * already belongs to another attempt is not taken.
 */
async function adoptServiceOrder(
  context: OrdersContext,
  callback: CallbackRecord,
  { attempt, order }: AttemptOfOrder,
): Promise<string | null> {
  if (attempt.serviceOrderId !== null) return attempt.serviceOrderId
  const serviceOrderId = callback.signed.order_id
  const isAdopted = await transact(context, {
    decide: update(attempts, {
      set: { serviceOrderId, nextPollAtMs: context.now() },
      where: and(
        eq(attempts.reference, attempt.reference),
        isNull(attempts.serviceOrderId),
        sql`NOT EXISTS (SELECT 1 FROM ${attempts} WHERE service_order_id = ${serviceOrderId})`,
      ),
    }),
    journal: {
      atMs: context.now(),
      kind: 'attempt.service_order_known',
      orderId: order.id,
      dedupe: `attempt.service_order_known:${attempt.reference}`,
      evidence: `callback signature of key ${callback.keyId}`,
      data: { reference: attempt.reference, service_order_id: serviceOrderId },
    },
  })
  if (isAdopted) return serviceOrderId
  const [row] = await openDatabase(context)
    .select()
    .from(attempts)
    .where(eq(attempts.reference, attempt.reference))
  return row?.serviceOrderId ?? null
}

async function refuseForeignCallback(
  context: OrdersContext,
  callback: CallbackRecord,
  { attempt, order }: AttemptOfOrder,
): Promise<void> {
  await raiseAlert(context, {
    kind: 'callback_of_other_order',
    subject: `${order.id}:${callback.signed.transaction_id}`,
    atMs: context.now(),
    data: {
      order_id: order.id,
      reference: attempt.reference,
      service_order_id: attempt.serviceOrderId,
      service_order_id_of_callback: callback.signed.order_id,
      transaction_id: callback.signed.transaction_id,
    },
  })
}

/** A callback whose attempt is known, with the service's answer about it. */
export interface AskedCallback {
  readonly row: OutboxRow
  readonly callback: CallbackRecord
  readonly found: AttemptOfOrder
  /** Whether it was an orphan until now. */
  readonly matched: boolean
  /** Answer of the service; `undefined` when the callback does not belong to this order. */
  readonly answer: QueryAnswer | undefined
}

/** A callback without an order: the service cannot be queried about it. */
type Orphan = LeasedCallback & { readonly found: undefined }

/**
 * Result of settling: `finished` when the outbox row is already done, `settled` when nothing is
 * left to do, else the reason why the callback is not confirmed.
 */
type Settled = 'finished' | 'settled' | { readonly why: string }

/** The promotion that a callback names, where it is whole VND. */
function discountSaidBy({ unsignedFields }: CallbackRecord): number | undefined {
  const { total_discount: said = '' } = unsignedFields
  return /^\d{1,15}$/.test(said) ? Number(said) : undefined
}

/** Applies the answer of the service. */
async function applyAnswer(
  context: OrdersContext,
  { row, callback, found }: AskedCallback,
  answer: OrderStatus,
): Promise<Settled> {
  const { attempt, order } = found
  const reported = paymentInAnswer(answer)
  if (reported === undefined) return { why: `the query says ${answer.pay_status}` }
  const { orderId, reference } = attempt
  const isReported = reported === callback.signed.transaction_id
  const settlement = await settlePayment(context, {
    orderId,
    reference,
    serviceOrderId: callback.signed.order_id,
    transactionId: reported,
    status: answer,
    foundBy: 'callback',
    evidence: 'signed query',
    mayBeHeld: order.holdsPayment,
    saidDiscountVnd: discountSaidBy(callback),
    ...(isReported && { behind: [doneWhenPaid(row, { orderId, transactionId: reported })] }),
  })
  if (!isReported) {
    await disputeOrder(context, {
      orderId: order.id,
      reference,
      transactionId: callback.signed.transaction_id,
      reason: 'possible_double_payment',
      evidence: `callback signature of key ${callback.keyId}`,
      data: { transaction_id_of_query: reported },
      // The service names the parts (money and points) of the other transaction only; both have the
      // same price.
      paid: {
        vnd: answer.order_amount,
        points: 0,
        serviceOrderId: callback.signed.order_id,
        foundBy: 'callback',
      },
    })
  }
  return isReported && settlement === 'paid' ? 'finished' : 'settled'
}

async function settleAsked(context: OrdersContext, asked: AskedCallback): Promise<Settled> {
  const { callback, found, answer } = asked
  if (answer === undefined) {
    await refuseForeignCallback(context, callback, found)
    return 'settled'
  }
  const { amountVnd } = callback
  if (amountVnd !== undefined && amountVnd !== found.order.amountVnd) {
    return disputeByToken(context, callback, { ...found, amountVnd, answer })
  }
  return answer.outcome === 'answered' ? applyAnswer(context, asked, answer.status) : answer
}

/**
 * Leaves an unconfirmed callback to polling, which never gives up when the service does not answer;
 * part of the batch that makes the callback a dead letter.
 */
function pollAgain({ key }: OutboxRow, { attempt }: AttemptOfOrder, now: number): Transition {
  return {
    decide: update(attempts, {
      set: { nextPollAtMs: now + firstPollAgainMs },
      where: and(
        eq(attempts.reference, attempt.reference),
        isNull(attempts.nextPollAtMs),
        sql`${attempts.state} <> 'paid'`,
        sql`EXISTS (SELECT 1 FROM ${outbox} WHERE key = ${key} AND state = 'dead')`,
      ),
    }),
  }
}

/**
 * Asks the service about a leased callback with a signed query. Before the query it stores that the
 * callback has found its order, and the service's order id.
 */
export async function askAbout(
  context: OrdersContext,
  { row: leased, callback, found }: LeasedCallback,
): Promise<AskedCallback | Orphan> {
  if (found === undefined) return { row: leased, callback, found }
  const matched = leased.orderId === null
  const row = matched ? await matchOrphan(context, leased, { callback, found }) : leased
  const serviceOrderId = callback.signed.order_id
  const isOurs = (await adoptServiceOrder(context, callback, found)) === serviceOrderId
  const { orderId, reference } = found.attempt
  const answer = isOurs
    ? await queryPayment(context, { orderId, reference, serviceOrderId })
    : undefined
  return { row, callback, found, matched, answer }
}

/**
 * Settles a callback by the service's answer. Only the answer to the signed query makes an order
 * `paid`; the callback alone never does.
 *
 * @see Specification 6.1
 */
export async function settleCallback(
  context: OrdersContext,
  asked: AskedCallback | Orphan,
): Promise<Confirmation> {
  const { row, callback, found } = asked
  if (found === undefined) {
    await keepOrphan(context, row, callback)
    return { outcome: 'orphan', matched: false }
  }
  const { matched } = asked
  const orderId = found.order.id
  const settled = await settleAsked(context, asked)
  if (typeof settled === 'string') {
    if (settled === 'settled') await finishOutbox(context, row)
    return { outcome: 'settled', orderId, matched }
  }
  const isDead = await retryOrDeadLetter(context, row, {
    alert: 'callback_not_confirmed',
    data: { transaction_id: callback.signed.transaction_id, why: settled.why },
    behind: [pollAgain(row, found, context.now())],
  })
  return { outcome: isDead ? 'dead_letter' : 'retry', orderId, matched }
}
