import { createWebPayment as endpoint } from '@merchant-edge/contract'
import { createOrder } from '../orders/create-order.ts'
import { qrPng } from '../orders/qr-png.ts'
import { accept, behaviour } from './behaviour.ts'
import { orderFields } from './order-fields.ts'

/** Creates an order and names the hosted page on which it is paid. */
export const createWebPayment = behaviour(endpoint, {
  feature: 'web-payment',
  async answer({ sandbox, caller, request }) {
    const { extra_data: extraData } = request
    const order = await createOrder(sandbox, caller.merchant.code, {
      kind: 'web-payment',
      ...orderFields(request),
      extraData: extraData === undefined ? undefined : JSON.stringify(extraData),
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
})
