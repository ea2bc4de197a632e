import { and, eq, sql } from 'drizzle-orm'
import { openDatabase } from '../database/open-database.ts'
import { attempts } from '../database/schema.ts'
import type { OrdersContext } from '../orders-context.ts'
import { attemptsIn } from '../states/attempt-state.ts'
import { abandonOtp } from './abandon-otp.ts'

/**
 * Ends a payment that waits for a one-time code, before the customer is led back to another payment that
 * is open.
 *
 * @returns `false` when a payment with the linked wallet is under way instead: the other must wait
 */
export async function giveUpOtp(
  context: OrdersContext,
  other: { readonly orderId: string; readonly reference: string },
): Promise<boolean> {
  const db = openDatabase(context)
  const { orderId } = other
  const [, , moving] = await db.batch([
    ...abandonOtp(db, { ...other, atMs: context.now() }),
    db
      .select({ reference: attempts.reference })
      .from(attempts)
      .where(
        and(eq(attempts.orderId, orderId), sql`${attempts.state} IN ${attemptsIn.mayHaveMoved}`),
      ),
  ])
  return moving.length === 0
}
