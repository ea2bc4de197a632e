import { sql } from 'drizzle-orm'
import { checkArguments, checkOptions } from '@merchant-edge/signing/options'
import { checkContext } from '../../check-context.ts'
import { toSeconds } from '../../clock.ts'
import { attempts, orders } from '../../database/schema.ts'
import { attemptsIn, ordersIn } from '../../database/states-in-sql.ts'
import { transactAll } from '../../database/transact.ts'
import { insert, type Transition } from '../../database/transition.ts'
import type { OrdersContext } from '../../orders-context.ts'
import { readOrder } from '../../orders/find-order.ts'
import { storeOf, type OrderRows } from '../../orders/order-view.ts'
import { processInParallel } from '../../pacing/process-in-parallel.ts'
import { retryWrite } from '../../pacing/retry-write.ts'
import { callbackToken } from '../../references/callback-token.ts'
import { newReference } from '../../references/reference.ts'
import type { PaymentToCreate } from '../../service/payment-port.ts'
import { callOnce, type ServiceCall } from '../../service-calls/call-service.ts'
import { storeCall } from '../../service-calls/store-call.ts'
import type { PaymentMethod } from '../../states/attempt-state.ts'
import { abandonOtp, abandonOpenOtp } from './abandon-otp.ts'
import { settleByQuery } from '../queries/settle-by-query.ts'
import type { PaymentOutcome } from '../payments-api.ts'
import { closed, whyNotOpen } from './open-for-payment.ts'
import { recordCreation } from './record-creation.ts'
import type { CreatedPayment, NewAttempt } from './store-creation.ts'

/** How long one request may take to create a payment before another may try. */
const creationLeaseMs = 90_000
/** A payment younger than this is returned again without a query. */
const askAfterMs = 5_000
/** A payment that expires sooner than this is not returned again. */
const marginMs = 20_000
/** Life of a payment at the service, in minutes. @see Specification 8 */
const lifeMinutes = { min: 3, max: 15 }

const methods: readonly PaymentMethod[] = ['web-payment', 'transaction-qr', 'app-to-app']

async function reusableOutcome(
  context: OrdersContext,
  rows: OrderRows,
  method: PaymentMethod,
): Promise<PaymentOutcome | undefined> {
  const now = context.now()
  for (const attempt of rows.attempts) {
    const isReusable = attempt.state === 'created' && attempt.expiresAtMs > now + marginMs
    if (!isReusable || attempt.method !== method) continue
    if (rows.order.linkedCustomerId !== null && !(await abandonOpenOtp(context, attempt))) {
      return { outcome: 'busy' }
    }
    const expiresAt = toSeconds(attempt.expiresAtMs)
    if (attempt.paymentUrl !== null) {
      return { outcome: 'redirect', paymentUrl: attempt.paymentUrl, expiresAt }
    }
    if (attempt.qrCode !== null) return { outcome: 'qr', qrCode: attempt.qrCode, expiresAt }
    const { appSignature: signature, serviceOrderId } = attempt
    if (signature !== null && serviceOrderId !== null) {
      return { outcome: 'app', serviceOrderId, signature, expiresAt }
    }
  }
  return undefined
}

/**
 * Queries the open payments of an order, of any method, before the customer is sent to one of them
 * or to a new one. A payment may have succeeded without a callback, or have failed. Without an
 * answer they count as open.
 *
 * @returns whether there were any: then seconds may have passed, in which the order may be paid
 */
async function queryOpenPayments(context: OrdersContext, rows: OrderRows): Promise<boolean> {
  const before = context.now() - askAfterMs
  const open = rows.attempts.filter(
    ({ state, createdAtMs }) => state === 'created' && createdAtMs <= before,
  )
  await processInParallel(open, async (attempt) => {
    await settleByQuery(context, attempt)
  })
  return open.length > 0
}

/**
 * Lifetime to request for a payment; the lifetime of a payment in the wallet app cannot be chosen.
 * @see Specification 4.2
 */
function minutesFor(method: PaymentMethod, order: OrderRows['order'], now: number): number {
  if (method === 'app-to-app') return lifeMinutes.max
  const left = Math.ceil((order.expiresAtMs - now) / 60_000)
  return Math.min(lifeMinutes.max, Math.max(lifeMinutes.min, left))
}

/** Stores the attempt before the service is called; `false` when another request was faster. */
async function reserveAttempt(context: OrdersContext, attempt: NewAttempt): Promise<boolean> {
  const now = context.now()
  const { orderId, reference, method, leaseUntilMs } = attempt
  const started: Transition = {
    decide: insert(attempts, {
      values: {
        reference,
        orderId,
        method,
        state: 'creating',
        createdAtMs: now,
        leaseUntilMs,
        expiresAtMs: now + attempt.expiresInMinutes * 60_000,
      },
      where: sql`
        EXISTS (
          SELECT 1 FROM ${orders}
          WHERE id = ${orderId} AND state IN ${ordersIn.payable} AND expires_at_ms > ${now})
        AND NOT EXISTS (
          SELECT 1 FROM ${attempts}
          WHERE order_id = ${orderId} AND (
            state IN ${attemptsIn.mayHaveMoved}
            OR state = 'creating' AND lease_until_ms > ${now}
            OR state = 'created' AND method = ${method} AND expires_at_ms > ${now + marginMs}))`,
    }),
    journal: {
      atMs: now,
      kind: 'attempt.started',
      orderId,
      dedupe: `attempt.started:${reference}`,
      evidence: 'own record',
      data: { reference, method, amount_vnd: attempt.amountVnd },
    },
  }
  const done = await transactAll(context, {
    transitions: [started, abandonOtp({ orderId, reference }, now)],
  })
  return done.happened(started)
}

async function createAtService(
  context: OrdersContext,
  attempt: NewAttempt,
  returnKey: string | undefined,
): Promise<ServiceCall<CreatedPayment>> {
  const { orderId, reference, amountVnd, description, expiresInMinutes, store } = attempt
  const { extraData, leaseUntilMs } = attempt
  const token = await callbackToken(context.callbackSecret, { reference, amountVnd })
  const payment: PaymentToCreate = {
    reference,
    amountVnd,
    description,
    expiresInMinutes,
    callbackUrl: `${context.ipnUrl}/ipn/${reference}/${token}`,
    ...(store !== undefined && { store }),
    ...(extraData !== undefined && { extraData }),
  }
  const subject = { orderId, reference }
  if (attempt.method === 'transaction-qr') {
    const once = { subject: { ...subject, endpoint: 'createTqrOrder' }, leaseUntilMs } as const
    return callOnce(context, once, () => context.port.createTqrOrder(payment))
  }
  if (attempt.method === 'app-to-app') {
    const once = {
      subject: { ...subject, endpoint: 'createTransactionOrder' },
      leaseUntilMs,
    } as const
    return callOnce(context, once, () => context.port.createAppPayment(payment))
  }
  const query =
    returnKey === undefined ? '' : `?${new URLSearchParams({ key: returnKey }).toString()}`
  const redirectUrl = `${context.checkoutUrl}/return/${orderId}${query}`
  const once = { subject: { ...subject, endpoint: 'createWebPayment' }, leaseUntilMs } as const
  return callOnce(context, once, () => context.port.createWebPayment({ ...payment, redirectUrl }))
}

/**
 * An order that can be paid now, after the service was queried about its open payments; otherwise
 * the reason why it cannot.
 */
async function readPayable(
  context: OrdersContext,
  id: string,
): Promise<{ readonly rows: OrderRows } | PaymentOutcome> {
  const read = async (): Promise<{ readonly rows: OrderRows } | PaymentOutcome> => {
    const rows = await readOrder(context, id)
    if (rows === undefined) return { outcome: 'not_found' }
    if (rows.order.expiresAtMs <= context.now()) return closed(rows)
    return whyNotOpen(context, rows) ?? { rows }
  }
  const found = await read()
  if ('outcome' in found || !(await queryOpenPayments(context, found.rows))) return found
  return read()
}

/**
 * Creates a payment at the service, or returns an existing payment of the same method that is still
 * payable. The service is first queried about the open payments of the order: a successful one
 * closes it. The attempt is stored before the call, so that even an early callback finds it. An
 * attempt without an answer stays `create_unknown`; the next attempt has a new reference, and if
 * both are paid, the second payment is detected and disputed.
 *
 * @param how `returnKey` is the parameter `key` of the address to which the service sends the
 *   customer back
 *
 * @example
 * ```ts
 * import { startPayment, type OrdersContext } from '@merchant-edge/orders'
 *
 * export async function pay(context: OrdersContext, orderId: string): Promise<Response> {
 *   const outcome = await startPayment(context, orderId, { method: 'web-payment' })
 *   if (outcome.outcome === 'redirect') return Response.redirect(outcome.paymentUrl, 303)
 *   return new Response(outcome.outcome, { status: 409 })
 * }
 * ```
 */
export async function startPayment(
  context: OrdersContext,
  id: string,
  how: { readonly method: PaymentMethod; readonly returnKey?: string },
): Promise<PaymentOutcome> {
  checkContext('startPayment', context)
  checkArguments('startPayment', { how }, { id })
  checkOptions('startPayment', how, { method: methods, returnKey: 'any' })
  const { method, returnKey } = how
  checkArguments('startPayment', {}, { method })
  const found = await readPayable(context, id)
  if ('outcome' in found) return found
  const { rows } = found
  const { order } = rows
  const now = context.now()
  const reusable = await reusableOutcome(context, rows, method)
  if (reusable !== undefined) return reusable
  const attempt: NewAttempt = {
    orderId: id,
    reference: newReference(id, context.random),
    method,
    amountVnd: order.amountVnd,
    description: order.description,
    expiresInMinutes: minutesFor(method, order, now),
    store: storeOf(order),
    extraData: order.extraData ?? undefined,
    leaseUntilMs: context.now() + creationLeaseMs,
  }
  if (!(await reserveAttempt(context, attempt))) return { outcome: 'busy' }
  const call = await createAtService(context, attempt, returnKey)
  const [outcome] = await Promise.all([
    retryWrite(context, () => recordCreation(context, attempt, call.answer)),
    storeCall(context, call),
  ])
  return outcome
}
