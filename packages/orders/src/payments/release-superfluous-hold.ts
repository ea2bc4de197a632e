import { and, eq, sql } from 'drizzle-orm'
import { attempts, orders } from '../database/schema.ts'
import { update, type Transition } from '../database/transition.ts'

/**
 * Releases held money when another payment of the order has become the one that counts; part of the
 * same batch, after that change.
 */
export function releaseSuperfluousHold(paid: {
  readonly orderId: string
  readonly reference: string
  readonly atMs: number
}): Transition {
  const { orderId, reference, atMs } = paid
  const data = { paid_reference: reference }
  return {
    decide: update(attempts, {
      set: {
        state: 'releasing',
        releaseReason: 'superfluous',
        calls: 0,
        nextCallAtMs: atMs,
        leaseUntilMs: atMs,
      },
      where: and(
        eq(attempts.orderId, orderId),
        sql`${attempts.state} = 'held'`,
        sql`EXISTS (SELECT 1 FROM ${orders}
          WHERE id = ${orderId} AND paid_transaction_id IS NOT NULL AND paid_reference = ${reference})`,
      ),
    }),
    journal: {
      atMs,
      kind: 'hold.superfluous',
      orderId,
      dedupe: `hold.superfluous:${orderId}:${reference}`,
      evidence: 'own record',
      data,
    },
    alert: {
      kind: 'superfluous_hold',
      subject: orderId,
      atMs,
      data: { order_id: orderId, ...data },
    },
  }
}
