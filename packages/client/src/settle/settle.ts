import {
  gatewayOrderGiftCodes,
  gatewayTopUpPoints,
  orderGiftCodes,
  topUpPoints,
  type AnyEndpoint,
} from '@merchant-edge/contract'
import * as v from 'valibot'
import type { CallOptions } from '../call.ts'
import type { Client } from '../client.ts'
import { settleGatewayGiftCodeOrder, settleGiftCodeOrder } from './settle-gift-code-order.ts'
import { settleGatewayTopUp, settleTopUp } from './settle-top-up.ts'
import type { Settlement } from './settlement.ts'

/**
 * Queries the outcome of any write that got no trustworthy answer. When the service has no query
 * for it, as for a transfer, the outcome stays unknown and the remedy says who can settle it.
 *
 * @param endpoint the endpoint that was called
 * @param request the request that it was called with
 * @throws WalletError when the query failed too
 * @throws ValiError when the request is not one of the endpoint
 *
 * @example
 * ```ts
 * import { createClient } from '@merchant-edge/client'
 * import { settle } from '@merchant-edge/client/settle'
 * import { transferMoney } from '@merchant-edge/contract'
 * import { examples } from '@merchant-edge/contract/examples'
 * import { generateKeyPair } from '@merchant-edge/signing'
 *
 * const { privateKeyPem } = await generateKeyPair()
 * const client = createClient({
 *   baseUrl: 'https://service.example',
 *   keyCode: 'KEY-1',
 *   privateKey: privateKeyPem,
 * })
 *
 * // No query tells what became of a transfer, so nothing is sent.
 * const settlement = await settle(client, transferMoney, examples.transferMoney)
 * if (settlement.outcome !== 'unknown' || settlement.remedy === '') throw new Error()
 * ```
 */
// The same four parameters as `call`.
// oxlint-disable-next-line max-params
export async function settle(
  client: Client,
  endpoint: AnyEndpoint,
  request: unknown,
  options: CallOptions = {},
): Promise<Settlement<unknown>> {
  switch (endpoint.name) {
    case topUpPoints.name:
      return settleTopUp(client, v.parse(topUpPoints.request, request), options)
    case gatewayTopUpPoints.name:
      return settleGatewayTopUp(client, v.parse(gatewayTopUpPoints.request, request), options)
    case orderGiftCodes.name:
      return settleGiftCodeOrder(client, v.parse(orderGiftCodes.request, request), options)
    case gatewayOrderGiftCodes.name: {
      const order = v.parse(gatewayOrderGiftCodes.request, request)
      return settleGatewayGiftCodeOrder(client, order, options)
    }
    default:
      return { outcome: 'unknown', remedy: endpoint.settledBy ?? 'It changes nothing: ask again.' }
  }
}
