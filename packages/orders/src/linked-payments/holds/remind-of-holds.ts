import { and, asc, eq, sql, type SQL } from 'drizzle-orm'
import { alertOnce } from '../../alerts/alerts.ts'
import { dueInTurn } from '../../database/due-in-turn.ts'
import { openDatabase } from '../../database/open-database.ts'
import { alerts, attempts } from '../../database/schema.ts'
import { transactInBatches } from '../../database/transact-in-batches.ts'
import type { Transition } from '../../database/transition.ts'
import type { OrdersContext } from '../../orders-context.ts'

const dayMs = 24 * 60 * 60_000
/** Number of reminders in one batch. */
const perBatch = 20

type GivenUp = Pick<
  typeof attempts.$inferSelect,
  'reference' | 'orderId' | 'state' | 'calls' | 'heldAtMs' | 'createdAtMs'
> & { readonly why: string | null }

const ofAttempt = sql`${alerts.kind} = 'hold_given_up' AND ${alerts.subject} = ${attempts.reference}`

/**
 * Condition: the calls about this held money were given up, and no alert about it was raised for a
 * day.
 */
export function isHoldToBeRemindedOf(now: number): SQL {
  return sql`${attempts.state} IN ('capturing', 'releasing') AND ${attempts.nextCallAtMs} IS NULL
    AND NOT EXISTS (SELECT 1 FROM ${alerts}
      WHERE ${ofAttempt} AND ${alerts.lastRaisedAtMs} > ${now - dayMs})`
}

function reminder(context: OrdersContext, attempt: GivenUp): Transition {
  const atMs = context.now()
  const { reference, orderId, state, calls, why, heldAtMs, createdAtMs } = attempt
  const data = {
    order_id: orderId,
    asked: state,
    calls,
    ...(why !== null && { why }),
    age_days: Math.floor((atMs - (heldAtMs ?? createdAtMs)) / dayMs),
  }
  const isStillOpen = sql`EXISTS (SELECT 1 FROM ${attempts}
    WHERE ${and(eq(attempts.reference, reference), isHoldToBeRemindedOf(atMs))})`
  return alertOnce({ kind: 'hold_given_up', subject: reference, atMs, data }, isStillOpen)
}

/**
 * Raises the alert about held money that could be neither captured nor released once a day, until
 * it is settled. This reopens a closed alert and leaves an acknowledged alert acknowledged.
 *
 * @param limit maximum number of reminders
 */
export async function remindOfHolds(context: OrdersContext, limit: number): Promise<void> {
  const { reference, orderId, state, calls, heldAtMs, createdAtMs } = attempts
  const now = context.now()
  const due = await openDatabase(context)
    .select({
      reference,
      orderId,
      state,
      calls,
      heldAtMs,
      createdAtMs,
      why: sql<string | null>`(SELECT json_extract(${alerts.data}, '$.why')
        FROM ${alerts} WHERE ${ofAttempt})`,
    })
    .from(attempts)
    .where(
      dueInTurn(now, {
        key: reference,
        oldestFirst: createdAtMs,
        where: isHoldToBeRemindedOf(now),
        limit,
      }),
    )
    .orderBy(asc(createdAtMs))
  const transitions = due.map((one) => reminder(context, one))
  await transactInBatches(context, transitions, perBatch)
}
