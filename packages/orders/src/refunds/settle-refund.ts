import { and, eq, lte, sql, asc, isNotNull } from 'drizzle-orm'
import { raiseAlert } from '../alerts/alerts.ts'
import { openDatabase } from '../database/open-database.ts'
import { journal, orders, refunds } from '../database/schema.ts'
import { refundsIn } from '../database/states-in-sql.ts'
import { transact, transactAll } from '../database/transact.ts'
import { update, type Read } from '../database/transition.ts'
import { leaseMs } from '../events/outbox.ts'
import type { OrdersContext } from '../orders-context.ts'
import { backoffMs } from '../pacing/backoff.ts'
import { hasTime } from '../pacing/budget.ts'
import { inParallel } from '../pacing/in-parallel.ts'
import type { RefundAccepted } from '../service/payment-port.ts'
import { answerOf, type PortAnswer } from '../service/port-answer.ts'
import { recordRefunded, recordRefusedRefund, recordUnknownRefund } from './record-refund.ts'

/** A refund whose turn it is to be sent to the service. */
export interface LeasedRefund {
  readonly refund: typeof refunds.$inferSelect
  readonly originalReference: string
}

/** Calls after which a person is told that a refund is still unknown. */
const alertAfterCalls = 5
/** Calls after which the service is not asked again; the daily file settles what is left. */
const callsMax = 40
/** Age from which on a refund that could not be sent is reported. */
const alertAfterMs = 15 * 60_000
const refundIdExists = 4090801

async function leaseRefund(context: OrdersContext, id: string): Promise<LeasedRefund | undefined> {
  const now = context.now()
  const taken = update(refunds, {
    // Counted before the call: after a crash the count says that a call of ours may have landed.
    set: { calls: sql`${refunds.calls} + 1`, nextCallAtMs: now + leaseMs },
    where: and(
      eq(refunds.id, id),
      sql`${refunds.state} IN ${refundsIn.unsettled}`,
      lte(refunds.nextCallAtMs, now),
    ),
  })
  const orderOf: Read<typeof orders> = {
    table: orders,
    where: sql`${orders.id} = (SELECT order_id FROM ${refunds} WHERE id = ${id})`,
  }
  const done = await transactAll(context, { takings: [taken], reads: [orderOf] })
  const [refund] = done.rows(taken)
  const [order] = done.rows(orderOf)
  if (refund === undefined || !order?.paidReference) return undefined
  return { refund, originalReference: order.paidReference }
}

/** Takes back the count of a call that never left this side; a person hears of it when it lasts. */
async function uncountCall(
  context: OrdersContext,
  { refund }: LeasedRefund,
  why: string,
): Promise<void> {
  const now = context.now()
  const ageMs = now - refund.createdAtMs
  await transact(context, {
    decide: update(refunds, {
      set: {
        calls: sql`${refunds.calls} - 1`,
        nextCallAtMs: now + Math.max(backoffMs(1, context.random), Math.floor(ageMs / 4)),
      },
      where: and(eq(refunds.id, refund.id), eq(refunds.calls, refund.calls)),
    }),
  })
  if (ageMs < alertAfterMs) return
  await raiseAlert(context, {
    kind: 'refund_not_sent',
    subject: refund.id,
    atMs: now,
    data: { order_id: refund.orderId, why },
  })
}

/** Whether an earlier call for this refund was answered, with an error that settles nothing. */
async function wasAnswered(
  context: OrdersContext,
  refund: LeasedRefund['refund'],
): Promise<boolean> {
  const answered = await openDatabase(context)
    .select({ seq: journal.seq })
    .from(journal)
    .where(
      and(
        eq(journal.orderId, refund.orderId),
        eq(journal.kind, 'refund.unknown'),
        sql`json_extract(${journal.data}, '$.refund_id') = ${refund.id}`,
        sql`json_extract(${journal.data}, '$.code') IS NOT NULL`,
      ),
    )
    .limit(1)
  return answered.length > 0
}

async function applyRefusal(
  context: OrdersContext,
  leased: LeasedRefund,
  answer: Extract<PortAnswer<RefundAccepted>, { outcome: 'refused' }>,
): Promise<boolean> {
  const { code, reason } = answer
  const earlierCallMayHaveLanded = leased.refund.calls > 1 || answer.repeatedAfterUnknown
  if (code === refundIdExists && (await wasAnswered(context, leased.refund))) {
    // An earlier call was answered with an error: the service may have registered the id and returned
    // nothing. Asking again tells nothing new; the daily file will.
    await recordUnknownRefund(context, leased.refund, {
      data: { code, reason },
      nextCallAtMs: null,
      alert: 'refund_unsettled',
    })
    return false
  }
  if (code === refundIdExists && earlierCallMayHaveLanded) {
    // Decided: the id is ours alone and every call with it so far got no answer at all, so the refund
    // that "exists already" is the one we asked for. The other choice, to stay unknown until the
    // daily file comes, would keep every refund whose first answer got lost open for a day. The
    // journal says how it is known, so that the file can still contradict it. (Specification 7,
    // 4090801)
    await recordRefunded(context, leased.refund, {
      state: 'refunded',
      evidence: 'duplicate answer of the service',
      data: { code, earlier_calls: leased.refund.calls - 1 },
    })
    return true
  }
  if (code === refundIdExists) {
    // The id is ours alone, yet our first call meets a refund with it: a person must find out whose it is.
    await recordUnknownRefund(context, leased.refund, {
      data: { code, reason },
      nextCallAtMs: null,
      alert: 'refund_id_taken',
    })
    return false
  }
  if (answer.applied === 'maybe' || earlierCallMayHaveLanded) {
    // A refusal of the repeat says nothing about an earlier call: what is "no longer left" may be
    // what that call has returned.
    await keepUnknown(context, leased, { code, reason })
    return false
  }
  await recordRefusedRefund(context, leased.refund, answer)
  return true
}

async function keepUnknown(
  context: OrdersContext,
  { refund }: LeasedRefund,
  data: Readonly<Record<string, string | number>>,
): Promise<void> {
  const isLast = refund.calls >= callsMax
  const isAlarming = isLast || refund.calls >= alertAfterCalls
  await recordUnknownRefund(context, refund, {
    data,
    nextCallAtMs: isLast ? null : context.now() + backoffMs(refund.calls, context.random),
    ...(isAlarming && { alert: isLast ? 'refund_given_up' : 'refund_unknown' }),
  })
}

/**
 * Sends a due refund to the service and puts the outcome on disk. The same id goes out on every
 * repeat; a reservation is released only when the first call of all was refused without effect.
 *
 * @returns whether the refund is settled now
 */
export async function settleRefund(context: OrdersContext, id: string): Promise<boolean> {
  const leased = await leaseRefund(context, id)
  if (leased === undefined) return false
  const { refund, originalReference } = leased
  const answer = await answerOf(() =>
    context.port.refundOrder({
      refundId: refund.id,
      originalReference,
      vnd: refund.vnd,
      points: refund.points,
      ...(refund.reason !== null && { reason: refund.reason }),
      ...(refund.staffId !== null && { staffId: refund.staffId }),
    }),
  )
  if (answer.outcome === 'accepted') {
    const { code, refundTransactionId = null, refundWalletNumber = null } = answer.data
    await recordRefunded(context, refund, {
      state: code === 200 ? 'refunded' : 'part_settled',
      evidence: 'answer of the service',
      data: {
        code,
        refund_transaction_id: refundTransactionId,
        wallet_code: refundWalletNumber,
      },
    })
    return true
  }
  if (answer.outcome === 'refused') return applyRefusal(context, leased, answer)
  if (answer.outcome === 'not_sent') await uncountCall(context, leased, answer.message)
  else if (answer.outcome === 'unlisted') await keepUnknown(context, leased, { code: answer.code })
  else await keepUnknown(context, leased, { message: answer.message })
  return false
}

/**
 * Goes on with refunds that a crash has interrupted or that got no answer.
 *
 * @param limit refunds to send at most
 * @returns how many are settled now
 */
export async function settleRefunds(context: OrdersContext, limit: number): Promise<number> {
  const due = await openDatabase(context)
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(isNotNull(refunds.nextCallAtMs), lte(refunds.nextCallAtMs, context.now())))
    .orderBy(asc(refunds.nextCallAtMs))
    .limit(limit)
  let settled = 0
  await inParallel(
    due,
    async ({ id }) => {
      if (await settleRefund(context, id)) settled += 1
    },
    () => hasTime(context),
  )
  return settled
}
