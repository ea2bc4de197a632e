import type { TransactionOrder, TransactionQr } from '@merchant-edge/contract/transaction-qr'
import type { WebPayment } from '@merchant-edge/contract/web-payment'
import { and, eq, sql, isNull, or } from 'drizzle-orm'
import { raiseAlert } from '../../alerts/alerts.ts'
import { attempts, type JournalData } from '../../database/schema.ts'
import { attemptsIn } from '../../database/states-in-sql.ts'
import { transact } from '../../database/transact.ts'
import { update } from '../../database/transition.ts'
import type { OrdersContext } from '../../orders-context.ts'
import { findOrder } from '../../orders/find-order.ts'
import { isAllowedPaymentUrl } from '../../service/payment-url.ts'
import type { PortAnswer } from '../../service/port-answer.ts'
import type { PaymentMethod } from '../../states/attempt-state.ts'
import type { ExtraData } from '../../rules/extra-data.ts'
import type { StoreAndTerminal } from '../../stores/stores.ts'
import { alertNotStarted } from './alert-not-started.ts'
import { findAttempt, type AttemptOfOrder } from '../find-attempt.ts'
import { orderCreated } from './order-created.ts'
import type { PaymentOutcome } from '../payments-api.ts'
import { nextPoll } from '../queries/poll-schedule.ts'

async function recordFailure(
  context: OrdersContext,
  attempt: NewAttempt,
  failure: {
    state: 'create_unknown' | 'refused'
    data: JournalData
    isTurnedAway?: boolean
  },
): Promise<void> {
  const { state, data, isTurnedAway = false } = failure
  const { reference, orderId } = attempt
  await transact(context, {
    decide: update(attempts, {
      set: { state },
      where: and(
        eq(attempts.reference, reference),
        sql`${attempts.state} IN ${attemptsIn.before(state)}`,
      ),
    }),
    journal: {
      atMs: context.now(),
      kind: `attempt.${state}`,
      orderId,
      dedupe: `attempt.${state}:${reference}`,
      evidence: state === 'refused' ? 'answer of the service' : 'no answer of the service',
      data: { reference, ...data },
    },
  })
  await alertNotStarted(context, { orderId, data, isTurnedAway })
}

async function recordUnknown(
  context: OrdersContext,
  attempt: NewAttempt,
  cause: { message: string; data: JournalData },
): Promise<PaymentOutcome> {
  await recordFailure(context, attempt, { state: 'create_unknown', data: cause.data })
  return { outcome: 'unknown', message: cause.message }
}

async function recordAccepted(
  context: OrdersContext,
  attempt: NewAttempt,
  created: CreatedPayment,
): Promise<PaymentOutcome> {
  if ('payment_url' in created) {
    if (!isAllowedPaymentUrl(created.payment_url, context.paymentOrigins)) {
      return recordForeignPage(context, attempt, created.order_id)
    }
  }
  const isStored = await storeCreation(context, attempt, created)
  return isStored ? nextStepOf(created) : explainNotStored(context, attempt, created)
}

function nextStepOf(created: CreatedPayment): PaymentOutcome {
  const expiresAt = expirationOf(created)
  if ('payment_url' in created) {
    return { outcome: 'redirect', paymentUrl: created.payment_url, expiresAt }
  }
  if ('qr_code' in created) return { outcome: 'qr', qrCode: created.qr_code, expiresAt }
  const { order_id: serviceOrderId, signature } = created
  return { outcome: 'app', serviceOrderId, signature, expiresAt }
}

/**
 * Finds out why a creation was not stored: its id is used twice, a callback has already settled the
 * attempt or named another id, or it is already stored.
 */
async function explainNotStored(
  context: OrdersContext,
  attempt: NewAttempt,
  created: CreatedPayment,
): Promise<PaymentOutcome> {
  const { orderId, reference } = attempt
  const serviceOrderId = created.order_id
  const owner = await findAttempt(context, { serviceOrderId })
  if (owner !== undefined && owner.attempt.reference !== reference) {
    return recordUsedTwice(context, attempt, owner.attempt)
  }
  const order = await findOrder(context, orderId)
  if (order === null) return { outcome: 'not_found' }
  const stored = order.attempts.find((one) => one.reference === reference)
  if (stored?.state === 'created' && stored.serviceOrderId === serviceOrderId) {
    return nextStepOf(created)
  }
  if (stored?.serviceOrderId !== undefined && stored.serviceOrderId !== serviceOrderId) {
    await raiseAlert(context, {
      kind: 'service_order_differs',
      subject: reference,
      atMs: context.now(),
      data: {
        order_id: orderId,
        service_order_id: serviceOrderId,
        service_order_id_of_callback: stored.serviceOrderId,
      },
    })
  }
  return { outcome: 'closed', order }
}

/**
 * The service returned an id that another payment of ours already has. The two payments could not
 * be distinguished, so the customer is not sent there; another attempt gets another id.
 */
async function recordUsedTwice(
  context: OrdersContext,
  attempt: NewAttempt,
  owner: AttemptOfOrder['attempt'],
): Promise<PaymentOutcome> {
  const data = {
    service_order_id: owner.serviceOrderId,
    why: 'the service has given its order id to another payment before',
    order_id_of_other: owner.orderId,
    reference_of_other: owner.reference,
  }
  await raiseAlert(context, {
    kind: 'service_order_used_twice',
    subject: attempt.reference,
    atMs: context.now(),
    data: { order_id: attempt.orderId, ...data },
  })
  const message =
    'The service named an order id that another payment has; the customer was not sent there.'
  return recordUnknown(context, attempt, { message, data })
}

async function recordForeignPage(
  context: OrdersContext,
  attempt: NewAttempt,
  serviceOrderId: string,
): Promise<PaymentOutcome> {
  const data = { service_order_id: serviceOrderId, why: 'payment page on a foreign origin' }
  await raiseAlert(context, {
    kind: 'payment_page_refused',
    subject: attempt.reference,
    atMs: context.now(),
    data: { order_id: attempt.orderId, ...data },
  })
  const message =
    'The service named a payment page on a foreign origin; the customer was not sent there.'
  return recordUnknown(context, attempt, { message, data })
}

async function recordRefused(
  context: OrdersContext,
  attempt: NewAttempt,
  answer: Extract<PortAnswer<CreatedPayment>, { outcome: 'refused' }>,
): Promise<PaymentOutcome> {
  const { code, reason, remedy } = answer
  const data = { code, reason }
  if (answer.applied === 'maybe' || answer.repeatedAfterUnknown) {
    const message = `The service answered ${code} ${reason}; the payment may exist.`
    return recordUnknown(context, attempt, { message, data })
  }
  const isTurnedAway = answer.kind === 'not_processed'
  await recordFailure(context, attempt, { state: 'refused', data, isTurnedAway })
  return { outcome: 'refused', code, reason, remedy }
}

/**
 * Stores the service's answer to a creation and returns the next step for the customer. An attempt
 * becomes `refused` only when the answer proves that nothing was created.
 */
export async function recordCreation(
  context: OrdersContext,
  attempt: NewAttempt,
  answer: PortAnswer<CreatedPayment>,
): Promise<PaymentOutcome> {
  if (answer.outcome === 'accepted') return recordAccepted(context, attempt, answer.data)
  if (answer.outcome === 'refused') return recordRefused(context, attempt, answer)
  if (answer.outcome === 'unlisted') {
    const message = `The service answered the unlisted code ${answer.code}.`
    return recordUnknown(context, attempt, { message, data: { code: answer.code } })
  }
  if (answer.outcome === 'unknown') {
    return recordUnknown(context, attempt, { message: answer.message, data: {} })
  }
  const reason = 'not_sent'
  await recordFailure(context, attempt, { state: 'refused', data: { reason } })
  return { outcome: 'refused', code: 0, reason, remedy: answer.message }
}

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
 * When the payment expires. Polling depends on it, so an expiry outside the requested range is not
 * trusted: it would end polling too early, or never.
 */
function expiryOf(attempt: NewAttempt, created: CreatedPayment, now: number): number {
  const claimedMs = expirationOf(created) * 1000
  const askedMs = now + attempt.expiresInMinutes * 60_000
  return claimedMs > now && claimedMs <= askedMs + expiryToleranceMs ? claimedMs : askedMs
}

/**
 * Stores the created payment, and when to query it for the first time.
 *
 * @returns `false` when it is already stored, when a callback has meanwhile settled the attempt or
 *   named another id, or when another attempt has this id
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
        expires_at: Math.floor(expiresAtMs / 1000),
      },
    },
    optional: orderCreated(orderId),
  })
}
