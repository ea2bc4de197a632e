import { eq, sql } from 'drizzle-orm'
import { alertOnce } from '../../alerts/alerts.ts'
import { attempts } from '../../database/schema.ts'
import { transact } from '../../database/transact.ts'
import type { OrdersContext } from '../../orders-context.ts'
import { attemptIs, isPaidByVerdict, type AttemptByVerdict } from './by-verdict.ts'

/**
 * Raises an alert about a payment that a verdict has settled as paid, when an answer of the service
 * says that no money was taken. The payment still counts as paid.
 *
 * @param answer.says what the answer says
 * @param answer.tries number of codes sent when the call was made: a later one may have moved the
 *   money
 */
export async function alertNotTaken(
  context: OrdersContext,
  attempt: AttemptByVerdict,
  { says, tries }: { readonly says: string; readonly tries?: number },
): Promise<void> {
  const { orderId, reference } = attempt
  const isLast = tries === undefined ? undefined : eq(attempts.otpTries, tries)
  await transact(
    context,
    alertOnce(
      {
        kind: 'linked_payment_denied',
        subject: reference,
        atMs: context.now(),
        data: { order_id: orderId, reference, says },
      },
      sql`${isPaidByVerdict(attempt)} AND ${attemptIs(attempt, isLast)}`,
    ),
  )
}
