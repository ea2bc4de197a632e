import { queryOrderV2 } from '@merchant-edge/contract'
import type { OrderStatus } from '@merchant-edge/contract/transaction-qr'
import { call, type CallOptions } from '../call.ts'
import type { Client } from '../client.ts'
import { unsettled, type Settlement, type Unsettled } from './settlement.ts'

function unknown(why: string): Unsettled {
  return { outcome: 'unknown', remedy: `${why} Ask again later.` }
}

/**
 * Queries whether an order was paid, when no callback arrived. Only SUCCESS for this order, with
 * the transaction that paid it, counts as paid.
 *
 * @param orderId order id of the service, as the creation of the order answered it
 * @throws WalletError when the query failed too
 *
 * @example
 * ```ts
 * import { createClient } from '@merchant-edge/client'
 * import { settlePayment } from '@merchant-edge/client/settle'
 * import { generateKeyPair } from '@merchant-edge/signing'
 *
 * const { privateKeyPem } = await generateKeyPair()
 * const client = createClient({
 *   baseUrl: 'https://service.example',
 *   keyCode: 'KEY-1',
 *   privateKey: privateKeyPem,
 *   // In place of the network: what the service answers.
 *   fetch: async () =>
 *     Response.json({
 *       meta: { code: 200 },
 *       data: {
 *         order_id: '20260302T1',
 *         order_amount: 58_000,
 *         pay_status: 'SUCCESS',
 *         transaction_id: 'TX-1',
 *       },
 *     }),
 * })
 *
 * const settlement = await settlePayment(client, '20260302T1')
 * if (settlement.outcome !== 'applied') throw new Error(settlement.outcome)
 * if (settlement.data.order_amount !== 58_000) throw new Error('Another amount was paid.')
 * ```
 * @see Specification 4.2, 2.3
 */
export async function settlePayment(
  client: Client,
  orderId: string,
  options: CallOptions = {},
): Promise<Settlement<OrderStatus>> {
  const answer = await call(client, queryOrderV2, { order_id: orderId }, options)
  if (answer.outcome !== 'accepted') return unsettled(answer, 'order_reference_id')
  const { order_id, pay_status, transaction_id } = answer.data
  if (order_id !== orderId) return unknown('The service answered about another order.')
  if (pay_status === 'SUCCESS') {
    if (!transaction_id) return unknown('The service says SUCCESS and names no transaction.')
    return { outcome: 'applied', data: answer.data }
  }
  // Assumes G-08: any other value leaves the order open; it may still be paid.
  return unknown('The order is not paid, or not yet.')
}
