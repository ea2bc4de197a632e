import { Hono } from 'hono'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { SandboxHono } from '../sandbox-hono.ts'
import { listCallbacks, type CallbackDelivery } from '../callbacks/callback-log.ts'
import { callbackSwitches } from '../settings/callback-switches.ts'
import { resendCallback, resendRequest } from '../callbacks/resend-callback.ts'
import { ledgerAmount } from '../ledger/ledger-amount.ts'
import { orders } from '../orders/tables.ts'
import { findOrder, listOrders, type Order } from '../orders/orders.ts'
import { merchantQrAmount, payMerchantQr } from './merchant-qr.ts'
import { cancelPayment, failPayment, payOrder } from './pay-order.ts'
import { sendOneTimeCode } from './one-time-code.ts'
import type { PaymentRefused } from './payment-request.ts'
import { newSiteRefundId, refundOnSite, siteRefund } from '../refunds/refund-on-site.ts'
import { listRefunds, type Refund } from '../refunds/refunds.ts'
import type { Sandbox } from '../sandbox.ts'
import { seedMerchant, seedStores, seedWallets } from '../seed-data.ts'
import { ControlError, foundOr404 } from '../control-frame/control-error.ts'
import { readBody, readNumber } from '../control-frame/read-input.ts'

const walletId = v.optional(v.string(), seedWallets[0]?.id ?? '')
const amount = v.optional(ledgerAmount)

/** A payment over the control API. Without `otp` no one-time code is required. */
const controlPayment = v.strictObject({
  walletId,
  points: amount,
  otp: v.optional(v.string()),
  discountVnd: amount,
  cashbackVnd: amount,
  late: v.optional(v.literal(true)),
})

/** A payment over a store's fixed QR. */
const merchantQrPayment = v.strictObject({
  merchantCode: v.optional(v.string(), seedMerchant.code),
  storeCode: v.optional(v.string(), seedStores[0]?.code ?? ''),
  walletId,
  amountVnd: merchantQrAmount,
})

/** Flags of an order that nothing else can set. */
const orderFlags = v.strictObject({
  /** Whether the wallet core does not have the payment (refunds answer 4040800). */
  absentInCore: v.optional(v.boolean()),
  /** Null takes the switches of the store again. */
  callbackSwitches: v.optional(v.nullable(callbackSwitches)),
})

/** An order with everything that belongs to it. */
export interface OrderDetail {
  readonly order: Order
  readonly callbacks: readonly CallbackDelivery[]
  readonly refunds: readonly Refund[]
}

async function detailOf(sandbox: Sandbox, orderId: string): Promise<OrderDetail> {
  const { database } = sandbox
  return {
    order: foundOr404(await findOrder(sandbox, orderId), 'order', orderId),
    callbacks: await listCallbacks(database, orderId),
    refunds: await listRefunds(database, { orderId }),
  }
}

function isRefused(outcome: { readonly outcome: string }): outcome is PaymentRefused {
  return outcome.outcome === 'refused'
}

function accepted<Outcome extends { readonly outcome: string }>(
  outcome: Outcome | PaymentRefused,
): Outcome {
  if (isRefused(outcome)) throw new ControlError(409, outcome.reason, outcome)
  return outcome
}

/**
 * Orders: list, read, pay, fail, cancel, flag, refund as the merchant site does, send their
 * callback again.
 */
export const orderRoutes = new Hono<SandboxHono>()
  .get('/orders', async (c) =>
    c.json(
      await listOrders(c.var.sandbox, {
        limit: readNumber(c, 'limit'),
        before: readNumber(c, 'before'),
      }),
    ),
  )
  .get('/orders/:orderId', async (c) =>
    c.json(await detailOf(c.var.sandbox, c.req.param('orderId'))),
  )
  .patch('/orders/:orderId', async (c) => {
    const { sandbox } = c.var
    const orderId = c.req.param('orderId')
    const flags = await readBody(c, orderFlags)
    const given = Object.entries(flags).filter(([, value]) => value !== undefined)
    if (given.length > 0) {
      await sandbox.database
        .update(orders)
        .set(Object.fromEntries(given))
        .where(eq(orders.orderId, orderId))
    }
    return c.json(await detailOf(sandbox, orderId))
  })
  .post('/orders/:orderId/otp', async (c) => {
    const input = await readBody(c, v.strictObject({ walletId }))
    const orderId = c.req.param('orderId')
    return c.json(accepted(await sendOneTimeCode(c.var.sandbox, { orderId, ...input })))
  })
  .post('/orders/:orderId/pay', async (c) => {
    const payment = await readBody(c, controlPayment)
    const skipOtp = payment.otp === undefined ? true : undefined
    const orderId = c.req.param('orderId')
    return c.json(accepted(await payOrder(c.var.sandbox, { orderId, ...payment, skipOtp })))
  })
  .post('/orders/:orderId/fail', async (c) => {
    const input = await readBody(c, v.strictObject({ reason: v.optional(v.string()) }))
    const orderId = c.req.param('orderId')
    await failPayment(c.var.sandbox, orderId, input.reason)
    return c.json(await detailOf(c.var.sandbox, orderId))
  })
  .post('/orders/:orderId/cancel', async (c) => {
    const orderId = c.req.param('orderId')
    await cancelPayment(c.var.sandbox, orderId)
    return c.json(await detailOf(c.var.sandbox, orderId))
  })
  .post('/orders/:orderId/callbacks', async (c) => {
    const orderId = c.req.param('orderId')
    await resendCallback(c.var.sandbox, orderId, await readBody(c, resendRequest))
    return c.json(await detailOf(c.var.sandbox, orderId))
  })
  .post('/orders/:orderId/site-refunds', async (c) => {
    const { sandbox } = c.var
    const request = await readBody(c, siteRefund)
    const { order } = await detailOf(sandbox, c.req.param('orderId'))
    const { merchantCode, orderId } = order
    const staff = { userName: 'control-api', fullName: 'Control API' }
    const refund = { ...request, ...staff, merchantCode, orderId, refundId: newSiteRefundId() }
    return c.json(await refundOnSite(sandbox, refund), 201)
  })
  .post('/merchant-qr-payments', async (c) =>
    c.json(accepted(await payMerchantQr(c.var.sandbox, await readBody(c, merchantQrPayment)))),
  )
