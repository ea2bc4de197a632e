import { and, eq, sql } from 'drizzle-orm'
import { attempts } from '../../database/schema.ts'
import { attemptsIn } from '../../database/states-in-sql.ts'
import { transactAll } from '../../database/transact.ts'
import { update, type Read, type Transition } from '../../database/transition.ts'
import { entryOnce } from '../../journal/journal.ts'
import type { OrdersContext } from '../../orders-context.ts'

/** An order, and the attempt that replaces its payment with the linked wallet. */
export interface OtherAttempt {
  readonly orderId: string
  readonly reference: string
}

/**
 * Ends a payment that waits for a one-time code, because the customer chose another way to pay. The
 * code would pass through this system, so the payment cannot be confirmed any more. This happens
 * only after the other attempt is stored.
 */
export function abandonOtp({ orderId, reference }: OtherAttempt, atMs: number): Transition {
  return {
    decide: update(attempts, {
      set: { state: 'expired', nextCallAtMs: null },
      where: and(
        eq(attempts.orderId, orderId),
        sql`${attempts.state} = 'awaiting_otp'`,
        sql`EXISTS (SELECT 1 FROM ${attempts} WHERE reference = ${reference})`,
      ),
    }),
    optional: entryOnce({
      atMs,
      kind: 'payment.otp_abandoned',
      orderId,
      dedupe: `payment.otp_abandoned:${reference}:${atMs}`,
      evidence: 'own record',
      data: { reference_of_other: reference },
    }),
  }
}

/**
 * Ends a payment that waits for a one-time code, before the customer is sent back to another open
 * payment.
 *
 * @returns `false` when money of a linked wallet may be moving: then the other payment must wait
 */
export async function abandonOpenOtp(
  context: OrdersContext,
  other: OtherAttempt,
): Promise<boolean> {
  const moving: Read<typeof attempts> = {
    table: attempts,
    where: sql`${attempts.orderId} = ${other.orderId} AND ${attempts.state} IN ${attemptsIn.mayHaveMoved}`,
  }
  const done = await transactAll(context, {
    transitions: [abandonOtp(other, context.now())],
    reads: [moving],
  })
  return done.rows(moving).length === 0
}
