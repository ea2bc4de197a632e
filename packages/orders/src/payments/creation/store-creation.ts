import type { TransactionOrder, TransactionQr } from '@merchant-edge/contract/transaction-qr'
import type { WebPayment } from '@merchant-edge/contract/web-payment'
import { and, eq, sql, isNull, or } from 'drizzle-orm'
import { toSeconds } from '../../clock.ts'
import { attempts } from '../../database/schema.ts'
import { attemptsIn } from '../../database/states-in-sql.ts'
import { update } from '../../database/transition.ts'
import type { OrdersContext } from '../../orders-context.ts'
import type { ExtraData } from '../../rules/extra-data.ts'
import type { PaymentMethod } from '../../states/attempt-state.ts'
import type { StoreAndTerminal } from '../../stores/stores.ts'
import { nextPoll } from '../queries/poll-schedule.ts'
import { orderCreated } from './order-created.ts'
import { storeWhileOpen, type StoredWhileOpen } from './open-for-payment.ts'

/** A stored attempt whose creation was requested from the service. */
export interface NewAttempt {
  readonly orderId: string
  readonly reference: string
  readonly method: PaymentMethod
  readonly amountVnd: number
  readonly description: string
  readonly expiresInMinutes: number
  /** Store and terminal; `undefined` when none was recorded. */
  readonly store: StoreAndTerminal | undefined
  /** Extra information of the order, if any. */
  readonly extraData: ExtraData | undefined
  /** End of the lease of the call that creates it, in milliseconds since 1970. */
  readonly leaseUntilMs: number
}

/** How far the clock of the service may be ahead of ours. */
const expiryToleranceMs = 5 * 60_000

/** The service's answer to a creation: a hosted page, a QR, or an order for the wallet app. */
export type CreatedPayment = WebPayment | TransactionQr | TransactionOrder

function expirationOf(created: CreatedPayment): number {
  return 'expired_at' in created ? created.expired_at : created.expiration
}

function handedOut(created: CreatedPayment) {
  if ('payment_url' in created) return { paymentUrl: created.payment_url }
  return 'qr_code' in created ? { qrCode: created.qr_code } : { appSignature: created.signature }
}

/**
 * When a new payment expires, in milliseconds since 1970. Polling and the page of the customer
 * depend on it, so an expiry outside the requested range is not trusted: it would end them too
 * early, or never.
 *
 * @param now time of the answer, in milliseconds since 1970
 */
export function expiryOf(attempt: NewAttempt, created: CreatedPayment, now: number): number {
  const claimedMs = expirationOf(created) * 1000
  const askedMs = now + attempt.expiresInMinutes * 60_000
  return claimedMs > now && claimedMs <= askedMs + expiryToleranceMs ? claimedMs : askedMs
}

/** A created payment, and when it expires, in milliseconds since 1970: {@link expiryOf}. */
export interface TimedPayment {
  readonly created: CreatedPayment
  readonly expiresAtMs: number
}

/**
 * Stores the created payment, and when to query it for the first time.
 *
 * @returns `isStored`: `false` when it is already stored, when a callback has meanwhile settled the
 *   attempt or named another id, or when another attempt has this id; `isClosed` as
 *   {@link storeWhileOpen}
 */
export async function storeCreation(
  context: OrdersContext,
  attempt: NewAttempt,
  { created, expiresAtMs }: TimedPayment,
): Promise<StoredWhileOpen> {
  const now = context.now()
  const { orderId, reference } = attempt
  const poll = nextPoll({ step: 0, createdAtMs: now, expiresAtMs }, now, context.random)
  return storeWhileOpen(context, orderId, {
    decide: update(attempts, {
      set: {
        state: 'created',
        serviceOrderId: created.order_id,
        expiresAtMs,
        pollStep: poll === undefined ? 0 : poll.step + 1,
        nextPollAtMs: poll?.atMs ?? null,
        ...handedOut(created),
      },
      where: and(
        eq(attempts.reference, reference),
        sql`${attempts.state} IN ${attemptsIn.before('created')}`,
        or(isNull(attempts.serviceOrderId), eq(attempts.serviceOrderId, created.order_id)),
        sql`NOT EXISTS (SELECT 1 FROM ${attempts}
          WHERE service_order_id = ${created.order_id} AND reference <> ${reference})`,
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
        expires_at: toSeconds(expiresAtMs),
      },
    },
    optional: orderCreated(orderId),
  })
}
