import { and, asc, eq, isNotNull, lte, sql, type SQL } from 'drizzle-orm'
import { alertOnce } from '../alerts/alerts.ts'
import { wasRestoredLately } from '../alerts/restored-lately.ts'
import { anyRow } from '../database/any-row.ts'
import { openDatabase } from '../database/open-database.ts'
import { refunds, type JournalData } from '../database/schema.ts'
import { refundsIn } from '../database/states-in-sql.ts'
import { transact, transactAll } from '../database/transact.ts'
import { update } from '../database/transition.ts'
import type { OrdersContext } from '../orders-context.ts'
import { backoffMs } from '../pacing/backoff.ts'
import { hasTime } from '../pacing/budget.ts'
import { processInParallel } from '../pacing/process-in-parallel.ts'
import { retryWrite } from '../pacing/retry-write.ts'
import type { RefundAccepted, RefundCode } from '../service/payment-port.ts'
import type { PortAnswer } from '../service/port-answer.ts'
import { callService } from '../service-calls/call-service.ts'
import { storeCall } from '../service-calls/store-call.ts'
import { contradicted } from './contradicted-refund.ts'
import { readRefund, type Refund } from './find-refund.ts'
import { isUnderWay, leaseRefund, revertCallCount } from './lease-refund.ts'
import { recordPresumed, withdrawPresumed } from './presume-refund.ts'
import { recordReturned, type Halves, type Proof } from './record-refund.ts'
import { recordUnknown } from './record-unknown.ts'
import { recordRefused, recordRefusedOverVerdict } from './refuse-refund.ts'
import { isToBeRemindedOf, remindOfRefunds } from './remind-of-refunds.ts'
import { refundIdExists } from './requests-of-refund.ts'

type Refusal = Extract<PortAnswer<RefundAccepted>, { outcome: 'refused' }>

const evidence = 'answer of the service'
/** Number of calls after which an alert is raised that a refund is still unknown. */
const alertAfterCalls = 5
/** Number of calls after which the refund is not retried: a file or a person settles it. */
const callsMax = 40
/** Time after the first call from which the refund is not retried. */
const callForMs = 36 * 60 * 60_000

/** The code by which the service says that it knows the nonce. @see Specification 7 */
const nonceReused = 4_010_006
/** The codes by which the service says that less of the payment is left. @see Specification 7 */
const nothingLeft: ReadonlySet<number> = new Set([4_000_809, 4_000_813, 4_004_009])

/** The halves that an answer code reports as refunded. @see Specification 2.6 */
const halvesOfCode: Readonly<Record<RefundCode, Halves>> = {
  200: { money: true, points: true },
  2000801: { money: true, points: false },
  2000802: { money: false, points: true },
}

/**
 * Records, regardless of the current lease, that "this id exists" proves nothing about a refund,
 * because of an answer that settles nothing. No lease is checked, because a late answer counts too.
 */
async function markUnclear(context: OrdersContext, refund: Refund, proof: Proof): Promise<void> {
  const isMarked = await transact(context, {
    decide: update(refunds, {
      set: { answeredUnclear: true },
      where: and(eq(refunds.id, refund.id), sql`${refunds.state} IN ${refundsIn.unsettled}`),
    }),
  })
  if (isMarked) return
  const now = await readRefund(context, refund.id)
  if (now?.state !== 'presumed_refunded') return
  await withdrawPresumed(context, now, { ...proof, data: { ...proof.data, late: true } })
}

async function keepUnknown(
  context: OrdersContext,
  refund: Refund,
  { isUnclear, ...data }: { readonly isUnclear: boolean } & JournalData,
): Promise<void> {
  const now = context.now()
  const { calls, firstCallAtMs } = refund
  const isLast = calls >= callsMax || now - (firstCallAtMs ?? now) >= callForMs
  const isAlarming = isLast || calls >= alertAfterCalls
  const isWritten = await recordUnknown(context, refund, {
    data,
    isUnclear,
    nextCallAtMs: isLast ? null : now + backoffMs(calls, context.random),
    ...(isAlarming && { alert: isLast ? 'refund_given_up' : 'refund_unknown' }),
  })
  if (!isWritten && isUnclear) await markUnclear(context, refund, { evidence, data })
}

/** Interprets "this id exists" of the service by what is known about the earlier calls. */
async function applyExisting(
  context: OrdersContext,
  refund: Refund,
  { code, reason, repeatedAfterUnknown, repeatedAfterUnclear }: Refusal,
): Promise<boolean> {
  const isFirst = refund.calls === 1 && !repeatedAfterUnknown
  const earlier = { code, earlier_calls: refund.calls - 1 }
  if (!isFirst && !repeatedAfterUnclear && (await recordPresumed(context, refund, earlier))) {
    return true
  }
  // A retry gives no new information: the id stays taken.
  const isWritten = await recordUnknown(context, refund, {
    data: { code, reason },
    isUnclear: true,
    nextCallAtMs: null,
    alert: isFirst ? 'refund_id_taken' : 'refund_unsettled',
  })
  // Then no call before a newer one may have made the refund, or one of them was answered.
  if (!isWritten && (isFirst || repeatedAfterUnclear)) {
    await markUnclear(context, refund, { evidence, data: { code, reason } })
  }
  return false
}

/**
 * Takes back a call that certainly had no effect. If a newer call was sent meanwhile, the first call
 * stays counted, although the newer one may be the first that the service has processed: "this id
 * exists" as its answer then proves nothing.
 */
async function takeBack(
  context: OrdersContext,
  refund: Refund,
  { why, ...proof }: { readonly why: string } & Proof,
): Promise<void> {
  if (await revertCallCount(context, refund, why)) return
  const now = await readRefund(context, refund.id)
  if (refund.calls === 1 && now !== undefined && now.calls > 1) {
    await markUnclear(context, refund, proof)
  }
}

/**
 * Whether the refusal of a first call may be about an earlier call, of which the database does not
 * know because it was restored: what is no longer left may have been returned by that call.
 */
async function mayBeOfLostCall(context: OrdersContext, code: number): Promise<boolean> {
  return nothingLeft.has(code) && (await wasRestoredLately(context))
}

async function applyRefusal(
  context: OrdersContext,
  refund: Refund,
  answer: Refusal,
): Promise<boolean> {
  const { code, reason, remedy, repeatedAfterUnknown, repeatedAfterUnclear } = answer
  if (code === refundIdExists) return applyExisting(context, refund, answer)
  const isUnread = answer.kind === 'not_processed'
  // A used nonce says that the request has arrived before, and nothing about what became of it.
  if (code === nonceReused || (isUnread && repeatedAfterUnknown)) {
    await keepUnknown(context, refund, { isUnclear: repeatedAfterUnclear, code, reason })
    return false
  }
  if (isUnread) {
    const why = `${code} ${reason}: ${remedy}`
    await takeBack(context, refund, { why, evidence, data: { code, reason } })
    return false
  }
  const earlierCallMayHaveLanded =
    refund.calls > 1 || repeatedAfterUnknown || (await mayBeOfLostCall(context, code))
  if (answer.applied === 'maybe' || earlierCallMayHaveLanded) {
    // A refusal of a retry says nothing about the earlier call: the amount may be "no longer left"
    // because that call made the refund.
    await keepUnknown(context, refund, { isUnclear: true, code, reason })
    return false
  }
  const refused = { evidence, refusal: { code, reason, remedy }, data: {} } as const
  const isRefused = await recordRefused(context, refund, {
    ...refused,
    // After our lease has expired, a later call may have been sent; then its answer decides.
    where: and(sql`${refunds.state} = 'reserved'`, isUnderWay(refund)),
  })
  if (isRefused) return true
  if (await recordRefusedOverVerdict(context, refund, refused)) return false
  await markUnclear(context, refund, { evidence, data: { code, reason } })
  return false
}

async function applyAccepted(
  context: OrdersContext,
  refund: Refund,
  { code, refundTransactionId, refundWalletNumber }: RefundAccepted,
): Promise<boolean> {
  const data = {
    code,
    refund_transaction_id: refundTransactionId ?? null,
    wallet_code: refundWalletNumber ?? null,
  }
  const halves = halvesOfCode[code]
  const recording = await recordReturned(context, refund, { halves, evidence, data })
  if (recording !== 'contradicted') return true
  const { id, orderId, vnd, points } = refund
  const atMs = context.now()
  await transactAll(context, {
    transitions: [
      contradicted(refund, {
        atMs,
        evidence,
        vnd: halves.money ? vnd : 0,
        points: halves.points ? points : 0,
        data,
      }),
      alertOnce({
        kind: 'refund_contradicted',
        subject: id,
        atMs,
        data: { order_id: orderId, vnd, points, ...data },
      }),
    ],
  })
  return false
}

async function apply(
  context: OrdersContext,
  refund: Refund,
  answer: PortAnswer<RefundAccepted>,
): Promise<boolean> {
  switch (answer.outcome) {
    case 'accepted':
      return applyAccepted(context, refund, answer.data)
    case 'refused':
      return applyRefusal(context, refund, answer)
    case 'not_sent':
      await takeBack(context, refund, {
        why: answer.message,
        evidence: 'own record',
        data: { message: answer.message },
      })
      return false
    case 'unlisted':
      await keepUnknown(context, refund, { isUnclear: true, code: answer.code })
      return false
    case 'unknown':
      await keepUnknown(context, refund, { isUnclear: !answer.silent, message: answer.message })
  }
  return false
}

/**
 * Sends a due refund to the service and stores the outcome. Every retry uses the same id. A
 * reservation is released only when the very first call was refused without effect.
 *
 * @returns whether the refund is now settled or presumed
 */
export async function settleRefund(context: OrdersContext, id: string): Promise<boolean> {
  const leased = await leaseRefund(context, id)
  if (leased === undefined) return false
  const { refund, originalReference } = leased
  const { orderId } = refund
  const subject = { orderId, reference: refund.id, endpoint: 'refundOrder' } as const
  const call = await callService(context, subject, () =>
    context.port.refundOrder({
      refundId: refund.id,
      originalReference,
      vnd: refund.vnd,
      points: refund.points,
      ...(refund.reason !== null && { reason: refund.reason }),
      ...(refund.staffId !== null && { staffId: refund.staffId }),
      ...(refund.staffName !== null && { staffName: refund.staffName }),
    }),
  )
  const [isSettled] = await Promise.all([
    retryWrite(context, () => apply(context, refund, call.answer)),
    storeCall(context, call),
  ])
  return isSettled
}

/**
 * Records that the outcome of a refund is unknown when five calls or more were made and the process
 * ended during the last one, or could not store its answer. Otherwise such a refund would be called
 * every minute for ever, and nobody would be told.
 */
async function recordInterrupted(context: OrdersContext, refund: Refund): Promise<void> {
  const { callingUntilMs, calls } = refund
  if (callingUntilMs === null || calls < alertAfterCalls) return
  const message = 'The process ended before the answer to its call was stored.'
  await keepUnknown(context, refund, { isUnclear: false, message })
}

function isCallDue(now: number): SQL | undefined {
  return and(isNotNull(refunds.nextCallAtMs), lte(refunds.nextCallAtMs, now))
}

/** Whether {@link settleRefunds} has something to do. */
export function refundsAreDue(context: OrdersContext): SQL {
  const now = context.now()
  return sql`${anyRow(refunds, isCallDue(now))} OR ${anyRow(refunds, isToBeRemindedOf(now))}`
}

/**
 * Continues refunds that a crash interrupted or that got no answer, and raises reminders for those
 * whose outcome stays open.
 *
 * @param limit maximum number of refunds to send, and of reminders
 * @returns the number of refunds settled by this call
 */
export async function settleRefunds(context: OrdersContext, limit: number): Promise<number> {
  const due = await openDatabase(context)
    .select()
    .from(refunds)
    .where(isCallDue(context.now()))
    .orderBy(asc(refunds.nextCallAtMs))
    .limit(limit)
  let settled = 0
  await processInParallel(
    due,
    async (refund) => {
      await recordInterrupted(context, refund)
      if (await settleRefund(context, refund.id)) settled += 1
    },
    () => hasTime(context),
  )
  await remindOfRefunds(context, limit)
  return settled
}
