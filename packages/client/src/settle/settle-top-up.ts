import { gatewayQueryTopUp, queryTopUp } from '@merchant-edge/contract'
import type { GatewayTopUpPointsRequest } from '@merchant-edge/contract/gateway'
import type { TopUpPointsRequest, TopUpStatus } from '@merchant-edge/contract/top-up'
import { checkArguments } from '@merchant-edge/signing/options'
import type { AnyAnswer } from '../answer/answer.ts'
import { call, type CallOptions } from '../call.ts'
import type { Client } from '../client.ts'
import { unsettled, type Settlement } from './settlement.ts'

/** Types of transactions that give no points. @see Specification 2.11 */
const otherTypes: ReadonlySet<string | undefined> = new Set(['TXN_BURN', 'TXN_REFUND'])

function settled(
  answer: AnyAnswer,
  status: TopUpStatus,
  words: { readonly id: string; readonly done: string; readonly failed: string },
): Settlement<NonNullable<TopUpStatus>> {
  if (otherTypes.has(status?.type)) {
    return {
      outcome: 'unknown',
      remedy: `The service has a transaction under this ${words.id} that gives no points. Ask support what it is.`,
    }
  }
  if (status?.status === words.done) return { outcome: 'applied', data: status }
  if (status?.status === words.failed) return { outcome: 'not-applied' }
  return unsettled(answer, words.id)
}

/**
 * Queries the outcome of a top-up of points. An answer without data settles nothing. Assumes G-48.
 *
 * @param request the request of `topUpPoints` that got no trustworthy answer
 * @throws WalletError when the service could not be asked either
 *
 * @example
 * ```ts
 * import { createClient } from '@merchant-edge/client'
 * import { settleTopUp } from '@merchant-edge/client/settle'
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
 *     Response.json({ meta: { code: 200 }, data: { type: 'TXN_SALE', status: 'SUCCESS' } }),
 * })
 *
 * // The request of a call that ended with `sent: 'maybe'`.
 * const settlement = await settleTopUp(client, examples.topUpPoints)
 * if (settlement.outcome !== 'applied') throw new Error(settlement.outcome)
 * ```
 * @see Specification 4.8, 2.11
 */
export async function settleTopUp(
  client: Client,
  request: TopUpPointsRequest,
  options: CallOptions = {},
): Promise<Settlement<NonNullable<TopUpStatus>>> {
  checkArguments('settleTopUp', { client, request, options })
  const { txn_id, store_code, pos_code } = request
  const answer = await call(client, queryTopUp, { txn_id, store_code, pos_code }, options)
  const status = answer.outcome === 'accepted' ? answer.data : undefined
  return settled(answer, status, { id: 'txn_id', done: 'SUCCESS', failed: 'ERROR' })
}

/**
 * Queries over the gateway the outcome of a top-up of points. An answer without data settles
 * nothing. Assumes G-48.
 *
 * @param request the request of `gatewayTopUpPoints` that got no trustworthy answer
 * @throws WalletError when the service could not be asked either
 *
 * @example
 * ```ts
 * import { createClient } from '@merchant-edge/client'
 * import { settleGatewayTopUp } from '@merchant-edge/client/settle'
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
 *     Response.json({ meta: { code: 200 }, data: { type: 'TXN_EARN', status: 'E' } }),
 * })
 *
 * // The request of a call that ended with `sent: 'maybe'`.
 * const settlement = await settleGatewayTopUp(client, examples.gatewayTopUpPoints)
 * if (settlement.outcome !== 'not-applied') throw new Error(settlement.outcome)
 * ```
 * @see Specification 4.9, 2.11
 */
export async function settleGatewayTopUp(
  client: Client,
  request: GatewayTopUpPointsRequest,
  options: CallOptions = {},
): Promise<Settlement<NonNullable<TopUpStatus>>> {
  checkArguments('settleGatewayTopUp', { client, request, options })
  const { invoice_no, 'X-Merchant-ID': store, 'X-Terminal-ID': terminal } = request
  const query = { 'X-Merchant-ID': store, 'X-Terminal-ID': terminal, invoice_no }
  const answer = await call(client, gatewayQueryTopUp, query, options)
  const status = answer.outcome === 'accepted' ? answer.data : undefined
  return settled(answer, status, { id: 'invoice_no', done: 'S', failed: 'E' })
}
