import { endpoints } from '@merchant-edge/contract'
import type { TransactionQr, OrderQuery, OrderStatus } from '@merchant-edge/contract/transaction-qr'
import { signText } from '@merchant-edge/signing'
import { qrPng } from '../page-frame/qr-png.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import { accept, handler, type Call } from '../serving/handler.ts'
import type { Rules } from '../settings/rules.ts'
import { readServiceKeys } from '../settings/service-keys.ts'
import { createOrder, type NewOrder } from './create-order.ts'
import { type Order, findOrder, type OrderStage } from './orders.ts'

/** The answer of the two calls that make a QR. @see Specification 2.1 */
async function transactionQrOf(order: Order): Promise<TransactionQr> {
  return {
    qr_url: '',
    qr_data: await qrPng(order.qrCode),
    qr_code: order.qrCode,
    order_id: order.orderId,
    expiration: order.expiresAt,
  }
}

/** The fields that every call which creates an order has, by their names on the wire. */
interface OrderRequest {
  readonly order_reference_id?: string | undefined
  readonly store_code: string
  readonly pos_code?: string | undefined
  readonly order_amount: number
  readonly description?: string | undefined
  readonly callback_url?: string | undefined
  readonly extra_data?: string | Readonly<Record<string, unknown>> | undefined
}

/** The text that comes back in the callback. Assumes G-16. */
function extraDataOf(extraData: OrderRequest['extra_data']): string | undefined {
  return typeof extraData === 'object' ? JSON.stringify(extraData) : extraData
}

/** What every call that creates an order says about it. */
export function orderFields(request: OrderRequest): Omit<NewOrder, 'kind'> {
  return {
    orderReferenceId: request.order_reference_id,
    storeCode: request.store_code,
    posCode: request.pos_code,
    amountVnd: request.order_amount,
    description: request.description,
    callbackUrl: request.callback_url,
    extraData: extraDataOf(request.extra_data),
  }
}

// Assumes G-08: the specification gives only SUCCESS, so every other text is configurable.
function payStatus(stage: OrderStage, texts: Rules['payStatus']): string {
  return stage === 'paid' ? 'SUCCESS' : texts[stage]
}

/**
 * The answer of the two calls that query an order. @see Specification 2.3
 *
 * @throws RefusalError 4040001 when the merchant has no such order
 */
async function orderStatusFor(call: Call<OrderQuery>): Promise<OrderStatus> {
  const { sandbox, caller, request } = call
  const order = await findOrder(sandbox, request.order_id)
  const isOwn = order?.merchantCode === caller.merchant.code
  // A payment over a Merchant QR is not visible to the API. @see Specification 1
  if (!isOwn || order.kind === 'merchant-qr') {
    throw new RefusalError(4040001, `order_id: there is no order ${request.order_id}`)
  }
  return {
    created_at: order.createdAt,
    updated_at: order.updatedAt,
    merchant_user_id: order.merchantUserId ?? '',
    order_amount: order.amountVnd,
    order_id: order.orderId,
    pay_status: payStatus(order.stage, sandbox.settings.rules.payStatus),
    point_amount: order.payment?.points ?? 0,
    vnd_amount: order.payment?.vnd ?? 0,
    transaction_id: order.payment?.transactionId ?? '',
  }
}

/** Handlers of orders (4.2, 4.3). */
export const orderHandlers = {
  /** Creates an order and names the hosted page on which it is paid. */
  createWebPayment: handler(endpoints.createWebPayment, {
    feature: 'web-payment',
    async answer({ sandbox, caller, request }) {
      const order = await createOrder(sandbox, caller.merchant.code, {
        kind: 'web-payment',
        ...orderFields(request),
        redirectUrl: request.redirect_url,
        expiresInMinutes: request.expired_in,
      })
      return accept(200, {
        expiration: order.expiresAt,
        order_id: order.orderId,
        payment_url: order.paymentUrl,
        qr_code: order.qrCode,
        qr_data: await qrPng(order.qrCode),
        qr_url: '',
      })
    },
  }),
  /** Creates an order and draws its QR. */
  createTqrOrder: handler(endpoints.createTqrOrder, {
    feature: 'transaction-qr',
    async answer({ sandbox, caller, request }) {
      const order = await createOrder(sandbox, caller.merchant.code, {
        kind: 'transaction-qr',
        ...orderFields(request),
        expiresInMinutes: request.expired_in,
      })
      return accept(200, await transactionQrOf(order))
    },
  }),
  /**
   * The earlier form of createTqrOrder: no expiry of its own, and the merchant's id may be left
   * out.
   */
  genTransactionQr: handler(endpoints.genTransactionQr, {
    feature: 'transaction-qr',
    async answer({ sandbox, caller, request }) {
      const order = await createOrder(sandbox, caller.merchant.code, {
        kind: 'transaction-qr',
        ...orderFields(request),
      })
      return accept(200, await transactionQrOf(order))
    },
  }),
  /**
   * Creates an order that is paid in the wallet app. The specification does not say what its
   * signature covers; the sandbox signs `order_id;order_amount;expired_at` with the callback key.
   * Assumes G-34.
   */
  createTransactionOrder: handler(endpoints.createTransactionOrder, {
    feature: 'app-to-app',
    async answer({ sandbox, caller, request }) {
      const order = await createOrder(sandbox, caller.merchant.code, {
        kind: 'app-to-app',
        ...orderFields(request),
        merchantUserId: request.user_id,
      })
      const keys = await readServiceKeys(sandbox.database, sandbox.clock.nowSeconds())
      const text = [order.orderId, order.amountVnd, order.expiresAt].join(';')
      const signature = await signText(await keys.privateKey('callback'), text)
      return accept(200, { signature, order_id: order.orderId, expired_at: order.expiresAt })
    },
  }),
  /** Returns the state of an order of the merchant. */
  queryOrder: handler(endpoints.queryOrder, {
    async answer(call) {
      return accept(200, await orderStatusFor(call))
    },
  }),
  /** The same as queryOrder, over the v2 path. */
  queryOrderV2: handler(endpoints.queryOrderV2, {
    async answer(call) {
      return accept(200, await orderStatusFor(call))
    },
  }),
}
