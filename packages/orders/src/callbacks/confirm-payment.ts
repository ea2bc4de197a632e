import { and, eq, isNull, sql } from 'drizzle-orm'
import { raiseAlert } from '../alerts/alerts.ts'
import { openDatabase } from '../database/open-database.ts'
import { attempts } from '../database/schema.ts'
import { transact } from '../database/transact.ts'
import { update } from '../database/transition.ts'
import { finishOutbox, retryOrDeadLetter, type OutboxRow } from '../events/outbox.ts'
import type { OrdersContext } from '../orders-context.ts'
import { disputeOrder } from '../payments/dispute-order.ts'
import { findAttempt, type AttemptOfOrder } from '../payments/find-attempt.ts'
import { paymentInAnswer, queryPayment } from '../payments/query-payment.ts'
import { settlePayment } from '../payments/settle-payment.ts'
import { keepOrphan, matchOrphan } from './match-orphans.ts'
import type { CallbackRecord } from './callback-record.ts'

const firstPollAgainMs = 60 * 60_000

/** The result of confirming a callback. */
export interface Confirmation {
  /**
   * `settled`: done with, whatever it came to; `retry`: not confirmed yet; `orphan`: no order is
   * known yet; `dead_letter`: given up after the last try.
   */
  readonly outcome: 'settled' | 'retry' | 'orphan' | 'dead_letter'
  /** The order that the callback belongs to, once known. */
  readonly orderId?: string
  /** Whether the callback was an orphan until now. */
  readonly matched: boolean
}

/**
 * Takes the service's order id from a callback that arrived before the answer to the creation did.
 * The token in its path and the service's signature vouch for it; an id that another attempt holds
 * is not taken.
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

/**
 * Asks the service with a signed query and applies its answer.
 *
 * @returns `undefined` when the callback is done with, else why it is not
 */
async function confirmByQuery(
  context: OrdersContext,
  callback: CallbackRecord,
  { attempt, order }: AttemptOfOrder,
): Promise<string | undefined> {
  const answer = await queryPayment(context, callback.signed.order_id)
  if (typeof answer === 'string') return answer
  const reported = paymentInAnswer(answer)
  if (reported === undefined) return `the query says ${answer.pay_status}`
  const { orderId, reference } = attempt
  await settlePayment(context, {
    orderId,
    reference,
    serviceOrderId: callback.signed.order_id,
    transactionId: reported,
    status: answer,
    foundBy: 'callback',
    evidence: 'signed query',
  })
  if (reported !== callback.signed.transaction_id) {
    await disputeOrder(context, {
      orderId: order.id,
      reference,
      transactionId: callback.signed.transaction_id,
      reason: 'possible_double_payment',
      evidence: `callback signature of key ${callback.keyId}`,
      data: { transaction_id_of_query: reported },
    })
  }
  return undefined
}

async function settleCallback(
  context: OrdersContext,
  callback: CallbackRecord,
  found: AttemptOfOrder,
): Promise<string | undefined> {
  const { attempt, order } = found
  const { amountVnd, signed } = callback
  if ((await adoptServiceOrder(context, callback, found)) !== signed.order_id) {
    await refuseForeignCallback(context, callback, found)
    return undefined
  }
  if (amountVnd !== undefined && amountVnd !== order.amountVnd) {
    await disputeOrder(context, {
      orderId: order.id,
      reference: attempt.reference,
      transactionId: signed.transaction_id,
      reason: 'token_amount_mismatch',
      evidence: `callback signature of key ${callback.keyId}`,
      data: { amount_vnd: order.amountVnd, amount_vnd_of_token: amountVnd },
    })
    return undefined
  }
  return confirmByQuery(context, callback, found)
}

/** Leaves a callback that could not be confirmed to the polls, which never give up on silence. */
async function pollAgain(context: OrdersContext, { attempt }: AttemptOfOrder): Promise<void> {
  await transact(context, {
    decide: update(attempts, {
      set: { nextPollAtMs: context.now() + firstPollAgainMs },
      where: and(
        eq(attempts.reference, attempt.reference),
        isNull(attempts.nextPollAtMs),
        sql`${attempts.state} <> 'paid'`,
      ),
    }),
  })
}

/**
 * Confirms one leased callback: finds its order, asks the service, settles. Only the answer to the
 * signed query makes an order `paid`; the callback alone never does.
 *
 * @see Specification 6.1
 */
export async function confirmCallback(
  context: OrdersContext,
  leased: OutboxRow,
): Promise<Confirmation> {
  const callback: CallbackRecord = JSON.parse(leased.payload)
  const found = await findAttempt(context, {
    serviceOrderId: callback.signed.order_id,
    ...(callback.reference !== undefined && { reference: callback.reference }),
  })
  if (found === undefined) {
    await keepOrphan(context, leased, callback)
    return { outcome: 'orphan', matched: false }
  }
  const matched = leased.orderId === null
  const row = matched ? await matchOrphan(context, leased, { callback, found }) : leased
  const orderId = found.order.id
  const why = await settleCallback(context, callback, found)
  if (why === undefined) {
    await finishOutbox(context, row)
    return { outcome: 'settled', orderId, matched }
  }
  const isDead = await retryOrDeadLetter(context, row, {
    alert: 'callback_not_confirmed',
    data: { transaction_id: callback.signed.transaction_id, why },
  })
  if (isDead) await pollAgain(context, found)
  return { outcome: isDead ? 'dead_letter' : 'retry', orderId, matched }
}
