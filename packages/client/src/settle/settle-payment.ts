import { queryOrderV2 } from '@merchant-edge/contract'
import type { OrderStatus } from '@merchant-edge/contract/transaction-qr'
import { call, type CallOptions } from '../call.ts'
import type { Client } from '../client.ts'
import { unsettled, type Settlement } from './settlement.ts'

/**
 * Finds out whether an order was paid, where no callback came.
 *
 * @param orderId order id of the service, as the creation of the order answered it
 * @throws WalletError when the service could not be asked either
 * @see Specification 4.2, 2.3
 */
export async function settlePayment(
  client: Client,
  orderId: string,
  options: CallOptions = {},
): Promise<Settlement<OrderStatus>> {
  const answer = await call(client, queryOrderV2, { order_id: orderId }, options)
  if (answer.outcome !== 'accepted') return unsettled(answer, 'order_reference_id')
  if (answer.data.pay_status === 'SUCCESS') return { outcome: 'applied', data: answer.data }
  // Assumes G-08: any other value leaves the order open; it may still be paid.
  return { outcome: 'unknown', remedy: 'The order is not paid, or not yet. Ask again later.' }
}
