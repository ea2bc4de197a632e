import type { TransactionQr } from '@merchant-edge/contract/transaction-qr'
import type { WebPayment } from '@merchant-edge/contract/web-payment'
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { attempts } from '../database/schema.ts'
import { transact } from '../database/transact.ts'
import { update } from '../database/transition.ts'
import type { PaymentMethod } from '../states/attempt-state.ts'
import type { OrdersContext } from '../orders-context.ts'
import { attemptsIn } from '../database/states-in-sql.ts'
import { orderCreated } from './order-created.ts'
import { nextPoll } from './poll-schedule.ts'

/** An attempt that is on disk and whose creation has been asked for. */
export interface NewAttempt {
  readonly orderId: string
  readonly reference: string
  readonly method: PaymentMethod
  readonly amountVnd: number
  readonly description: string
  readonly expiresInMinutes: number
}

/** How far the clock of the service may be ahead of ours. */
const expiryToleranceMs = 5 * 60_000

/** What the service answers a creation with: a hosted page or a QR. */
export type CreatedPayment = WebPayment | TransactionQr

/**
 * When the payment expires. The polls hang on it, so that an answer outside of what was asked for is
 * not believed: it would end them too early, or never.
 */
function expiryOf(attempt: NewAttempt, created: CreatedPayment, now: number): number {
  const claimedMs = created.expiration * 1000
  const askedMs = now + attempt.expiresInMinutes * 60_000
  return claimedMs > now && claimedMs <= askedMs + expiryToleranceMs ? claimedMs : askedMs
}

/**
 * Stores what the service has created, and when to ask about it for the first time.
 *
 * @returns `false` when a callback has meanwhile settled the attempt or told another id
 */
export async function storeCreation(
  context: OrdersContext,
  attempt: NewAttempt,
  created: CreatedPayment,
): Promise<boolean> {
  const now = context.now()
  const { orderId, reference } = attempt
  const expiresAtMs = expiryOf(attempt, created, now)
  const poll = nextPoll({ step: 0, createdAtMs: now, expiresAtMs }, now, context.random)
  return transact(context, {
    decide: update(attempts, {
      set: {
        state: 'created',
        serviceOrderId: created.order_id,
        expiresAtMs,
        pollStep: poll === undefined ? 0 : poll.step + 1,
        nextPollAtMs: poll?.atMs ?? null,
        ...('payment_url' in created
          ? { paymentUrl: created.payment_url }
          : { qrCode: created.qr_code }),
      },
      where: and(
        eq(attempts.reference, reference),
        sql`${attempts.state} IN ${attemptsIn.before('created')}`,
        or(isNull(attempts.serviceOrderId), eq(attempts.serviceOrderId, created.order_id)),
      ),
    }),
    journal: {
      atMs: now,
      kind: 'attempt.created',
      orderId,
      dedupe: `attempt.created:${reference}`,
      evidence: 'answer of the service',
      data: {
        reference,
        service_order_id: created.order_id,
        expires_at: Math.floor(expiresAtMs / 1000),
      },
    },
    optional: orderCreated(orderId),
  })
}
