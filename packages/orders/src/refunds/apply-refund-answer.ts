import { and, eq, sql } from 'drizzle-orm'
import { alertOnce } from '../alerts/alerts.ts'
import { wasRestoredLately } from '../alerts/restored-lately.ts'
import { refunds, type JournalData } from '../database/schema.ts'
import { refundsIn } from '../database/states-in-sql.ts'
import { transact, transactAll } from '../database/transact.ts'
import { update } from '../database/transition.ts'
import type { OrdersContext } from '../orders-context.ts'
import { backoffMs } from '../pacing/backoff.ts'
import type { RefundAccepted, RefundCode } from '../service/payment-port.ts'
import type { PortAnswer } from '../service/port-answer.ts'
import { contradicted } from './contradicted-refund.ts'
import { readRefund, type Refund } from './find-refund.ts'
import { isUnderWay, revertCallCount } from './lease-refund.ts'
import { recordPresumed, withdrawPresumed } from './presume-refund.ts'
import { recordReturned, type Halves, type Proof } from './record-refund.ts'
import { recordUnknown } from './record-unknown.ts'
import { recordRefused, recordRefusedOverVerdict } from './refuse-refund.ts'
import { refundIdExists } from './requests-of-refund.ts'
import { alertAfterCalls, maxCalls } from '../pacing/call-limits.ts'

type Refusal = Extract<PortAnswer<RefundAccepted>, { outcome: 'refused' }>

const evidence = 'answer of the service'
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

/**
 * Keeps a refund unknown after an answer that settles nothing: it is called again later, up to the limits of calls and
 * of time. After five calls an alert is raised.
 *
 * @param refund the refund as it was leased for the call
 * @param data what the journal records of the answer; `isUnclear` if "this id exists" as a later answer proves nothing
 */
export async function keepUnknown(
  context: OrdersContext,
  refund: Refund,
  { isUnclear, ...data }: { readonly isUnclear: boolean } & JournalData,
): Promise<void> {
  const now = context.now()
  const { calls, firstCallAtMs } = refund
  const isLast = calls >= maxCalls || now - (firstCallAtMs ?? now) >= callForMs
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

/**
 * Stores what the answer to a call proves about its refund.
 *
 * @param refund the refund as it was leased for the call
 * @returns whether the refund is now settled or presumed
 */
export async function applyRefundAnswer(
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
