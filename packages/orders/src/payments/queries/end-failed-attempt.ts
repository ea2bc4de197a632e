import type { OrderStatus } from '@merchant-edge/contract/transaction-qr'
import { and, eq, sql } from 'drizzle-orm'
import { attempts } from '../../database/schema.ts'
import { attemptsIn } from '../../database/states-in-sql.ts'
import { transact } from '../../database/transact.ts'
import { update } from '../../database/transition.ts'
import type { OrdersContext } from '../../orders-context.ts'
import type { OrderRows } from '../../orders/order-view.ts'

/**
 * Values of pay_status after which a payment cannot be made any more. They never make an order
 * unpaid: polling continues, and a late SUCCESS still counts. Assumes G-35.
 */
const endedStatuses: ReadonlySet<string> = new Set(['FAIL', 'FAILED', 'ABORT', 'CANCEL', 'EXPIRED'])

/**
 * Ends an attempt that the service reports as failed, because its payment page would be useless for
 * the customer.
 *
 * @returns whether the service says so
 */
export async function endFailedAttempt(
  context: OrdersContext,
  { reference, orderId }: OrderRows['attempts'][number],
  answer: OrderStatus,
): Promise<boolean> {
  if (!endedStatuses.has(answer.pay_status)) return false
  await transact(context, {
    decide: update(attempts, {
      set: { state: 'expired' },
      where: and(
        eq(attempts.reference, reference),
        sql`${attempts.state} IN ${attemptsIn.before('expired')}`,
      ),
    }),
    journal: {
      atMs: context.now(),
      kind: 'attempt.failed',
      orderId,
      dedupe: `attempt.failed:${reference}`,
      evidence: 'signed query',
      data: { reference, pay_status: answer.pay_status },
    },
  })
  return true
}
