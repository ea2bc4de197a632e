import { and, eq, sql } from 'drizzle-orm'
import { raiseAlert } from '../../alerts/alerts.ts'
import { toSeconds } from '../../clock.ts'
import type { EvidenceSource } from '../../database/journal-entry.ts'
import { attempts, type JournalData } from '../../database/schema.ts'
import { attemptsIn } from '../../database/states-in-sql.ts'
import { update } from '../../database/transition.ts'
import type { OrdersContext } from '../../orders-context.ts'
import { findOrder } from '../../orders/find-order.ts'
import { isAllowedPaymentUrl } from '../../service/payment-url.ts'
import type { PortAnswer } from '../../service/port-answer.ts'
import { alertNotStarted } from './alert-not-started.ts'
import { findAttempt, type AttemptOfOrder } from '../find-attempt.ts'
import type { PaymentOutcome } from '../payments-api.ts'
import { outcomeNow, storeWhileOpen } from './open-for-payment.ts'
import { expiryOf, storeCreation, type CreatedPayment, type NewAttempt } from './store-creation.ts'

async function recordFailure(
  context: OrdersContext,
  attempt: NewAttempt,
  failure: {
    state: 'create_unknown' | 'refused'
    evidence: EvidenceSource
    data: JournalData
    isTurnedAway?: boolean
    outcome: PaymentOutcome
  },
): Promise<PaymentOutcome> {
  const { state, evidence, data, isTurnedAway = false, outcome } = failure
  const { reference, orderId } = attempt
  const { isClosed } = await storeWhileOpen(context, orderId, {
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
      evidence,
      data: { reference, ...data },
    },
  })
  await alertNotStarted(context, { orderId, data, isTurnedAway })
  return isClosed ? outcomeNow(context, orderId, outcome) : outcome
}

async function recordUnknown(
  context: OrdersContext,
  attempt: NewAttempt,
  cause: { message: string; data: JournalData },
): Promise<PaymentOutcome> {
  const { message, data } = cause
  const outcome = { outcome: 'unknown', message } as const
  const evidence = 'no answer of the service'
  return recordFailure(context, attempt, { state: 'create_unknown', evidence, data, outcome })
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
  const expiresAtMs = expiryOf(attempt, created, context.now())
  const { isStored, isClosed } = await storeCreation(context, attempt, { created, expiresAtMs })
  const outcome = isStored
    ? nextStepOf(created, toSeconds(expiresAtMs))
    : await explainNotStored(context, attempt, created)
  return isClosed ? outcomeNow(context, attempt.orderId, outcome) : outcome
}

function nextStepOf(created: CreatedPayment, expiresAt: number): PaymentOutcome {
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
  if (
    stored?.state === 'created' &&
    stored.serviceOrderId === serviceOrderId &&
    stored.expiresAt !== undefined
  ) {
    return nextStepOf(created, stored.expiresAt)
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

/** The service created a payment to which the customer cannot be sent: an alert is raised. */
async function recordUnusable(
  context: OrdersContext,
  attempt: NewAttempt,
  unusable: {
    readonly kind: 'service_order_used_twice' | 'payment_page_refused'
    readonly message: string
    readonly data: JournalData
  },
): Promise<PaymentOutcome> {
  const { kind, message, data } = unusable
  await raiseAlert(context, {
    kind,
    subject: attempt.reference,
    atMs: context.now(),
    data: { order_id: attempt.orderId, ...data },
  })
  return recordUnknown(context, attempt, { message, data })
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
  const message =
    'The service named an order id that another payment has; the customer was not sent there.'
  return recordUnusable(context, attempt, { kind: 'service_order_used_twice', message, data })
}

async function recordForeignPage(
  context: OrdersContext,
  attempt: NewAttempt,
  serviceOrderId: string,
): Promise<PaymentOutcome> {
  const data = { service_order_id: serviceOrderId, why: 'payment page on a foreign origin' }
  const message =
    'The service named a payment page on a foreign origin; the customer was not sent there.'
  return recordUnusable(context, attempt, { kind: 'payment_page_refused', message, data })
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
  const outcome = { outcome: 'refused', code, reason, remedy } as const
  const evidence = 'answer of the service'
  const failure = { state: 'refused', evidence, data, isTurnedAway, outcome } as const
  return recordFailure(context, attempt, failure)
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
  const outcome = { outcome: 'refused', code: 0, reason, remedy: answer.message } as const
  const failure = { state: 'refused', evidence: 'own record', data: { reason }, outcome } as const
  return recordFailure(context, attempt, failure)
}
