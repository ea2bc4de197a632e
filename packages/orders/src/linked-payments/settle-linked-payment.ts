import { and, eq, sql, type SQL } from 'drizzle-orm'
import { checkArguments, checkOptions, type OptionRules } from '@merchant-edge/signing/options'
import { checkContext } from '../check-context.ts'
import { attempts } from '../database/schema.ts'
import { transact } from '../database/transact.ts'
import { update } from '../database/transition.ts'
import type { OrdersContext } from '../orders-context.ts'
import { readOrder } from '../orders/find-order.ts'
import { orderView, type OrderRows } from '../orders/order-view.ts'
import { isAttemptAsRead, settlePayment } from '../payments/settle-payment.ts'
import { partsOfPrice } from '../rules/point-value.ts'
import { attemptStates, mayBeCorrected } from '../states/attempt-state.ts'
import { checkVerdict } from '../verdicts/check-verdict.ts'
import { isAbout, isRepeated } from '../journal/repeated-verdict.ts'
import type { VerdictOutcome } from '../verdicts/verdicts-api.ts'
import { correctTransaction } from './corrections/correct-transaction.ts'
import { recordReleased } from './holds/hold-transitions.ts'
import { keyOfEnd, type AttemptRow } from './linked-attempt.ts'
import type { LinkedPaymentVerdict } from './linked-payments-api.ts'

const verdictRules: OptionRules<LinkedPaymentVerdict> = {
  reference: 'string!',
  result: ['paid', 'not_paid'],
  transactionId: 'string',
  reason: 'any',
  staffId: 'any',
}

type Settled = VerdictOutcome<{ readonly order: ReturnType<typeof orderView> }>

/** Whether the service is being asked to capture or release the money; its answer is to come. */
function isCalling({ state, leaseUntilMs, nextCallAtMs }: AttemptRow, now: number): boolean {
  const isAskedByWord = (state === 'refused' || state === 'released') && nextCallAtMs !== null
  return (state === 'capturing' || state === 'releasing' || isAskedByWord) && leaseUntilMs > now
}

/**
 * When the service is asked to capture or release the money as the verdict says: at once, where the
 * money may be held. Nobody else would hear of it.
 */
function askAtMsOf(
  context: OrdersContext,
  { order, attempt }: Pick<OrderRows, 'order'> & { readonly attempt: AttemptRow },
): number | null {
  return order.holdsPayment || attempt.heldAtMs !== null ? context.now() : null
}

/**
 * Condition: the payment has not changed since it was read, and no call about it was made since or
 * is under way. The operator has only seen the results of the earlier calls.
 */
function isAsLookedAt(attempt: AttemptRow, now: number): SQL {
  const { reference, calls, otpTries } = attempt
  return sql`${isAttemptAsRead(attempt)} AND EXISTS (SELECT 1 FROM ${attempts}
    WHERE reference = ${reference} AND calls = ${calls} AND otp_tries = ${otpTries}
      AND (state NOT IN ('capturing', 'releasing', 'refused', 'released') OR lease_until_ms <= ${now}
        OR (state IN ('refused', 'released') AND next_call_at_ms IS NULL)))`
}

async function recordNotPaid(
  context: OrdersContext,
  attempt: AttemptRow,
  {
    askAtMs,
    data,
  }: {
    readonly askAtMs: number | null
    readonly data: { readonly staff_id: string; readonly verdict_reason: string }
  },
): Promise<boolean> {
  const now = context.now()
  const where = isAsLookedAt(attempt, now)
  if (attempt.state !== 'payment_unknown') {
    return recordReleased(context, attempt, { evidence: 'word of a person', data, where, askAtMs })
  }
  const { orderId, reference, transactionId } = attempt
  const named = transactionId === null ? {} : { transaction_id: transactionId }
  return transact(context, {
    decide: update(attempts, {
      set: { state: 'refused', calls: 0, nextCallAtMs: askAtMs, leaseUntilMs: now },
      where: and(eq(attempts.reference, reference), where),
    }),
    journal: {
      atMs: now,
      kind: 'payment.refused',
      orderId,
      dedupe: keyOfEnd('payment.refused', attempt),
      evidence: 'word of a person',
      data: { reference, ...named, ...data },
    },
  })
}

/** @returns whether this verdict has settled the payment; not when another change was faster */
async function apply(
  context: OrdersContext,
  { order }: OrderRows,
  { attempt, verdict }: { attempt: AttemptRow; verdict: LinkedPaymentVerdict },
): Promise<boolean> {
  const data = { staff_id: verdict.staffId, verdict_reason: verdict.reason }
  const askAtMs = askAtMsOf(context, { order, attempt })
  if (verdict.result === 'not_paid') return recordNotPaid(context, attempt, { askAtMs, data })
  const transactionId = attempt.transactionId ?? verdict.transactionId
  if (transactionId === undefined) {
    throw new TypeError("The verdict's transactionId must be given: the service has named none.")
  }
  if (verdict.transactionId !== undefined && verdict.transactionId !== transactionId) {
    throw new TypeError("The verdict's transactionId must be the one that the service has named.")
  }
  const settlement = await settlePayment(context, {
    orderId: order.id,
    reference: attempt.reference,
    serviceOrderId: null,
    transactionId,
    status: partsOfPrice(order.amountVnd, attempt.points),
    foundBy: 'person',
    evidence: 'word of a person',
    where: isAsLookedAt(attempt, context.now()),
    askAtMs,
    data,
  })
  return settlement === 'paid' || settlement === 'disputed'
}

/**
 * Whether an operator may settle the payment: its outcome is open, or it counts as not paid and the
 * verdict says that it was paid. Without this correction, money that was taken could not be
 * returned.
 */
function maySettle(attempt: AttemptRow, { result }: LinkedPaymentVerdict, now: number): boolean {
  if (attemptStates[attempt.state].settleable) return !isCalling(attempt, now)
  return result === 'paid' && mayBeCorrected(attempt) && !isCalling(attempt, now)
}

/**
 * Replaces a transaction that only a verdict has named by another one; `undefined` when another
 * source has named it.
 */
async function correct(
  context: OrdersContext,
  rows: OrderRows,
  { attempt, verdict }: { attempt: AttemptRow; verdict: LinkedPaymentVerdict },
): Promise<boolean | undefined> {
  const { result, transactionId, staffId, reason } = verdict
  if (result !== 'paid' || transactionId === undefined) return undefined
  const data = { staff_id: staffId, verdict_reason: reason }
  return correctTransaction(context, rows, { attempt, transactionId, data })
}

/** Whether a payment now counts as the verdict says. */
function says(
  { state, transactionId }: AttemptRow,
  { result, transactionId: named }: LinkedPaymentVerdict,
): boolean {
  if (result === 'not_paid') return state === 'refused' || state === 'released'
  return state === 'paid' && (named === undefined || named === transactionId)
}

/**
 * Settles a payment of unknown outcome by the verdict of an operator who has looked it up in the
 * daily file or on the merchant web site. A payment that counts as not paid may be settled as paid
 * as well: then it pays the order, or becomes a disputed payment that can be returned. The journal
 * keeps the verdict and the name. A verdict is not stored when the payment has changed since it was
 * read: of two verdicts at the same moment only the first one counts. The same verdict of the same
 * person for the same reason is answered like the first one. No verdict is accepted while
 * a call to capture or release the money waits for its answer. Where the money may be held, the
 * service is asked afterwards to capture or release it as the verdict says. When only a verdict has named the
 * transaction of a payment, another verdict may replace it by one that the service has named, also
 * where the payment is disputed, or where the wrong transaction was released to another order.
 *
 * @throws TypeError when a field of the verdict is out of its range, or a correction names a
 *   transaction that the service has not named
 */
export async function settleLinkedPayment(
  context: OrdersContext,
  orderId: string,
  verdict: LinkedPaymentVerdict,
): Promise<Settled> {
  checkContext('settleLinkedPayment', context)
  checkArguments('settleLinkedPayment', {}, { orderId })
  checkOptions('settleLinkedPayment', verdict, verdictRules)
  checkArguments('settleLinkedPayment', {}, { result: verdict.result })
  checkVerdict(verdict)
  const rows = await readOrder(context, orderId)
  const attempt = rows?.attempts.find(({ reference }) => reference === verdict.reference)
  if (rows === undefined || attempt === undefined) return { outcome: 'not_found' }
  const corrected = await correct(context, rows, { attempt, verdict })
  const isSettled =
    corrected ??
    (maySettle(attempt, verdict, context.now()) &&
      (await apply(context, rows, { attempt, verdict })))
  const after = await readOrder(context, orderId)
  const now = after?.attempts.find(({ reference }) => reference === verdict.reference)
  if (after === undefined || now === undefined) return { outcome: 'not_found' }
  const about = isAbout(orderId, 'reference', now.reference)
  // Another process may have changed the payment since it was read.
  const isSaid =
    says(now, verdict) && (isSettled || (await isRepeated(context, verdict, { about })))
  return { outcome: isSaid ? 'settled' : 'not_unknown', order: orderView(after) }
}
