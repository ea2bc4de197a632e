import { and, eq, sql } from 'drizzle-orm'
import { alertOnce } from '../alerts/alerts.ts'
import { attempts, orders } from '../database/schema.ts'
import { transactAll } from '../database/transact.ts'
import { update, type Transition } from '../database/transition.ts'
import type { OrdersContext } from '../orders-context.ts'
import { attemptsIn } from '../database/states-in-sql.ts'
import { ordersIn } from '../database/states-in-sql.ts'
import { holdMsOf } from './hold-ms-of.ts'
import type { LinkedAttempt } from './linked-attempt.ts'

/**
 * Records that the service holds the money. The order is `held` unless another payment was seen
 * meanwhile: then the money goes back. Money that the shop did not want held is taken at once.
 */
export async function recordHeld(
  context: OrdersContext,
  attempt: LinkedAttempt,
  held: { readonly transactionId: string; readonly walletNumber: string | null },
): Promise<void> {
  const atMs = context.now()
  const { orderId, reference, amountVnd, holds } = attempt
  const { transactionId, walletNumber } = held
  const canBeHeld = sql`(SELECT state FROM ${orders} WHERE id = ${orderId}) IN ${ordersIn.before('held')}`
  // What is to be taken at once is due at once.
  const dueAtMs = holds ? atMs + holdMsOf(context) : atMs
  const named = { reference, transaction_id: transactionId }
  const data = { ...named, wallet_number: walletNumber, amount_vnd: amountVnd }
  const attemptHeld: Transition = {
    decide: update(attempts, {
      set: {
        state: sql`CASE WHEN ${canBeHeld} THEN ${holds ? 'held' : 'capturing'} ELSE 'releasing' END`,
        releaseReason: sql`CASE WHEN ${canBeHeld} THEN NULL ELSE 'superfluous' END`,
        transactionId,
        walletNumber,
        heldAtMs: atMs,
        calls: 0,
        nextCallAtMs: sql`CASE WHEN ${canBeHeld} THEN ${dueAtMs} ELSE ${atMs} END`,
      },
      where: and(
        eq(attempts.reference, reference),
        sql`${attempts.state} IN ${attemptsIn.before('held')}`,
      ),
    }),
    journal: {
      atMs,
      kind: 'payment.held',
      orderId,
      dedupe: `payment.held:${reference}`,
      evidence: 'answer of the service',
      data,
    },
    optional: {
      decide: update(orders, {
        set: { state: 'held', version: sql`${orders.version} + 1` },
        where: and(eq(orders.id, orderId), sql`${orders.state} IN ${ordersIn.before('held')}`),
      }),
      event: { atMs, orderId, type: 'order.held', once: reference, data },
    },
  }
  const superfluous = alertOnce(
    {
      kind: 'superfluous_hold',
      subject: orderId,
      atMs,
      data: { order_id: orderId, ...named },
    },
    sql`EXISTS (SELECT 1 FROM ${attempts}
      WHERE reference = ${reference} AND state = 'releasing' AND release_reason = 'superfluous')`,
  )
  await transactAll(context, { transitions: [attemptHeld, superfluous] })
}
