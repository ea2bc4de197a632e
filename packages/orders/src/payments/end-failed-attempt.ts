import { and, eq, sql } from 'drizzle-orm'
import { attempts } from '../database/schema.ts'
import { attemptsIn } from '../database/states-in-sql.ts'
import { transact } from '../database/transact.ts'
import { update } from '../database/transition.ts'
import type { OrdersContext } from '../orders-context.ts'
import type { OrderRows } from '../orders/order-view.ts'
import { queryPayment } from './query-payment.ts'

/**
 * Texts of pay_status after which a payment cannot be paid any more. They never make an order unpaid:
 * the polls go on, and a late SUCCESS still counts. Assumes G-35.
 */
const endedStatuses: ReadonlySet<string> = new Set(['FAIL', 'FAILED', 'ABORT', 'CANCEL', 'EXPIRED'])

/** An attempt younger than this is handed out again without asking. */
const askAfterMs = 5_000

/**
 * Asks the service whether a payment that would be handed out again has failed meanwhile, and ends the
 * attempt if so: the customer would be led to a page on which nothing can be paid.
 *
 * @returns whether the attempt has ended
 */
export async function endFailedAttempt(
  context: OrdersContext,
  attempt: OrderRows['attempts'][number],
): Promise<boolean> {
  const { reference, orderId, serviceOrderId } = attempt
  const now = context.now()
  if (serviceOrderId === null || now < attempt.createdAtMs + askAfterMs) return false
  const answer = await queryPayment(context, serviceOrderId)
  if (typeof answer === 'string' || !endedStatuses.has(answer.pay_status)) return false
  await transact(context, {
    decide: update(attempts, {
      set: { state: 'expired' },
      where: and(
        eq(attempts.reference, reference),
        sql`${attempts.state} IN ${attemptsIn.before('expired')}`,
      ),
    }),
    journal: {
      atMs: now,
      kind: 'attempt.failed',
      orderId,
      dedupe: `attempt.failed:${reference}`,
      evidence: 'signed query',
      data: { reference, pay_status: answer.pay_status },
    },
  })
  return true
}
