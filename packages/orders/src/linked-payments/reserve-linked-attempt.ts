import { sql } from 'drizzle-orm'
import { attempts, links, orders } from '../database/schema.ts'
import { transact } from '../database/transact.ts'
import { insert } from '../database/transition.ts'
import type { OrdersContext } from '../orders-context.ts'
import { attemptsIn } from '../database/states-in-sql.ts'
import { ordersIn } from '../database/states-in-sql.ts'
import { callLeaseMs, type LinkedAttempt } from './linked-attempt.ts'

/**
 * Puts a payment with a linked wallet on disk before the service hears of it.
 *
 * @returns `false` when the order cannot be paid now, when money may be moving for it already, or when
 *   the wallet is not linked any more
 */
export async function reserveLinkedAttempt(
  context: OrdersContext,
  attempt: LinkedAttempt,
  linkId: string,
): Promise<boolean> {
  const atMs = context.now()
  const { orderId, reference, amountVnd, holds, expiresAtMs } = attempt
  return transact(context, {
    decide: insert(attempts, {
      values: {
        reference,
        orderId,
        method: 'linked-wallet',
        state: 'paying',
        linkId,
        createdAtMs: atMs,
        leaseUntilMs: atMs + callLeaseMs,
        expiresAtMs,
        nextCallAtMs: atMs + callLeaseMs,
      },
      where: sql`
        EXISTS (
          SELECT 1 FROM ${orders}
          JOIN ${links} ON links.customer_id = orders.linked_customer_id
          WHERE orders.id = ${orderId} AND orders.state IN ${ordersIn.payable}
            AND orders.expires_at_ms > ${atMs}
            AND links.id = ${linkId} AND links.state = 'linked')
        AND NOT EXISTS (
          SELECT 1 FROM ${attempts}
          WHERE order_id = ${orderId} AND (
            state IN ${attemptsIn.mayHaveMoved}
            OR state = 'creating' AND lease_until_ms > ${atMs}
            OR state = 'awaiting_otp' AND expires_at_ms > ${atMs}))`,
    }),
    journal: {
      atMs,
      kind: 'payment.started',
      orderId,
      dedupe: `payment.started:${reference}`,
      evidence: 'own record',
      data: {
        reference,
        method: 'linked-wallet',
        link_id: linkId,
        amount_vnd: amountVnd,
        holds,
      },
    },
  })
}
