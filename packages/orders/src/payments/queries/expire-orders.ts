import { and, eq, isNull, lte, sql, type SQL } from 'drizzle-orm'
import { anyRow } from '../../database/any-row.ts'
import { dueInTurn } from '../../database/due-in-turn.ts'
import { openDatabase } from '../../database/open-database.ts'
import { attempts, orders } from '../../database/schema.ts'
import { attemptsIn, ordersIn } from '../../database/states-in-sql.ts'
import { transact } from '../../database/transact.ts'
import { update } from '../../database/transition.ts'
import type { OrdersContext } from '../../orders-context.ts'
import { processOneByOne } from '../../pacing/one-by-one.ts'
import { expiryGraceMs } from './poll-schedule.ts'

type Attempt = typeof attempts.$inferSelect

async function closeUnanswered(
  context: OrdersContext,
  attempt: Attempt,
  state: 'create_unknown' | 'expired',
): Promise<void> {
  const { reference, orderId } = attempt
  // A callback may have named its id at the service since it was read.
  const isStillUnnamed = state === 'expired' ? isNull(attempts.serviceOrderId) : undefined
  await transact(context, {
    decide: update(attempts, {
      set: { state },
      where: and(
        eq(attempts.reference, reference),
        eq(attempts.state, attempt.state),
        isStillUnnamed,
      ),
    }),
    journal: {
      atMs: context.now(),
      kind: `attempt.${state}`,
      orderId,
      dedupe: `attempt.${state}:${reference}`,
      evidence: 'no answer of the service',
      data: { reference },
    },
  })
}

function isUnanswered(now: number): SQL | undefined {
  return and(
    sql`${attempts.state} IN ${attemptsIn.unanswered}`,
    sql`(${attempts.serviceOrderId} IS NULL AND ${attempts.expiresAtMs} <= ${now - expiryGraceMs}
      OR ${attempts.state} = 'creating' AND ${attempts.leaseUntilMs} <= ${now})`,
  )
}

/** Whether {@link closeUnansweredAttempts} has something to do. */
export function attemptsAreUnanswered(context: OrdersContext): SQL {
  return anyRow(attempts, isUnanswered(context.now()))
}

/**
 * Processes attempts whose creation was never answered. After the lease of the creating request the
 * attempt becomes `create_unknown`; 60 seconds after its maximum lifetime it becomes `expired`. If
 * a callback has named its id at the service, polling decides instead.
 *
 * @param limit maximum number of attempts to close
 */
export async function closeUnansweredAttempts(
  context: OrdersContext,
  limit: number,
): Promise<void> {
  const now = context.now()
  const overBefore = now - expiryGraceMs
  const { reference: key, expiresAtMs: oldestFirst } = attempts
  const unanswered = await openDatabase(context)
    .select()
    .from(attempts)
    .where(dueInTurn(now, { key, oldestFirst, where: isUnanswered(now), limit }))
    .orderBy(oldestFirst)
  await processOneByOne(unanswered, async (attempt) => {
    const isOver = attempt.expiresAtMs <= overBefore && attempt.serviceOrderId === null
    await closeUnanswered(context, attempt, isOver ? 'expired' : 'create_unknown')
  })
}

/**
 * SQL condition: the time of an order has passed, and none of its attempts can still be paid or may
 * be in progress.
 *
 * @param over condition for attempts that are over although their state does not say so; left out,
 *   there are none
 */
export function timeIsOver(now: number, over: SQL = sql`FALSE`): SQL | undefined {
  return and(
    lte(orders.expiresAtMs, now),
    sql`NOT EXISTS (SELECT 1 FROM ${attempts}
      WHERE ${attempts.orderId} = ${orders.id} AND ${attempts.state} IN ${attemptsIn.live} AND NOT (${over}))`,
  )
}

function isExpirable(now: number): SQL | undefined {
  return and(sql`${orders.state} IN ${ordersIn.payable}`, timeIsOver(now))
}

/** Whether {@link expireOrders} has something to do. */
export function ordersAreOver(context: OrdersContext): SQL {
  return anyRow(orders, isExpirable(context.now()))
}

/**
 * Expires orders whose lifetime is over and whose attempts cannot be paid any more, with an event
 * for the shop. A late payment reopens an expired order. Assumes G-09.
 *
 * @param limit maximum number of orders to expire
 * @returns the number of expired orders
 */
export async function expireOrders(context: OrdersContext, limit: number): Promise<number> {
  const db = openDatabase(context)
  const now = context.now()
  const { id: key, expiresAtMs: oldestFirst } = orders
  const due = await db
    .select({ id: orders.id })
    .from(orders)
    .where(dueInTurn(now, { key, oldestFirst, where: isExpirable(now), limit }))
    .orderBy(oldestFirst)
  let expired = 0
  await processOneByOne(due, async ({ id }) => {
    const hasExpired = await transact(context, {
      decide: update(orders, {
        set: { state: 'expired', version: sql`${orders.version} + 1` },
        where: and(eq(orders.id, id), isExpirable(now)),
      }),
      journal: {
        atMs: now,
        kind: 'order.expired',
        orderId: id,
        dedupe: `order.expired:${id}`,
        evidence: 'own record',
        data: {},
      },
      event: { atMs: now, orderId: id, type: 'order.expired', once: '', data: {} },
    })
    if (hasExpired) expired += 1
  })
  return expired
}
