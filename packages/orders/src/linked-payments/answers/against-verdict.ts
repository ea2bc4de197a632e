import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import { alertOnce } from '../../alerts/alerts.ts'
import { readValues } from '../../database/read-values.ts'
import { attempts, journal } from '../../database/schema.ts'
import { transact, transactAll } from '../../database/transact.ts'
import type { Transition } from '../../database/transition.ts'
import { entryOnce } from '../../journal/journal.ts'
import type { OrdersContext } from '../../orders-context.ts'
import { recordOtherTransaction } from '../../payments/contradicted-payment.ts'
import { callService } from '../../service-calls/call-service.ts'
import { storeCall } from '../../service-calls/store-call.ts'
import { statusOfAnswer } from './status-of-answer.ts'
import { whyUnsettled } from './why-unsettled.ts'

type Attempt = Pick<typeof attempts.$inferSelect, 'orderId' | 'reference'>

function attemptIs({ reference }: Attempt, condition: SQL | undefined): SQL {
  return sql`EXISTS (SELECT 1 FROM ${attempts} WHERE ${and(eq(attempts.reference, reference), condition)})`
}

/** Condition: the payment counts as paid, and a verdict was the first to say so. */
function isPaidByVerdict(attempt: Attempt): SQL {
  return sql`(${attemptIs(attempt, sql`${attempts.state} = 'paid'`)}
    AND 'word of a person' = (SELECT j.known FROM ${journal} j
      WHERE j.order_id = ${attempt.orderId} AND j.kind IN ('payment.confirmed', 'payment.disputed')
        AND json_extract(j.facts, '$.reference') = ${attempt.reference} ORDER BY j.seq LIMIT 1))`
}

/** Condition: the money counts as released, and only a verdict says so. */
function isReleasedByVerdict(attempt: Attempt): SQL {
  return sql`(${attemptIs(attempt, sql`${attempts.state} = 'released'`)}
    AND EXISTS (SELECT 1 FROM ${journal} WHERE dedupe = ${`hold.released:${attempt.reference}`}
      AND known = 'word of a person'))`
}

/**
 * Condition: an answer says that the money is held, which contradicts the verdict, and no later
 * answer says what became of it.
 */
export function isHeldAgainstVerdict({ reference }: Pick<Attempt, 'reference'>): SQL {
  return sql`(EXISTS (SELECT 1 FROM ${journal} WHERE dedupe = ${`hold.contradicted:${reference}`})
    AND NOT EXISTS (SELECT 1 FROM ${journal} WHERE dedupe = ${`hold.known:${reference}`}))`
}

/**
 * Raises an alert about a payment that a verdict has settled as paid, when an answer of the service
 * says that no money was taken. The payment still counts as paid.
 *
 * @param answer.says what the answer says
 * @param answer.tries number of codes sent when the call was made: a later one may have moved the
 *   money
 */
export async function alertNotTaken(
  context: OrdersContext,
  attempt: Attempt,
  { says, tries }: { readonly says: string; readonly tries?: number },
): Promise<void> {
  const { orderId, reference } = attempt
  const isLast = tries === undefined ? undefined : eq(attempts.otpTries, tries)
  await transact(
    context,
    alertOnce(
      {
        kind: 'linked_payment_denied',
        subject: reference,
        atMs: context.now(),
        data: { order_id: orderId, reference, says },
      },
      sql`${isPaidByVerdict(attempt)} AND ${attemptIs(attempt, isLast)}`,
    ),
  )
}

/**
 * Raises an alert about money that is held although a verdict says that it was taken or released.
 */
function heldAgainstVerdict(
  context: OrdersContext,
  { attempt, says, where }: { attempt: Attempt; says: string; where: SQL },
): Transition {
  const atMs = context.now()
  const { orderId, reference } = attempt
  const data = { reference, says }
  return {
    ...entryOnce(
      {
        atMs,
        kind: 'hold.contradicted',
        orderId,
        dedupe: `hold.contradicted:${reference}`,
        evidence: 'answer of the service',
        data,
      },
      where,
    ),
    alert: {
      kind: 'hold_contradicted',
      subject: reference,
      atMs,
      data: { order_id: orderId, ...data },
    },
  }
}

/**
 * Asks the service once more to capture or release money about which its answer and a verdict
 * differ. The call may be repeated. The answer is stored; when it contradicts the verdict, an alert
 * is raised. Assumes G-69.
 *
 * @returns `done` when the service has done what was asked for, `opposite` when it has done the
 *   other, and `pending` when it has not said
 */
export async function settleAsInVerdict(
  context: OrdersContext,
  attempt: Attempt,
  result: 'capture' | 'release',
): Promise<'done' | 'opposite' | 'pending'> {
  const { orderId, reference } = attempt
  const subject = { orderId, reference, endpoint: 'confirmOrder' } as const
  const call = await callService(context, subject, () =>
    context.port.settleHold({ reference, result }),
  )
  const status = statusOfAnswer(call.answer)
  const isDone = status === (result === 'capture' ? 'SUCCESS' : 'FAIL')
  const atMs = context.now()
  const asked = result === 'capture' ? 'capturing' : 'releasing'
  const known = entryOnce({
    atMs,
    kind: 'hold.known',
    orderId,
    dedupe: `hold.known:${reference}`,
    evidence: 'answer of the service',
    data: { reference, asked, says: status ?? '' },
  })
  const stillHeld = alertOnce({
    kind: 'hold_contradicted',
    subject: reference,
    atMs,
    data: { order_id: orderId, reference, asked, why: whyUnsettled(call.answer) },
  })
  const isKnown = status === 'SUCCESS' || status === 'FAIL'
  await Promise.all([
    transact(context, isKnown ? known : stillHeld),
    storeCall(context, call, status),
  ])
  if (!isKnown) return 'pending'
  if (isDone) return 'done'
  await alertOpposite(context, attempt, status)
  return 'opposite'
}

/**
 * Raises the alert that the service says the opposite of the verdict: no money was taken, or it
 * was.
 */
async function alertOpposite(context: OrdersContext, attempt: Attempt, status: 'SUCCESS' | 'FAIL') {
  if (status === 'FAIL') {
    await alertNotTaken(context, attempt, { says: status })
    return
  }
  const { orderId, reference } = attempt
  const taken = alertOnce(
    {
      kind: 'linked_payment_taken',
      subject: reference,
      atMs: context.now(),
      data: { order_id: orderId, reference, says: status },
    },
    isReleasedByVerdict(attempt),
  )
  await transact(context, taken)
}

/**
 * Stores that the money is held, and asks the service to capture or release it as the verdict says.
 */
async function settleContradiction(
  context: OrdersContext,
  about: { readonly attempt: Attempt; readonly says: string; readonly where?: SQL },
): Promise<boolean> {
  const { attempt, says, where = sql`TRUE` } = about
  const isPaid = isPaidByVerdict(attempt)
  const paid = heldAgainstVerdict(context, { attempt, says, where: sql`${isPaid} AND ${where}` })
  const isReleased = sql`${isReleasedByVerdict(attempt)} AND ${where}`
  const released = heldAgainstVerdict(context, { attempt, says, where: isReleased })
  const done = await transactAll(context, { transitions: [paid, released] })
  if (done.happened(paid)) await settleAsInVerdict(context, attempt, 'capture')
  if (done.happened(released)) await settleAsInVerdict(context, attempt, 'release')
  return done.happened(paid)
}

/**
 * Applies an answer to a payment or its confirmation which says that the money is held, after a
 * verdict has settled the payment as paid, or the money as released: the money is captured or
 * released as the verdict says, and an alert stays open until it is. An answer that repeats what is
 * known of the hold changes nothing.
 */
export async function applyHeldAgainstVerdict(
  context: OrdersContext,
  attempt: Attempt,
  held: { readonly transactionId: string; readonly walletNumber: string | null },
): Promise<void> {
  const { transactionId } = held
  const where = attemptIs(attempt, isNull(attempts.heldAtMs))
  if (!(await settleContradiction(context, { attempt, says: 'HOLDING', where }))) return
  const [isOther] = await readValues(context, [
    attemptIs(attempt, sql`${attempts.transactionId} <> ${transactionId}`),
  ])
  if (!isOther) return
  await recordOtherTransaction(context, attempt, { evidence: 'answer of the service', ...held })
}

/**
 * Applies an answer to confirmOrder that says something else than was asked for, after a verdict
 * has settled the payment as paid, or the money as released.
 *
 * @param status the status that the answer names
 */
export async function applyAgainstVerdict(
  context: OrdersContext,
  attempt: Attempt,
  status: string,
): Promise<void> {
  if (status === 'SUCCESS' || status === 'FAIL') await alertOpposite(context, attempt, status)
  else await settleContradiction(context, { attempt, says: status.slice(0, 40) })
}
