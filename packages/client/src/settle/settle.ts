import {
  gatewayOrderGiftCodes,
  gatewayTopUpPoints,
  orderGiftCodes,
  topUpPoints,
  type AnyEndpoint,
} from '@merchant-edge/contract'
import type { GenericSchema } from 'valibot'
import { checkArguments } from '@merchant-edge/signing/options'
import type { CallOptions } from '../call.ts'
import type { Client } from '../client.ts'
import { validate } from '../validate.ts'
import { settleGatewayGiftCodeOrder, settleGiftCodeOrder } from './settle-gift-code-order.ts'
import { settleGatewayTopUp, settleTopUp } from './settle-top-up.ts'
import type { Settlement } from './settlement.ts'

function checked<Request>(
  { name, request: schema }: { name: string; request: GenericSchema<unknown, Request> },
  request: unknown,
): Request {
  const validated = validate(schema, request, 'the request')
  if (validated.valid) return validated.output
  throw new TypeError(`${name}: ${validated.problems.join('; ')}`)
}

/**
 * Queries the outcome of any write that got no trustworthy answer. When the service has no query
 * for it, as for a transfer, the outcome stays unknown and the remedy says who can settle it.
 *
 * @param endpoint the endpoint that was called
 * @param request the request that it was called with
 * @throws WalletError when the service could not be asked either
 * @throws TypeError naming a field of the request that breaks a rule of the endpoint
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
  checkArguments('settle', { client, endpoint, options })
  switch (endpoint.name) {
    case topUpPoints.name:
      return settleTopUp(client, checked(topUpPoints, request), options)
    case gatewayTopUpPoints.name:
      return settleGatewayTopUp(client, checked(gatewayTopUpPoints, request), options)
    case orderGiftCodes.name:
      return settleGiftCodeOrder(client, checked(orderGiftCodes, request), options)
    case gatewayOrderGiftCodes.name: {
      const order = checked(gatewayOrderGiftCodes, request)
      return settleGatewayGiftCodeOrder(client, order, options)
    }
    default:
      return { outcome: 'unknown', remedy: endpoint.settledBy ?? 'It changes nothing: ask again.' }
  }
}
