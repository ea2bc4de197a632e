import { gatewayQueryGiftCodeOrder, queryGiftCodeOrder } from '@merchant-edge/contract'
import type { GatewayOrderGiftCodesRequest } from '@merchant-edge/contract/gateway'
import type { GiftCodeOrder, OrderGiftCodesRequest } from '@merchant-edge/contract/gift-code'
import { checkArguments } from '@merchant-edge/signing/options'
import { call, type CallOptions } from '../call.ts'
import type { Client } from '../client.ts'
import type { AnyAnswer } from '../answer/answer.ts'
import { unsettled, type Settlement } from './settlement.ts'

/**
 * The settlement by the service's record of an order; the record of another order settles nothing.
 */
function settledBy(
  answer: AnyAnswer,
  order: GiftCodeOrder | undefined,
  asked: { readonly field: string; readonly id: string },
): Settlement<GiftCodeOrder> {
  if (order === undefined) return unsettled(answer, asked.field)
  const { merchant_order_id: named } = order
  if (named === undefined || named === null || named === '' || named === asked.id) {
    return { outcome: 'applied', data: order }
  }
  return {
    outcome: 'unknown',
    remedy: 'The service answered about another order. Ask again later.',
  }
}

/**
 * Queries the outcome of an order of gift codes, and fetches its codes.
 *
 * @param request the request of `orderGiftCodes` that got no trustworthy answer
 * @throws WalletError when the service could not be asked either
 *
 * @example
 * ```ts
 * import { createClient } from '@merchant-edge/client'
 * import { settleGiftCodeOrder } from '@merchant-edge/client/settle'
 * import { examples } from '@merchant-edge/contract/examples'
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
 *       data: { order_info: [{ card_type: '50', cards: [{ code: 'C-1' }] }] },
 *     }),
 * })
 *
 * // The request of a call that ended with `sent: 'maybe'`.
 * const settlement = await settleGiftCodeOrder(client, examples.orderGiftCodes)
 * if (settlement.outcome !== 'applied') throw new Error(settlement.outcome)
 * ```
 * @see Specification 4.7, 2.10
 */
export async function settleGiftCodeOrder(
  client: Client,
  request: OrderGiftCodesRequest,
  options: CallOptions = {},
): Promise<Settlement<GiftCodeOrder>> {
  checkArguments('settleGiftCodeOrder', { client, request, options })
  const { merchant_order_id, store_code, pos_code } = request
  const query = { merchant_order_id, store_code, pos_code }
  const answer = await call(client, queryGiftCodeOrder, query, options)
  const order = answer.outcome === 'accepted' ? answer.data : undefined
  return settledBy(answer, order, { field: 'merchant_order_id', id: merchant_order_id })
}

/**
 * Queries over the gateway the outcome of an order of gift codes, and fetches its codes.
 *
 * @param request the request of `gatewayOrderGiftCodes` that got no trustworthy answer
 * @throws WalletError when the service could not be asked either
 *
 * @example
 * ```ts
 * import { createClient } from '@merchant-edge/client'
 * import { settleGatewayGiftCodeOrder } from '@merchant-edge/client/settle'
 * import { examples } from '@merchant-edge/contract/examples'
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
 *       data: { order_info: [{ card_type: '50', cards: [{ code: 'C-1' }] }] },
 *     }),
 * })
 *
 * // The request of a call that ended with `sent: 'maybe'`.
 * const settlement = await settleGatewayGiftCodeOrder(client, examples.gatewayOrderGiftCodes)
 * if (settlement.outcome !== 'applied') throw new Error(settlement.outcome)
 * ```
 * @see Specification 4.9, 2.10
 */
export async function settleGatewayGiftCodeOrder(
  client: Client,
  request: GatewayOrderGiftCodesRequest,
  options: CallOptions = {},
): Promise<Settlement<GiftCodeOrder>> {
  checkArguments('settleGatewayGiftCodeOrder', { client, request, options })
  const { merchant_code, merchant_id, terminal_id, order_id } = request
  const query = { merchant_code, merchant_id, terminal_id, order_id }
  const answer = await call(client, gatewayQueryGiftCodeOrder, query, options)
  const order = answer.outcome === 'accepted' ? answer.data : undefined
  return settledBy(answer, order, { field: 'order_id', id: order_id })
}
