import type { OrderStatus } from '@merchant-edge/contract/transaction-qr'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { raiseAlert } from '../alerts/alerts.ts'
import { attempts, outbox } from '../database/schema.ts'
import { update, type Transition } from '../database/transition.ts'
import {
  finishOutbox,
  finishWhenPaid,
  retryOrDeadLetter,
  type OutboxRow,
} from '../events/outbox.ts'
import type { OrdersContext } from '../orders-context.ts'
import { disputeOrder } from '../payments/disputes/dispute-order.ts'
import type { AttemptOfOrder } from '../payments/find-attempt.ts'
import { paymentInAnswer } from '../payments/queries/query-payment.ts'
import { settlePayment } from '../payments/settle-payment.ts'
import { alertUnconfirmed } from './alert-unconfirmed.ts'
import type { AskedCallback, Orphan } from './ask-about-callback.ts'
import type { CallbackRecord } from './callback-record.ts'
import { disputeByToken } from './dispute-by-token.ts'
import { keepOrphan } from './match-orphans.ts'

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
 * Result of settling: `finished` when the outbox row is already done, `settled` when nothing is
 * left to do, else the reason why the callback is not confirmed.
 */
type Settled = 'finished' | 'settled' | { readonly why: string }

async function alertForeignCallback(
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
    claimedDiscountVnd: discountSaidBy(callback),
    ...(isReported && { behind: [finishWhenPaid(row, { orderId, transactionId: reported })] }),
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

async function settleByAnswer(context: OrdersContext, asked: AskedCallback): Promise<Settled> {
  const { callback, found, answer } = asked
  if (answer === undefined) {
    await alertForeignCallback(context, callback, found)
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
  const settled = await settleByAnswer(context, asked)
  if (typeof settled === 'string') {
    if (settled === 'settled') await finishOutbox(context, row)
    return { outcome: 'settled', orderId, matched }
  }
  const isDead = await retryOrDeadLetter(context, row, {
    alert: 'callback_not_confirmed',
    data: { transaction_id: callback.signed.transaction_id, why: settled.why },
    behind: [pollAgain(row, found, context.now())],
  })
  if (!isDead) {
    const { transaction_id: transactionId } = callback.signed
    const isDenied = asked.answer?.outcome !== 'no_answer'
    await alertUnconfirmed(context, row, { orderId, transactionId, why: settled.why, isDenied })
  }
  return { outcome: isDead ? 'dead_letter' : 'retry', orderId, matched }
}
