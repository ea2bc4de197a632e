import { call, type FetchLike } from '@merchant-edge/client'
import {
  createTqrOrder,
  createTransactionOrder,
  createWebPayment,
  queryOrder,
  refundOrder,
} from '@merchant-edge/contract'
import type { PaymentPort, PaymentToCreate, RefundAccepted } from '@merchant-edge/orders/service'
import { toPortAnswer } from './to-port-answer.ts'
import { linkedWalletPort } from './linked-wallet-port.ts'
import type { OrdersSettings } from '../settings/settings-schema.ts'
import { pausedPort } from './paused-port.ts'
import { storesOf } from '../settings/store-list.ts'
import { serviceClient } from './service-client.ts'
import { transferPort } from './transfer-port.ts'

function orderFields(settings: OrdersSettings, payment: PaymentToCreate) {
  const { storeCode, posCode } = payment.store ?? storesOf(settings).default
  return {
    callback_url: payment.callbackUrl,
    ...(payment.description !== '' && { description: payment.description }),
    order_amount: payment.amountVnd,
    order_currency: 'VND' as const,
    order_reference_id: payment.reference,
    ...(posCode !== undefined && { pos_code: posCode }),
    service_type: 'PURCHASE' as const,
    store_code: storeCode,
  }
}

/**
 * `extra_data` as in Specification 2.5: an object in web payment, the same as text elsewhere.
 */
function extraDataOf({ PARTNER_CODE }: OrdersSettings, { extraData }: PaymentToCreate) {
  if (extraData === undefined) return undefined
  const { partnerCode = PARTNER_CODE, orderInfo } = extraData
  return { ...(partnerCode !== undefined && { partner_code: partnerCode }), order_info: orderInfo }
}

function extraText(settings: OrdersSettings, payment: PaymentToCreate) {
  const extraData = extraDataOf(settings, payment)
  return extraData === undefined ? {} : { extra_data: JSON.stringify(extraData) }
}

function openPort(settings: OrdersSettings, fetch?: FetchLike): PaymentPort {
  const client = serviceClient(settings, fetch)
  return {
    ...linkedWalletPort(client, settings),
    ...transferPort(client, settings),
    createWebPayment: (payment) => {
      const extraData = extraDataOf(settings, payment)
      return toPortAnswer(
        () =>
          call(client, createWebPayment, {
            ...orderFields(settings, payment),
            expired_in: payment.expiresInMinutes,
            redirect_url: payment.redirectUrl,
            ...(extraData !== undefined && { extra_data: extraData }),
          }),
        ({ data }) => data,
      )
    },
    createTqrOrder: (payment) =>
      toPortAnswer(
        () =>
          call(client, createTqrOrder, {
            ...orderFields(settings, payment),
            ...extraText(settings, payment),
            expired_in: payment.expiresInMinutes,
          }),
        ({ data }) => data,
      ),
    createAppPayment: (payment) =>
      toPortAnswer(
        () =>
          call(client, createTransactionOrder, {
            ...orderFields(settings, payment),
            ...extraText(settings, payment),
          }),
        ({ data }) => data,
      ),
    queryOrder: (serviceOrderId) =>
      toPortAnswer(
        () => call(client, queryOrder, { order_id: serviceOrderId }),
        ({ data }) => data,
      ),
    refundOrder: ({ refundId, originalReference, vnd, points, reason, staffId, staffName }) =>
      toPortAnswer(
        () =>
          call(client, refundOrder, {
            order_reference_id: refundId,
            original_order_reference_id: originalReference,
            ...(vnd > 0 && { vnd_amount: vnd }),
            ...(points > 0 && { point_amount: points }),
            ...(reason !== undefined && { description: reason }),
            ...(staffId !== undefined && { merchant_user_id: staffId }),
            ...(staffName !== undefined && { merchant_user_name: staffName }),
          }),
        ({ code, data }): RefundAccepted => {
          const id = 'refund_transaction_id' in data ? data.refund_transaction_id : undefined
          const number = data.refund_transaction_wallet_id
          return {
            code,
            ...(typeof id === 'string' && { refundTransactionId: id }),
            ...(typeof number === 'string' && { refundWalletNumber: number }),
          }
        },
      ),
  }
}

/**
 * The calls to the wallet service, made with the client; one client per isolate keeps its clock.
 * While MONEY_PAUSED is set, none of them moves money.
 */
export function paymentPort(settings: OrdersSettings, fetch?: FetchLike): PaymentPort {
  const port = openPort(settings, fetch)
  return settings.MONEY_PAUSED !== undefined ? pausedPort(port) : port
}
