import { and, asc, eq, isNotNull, lte, type SQL } from 'drizzle-orm'
import { dueInTurn } from '../database/due-in-turn.ts'
import { openDatabase } from '../database/open-database.ts'
import { refunds } from '../database/schema.ts'
import { transactInBatches } from '../database/transact-in-batches.ts'
import { update, type Transition } from '../database/transition.ts'
import type { OrdersContext } from '../orders-context.ts'
import type { Refund } from './find-refund.ts'
import { remindAfterMs } from './record-refund.ts'

const dayMs = 24 * 60 * 60_000
/** Number of reminders in one batch. */
const perBatch = 20

function reminder(context: OrdersContext, refund: Refund): Transition {
  const atMs = context.now()
  const { id, orderId, state, vnd, points, settledVnd, settledPoints } = refund
  return {
    decide: update(refunds, {
      set: { remindAtMs: atMs + remindAfterMs },
      where: and(eq(refunds.id, id), lte(refunds.remindAtMs, atMs)),
    }),
    alert: {
      kind: state === 'part_settled' ? 'refund_half_owed' : 'refund_still_unknown',
      subject: id,
      atMs,
      data: {
        order_id: orderId,
        age_days: Math.floor((atMs - refund.createdAtMs) / dayMs),
        vnd: vnd - settledVnd,
        points: points - settledPoints,
      },
    },
  }
}

/** Condition: a reminder of the refund is due. */
export function isToBeRemindedOf(now: number): SQL | undefined {
  return and(isNotNull(refunds.remindAtMs), lte(refunds.remindAtMs, now))
}

/**
 * Raises the alert about each refund of unknown outcome, and each refund that owes a half, once a
 * day; this reopens a closed alert.
 *
 * @param limit maximum number of reminders
 */
export async function remindOfRefunds(context: OrdersContext, limit: number): Promise<void> {
  const { id: key, remindAtMs: oldestFirst } = refunds
  const now = context.now()
  const due = await openDatabase(context)
    .select()
    .from(refunds)
    .where(dueInTurn(now, { key, oldestFirst, where: isToBeRemindedOf(now), limit }))
    .orderBy(asc(oldestFirst))
  const transitions = due.map((refund) => reminder(context, refund))
  await transactInBatches(context, transitions, perBatch)
}
