import { and, eq, sql } from 'drizzle-orm'
import { attempts } from '../database/schema.ts'
import { attemptsIn } from '../database/states-in-sql.ts'
import { transactAll } from '../database/transact.ts'
import { update, type Read, type Transition } from '../database/transition.ts'
import { entryOnce } from '../journal/journal.ts'
import type { OrdersContext } from '../orders-context.ts'

/** An order, and the attempt in favour of which a payment with the linked wallet is given up. */
export interface OtherAttempt {
  readonly orderId: string
  readonly reference: string
}

/**
 * Ends a payment that waits for a one-time code, because the customer has chosen another way: the code
 * goes through us, so that the payment cannot be confirmed any more. Happens only once the other attempt is on disk.
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
 * Ends a payment that waits for a one-time code, before the customer is led back to another payment that
 * is open.
 *
 * @returns `false` when money of a linked wallet may be moving instead: the other payment must wait
 */
export async function giveUpOtp(context: OrdersContext, other: OtherAttempt): Promise<boolean> {
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
