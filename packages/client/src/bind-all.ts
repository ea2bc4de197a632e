import { endpoints, type Endpoint } from '@merchant-edge/contract'
import { checkArguments } from '@merchant-edge/signing/options'
import type { Answer, RefusalRows } from './answer/answer.ts'
import { call, type CallOptions } from './call.ts'
import type { Client } from './client.ts'

/** An endpoint bound to a client: takes the request, returns the answer. */
export type BoundCall<Request, Success, Refusals extends RefusalRows<Refusals>> = (
  request: Request,
  options?: CallOptions,
) => Promise<Answer<Success, Refusals>>

type Bound<Call> =
  Call extends Endpoint<infer Request, infer Success, infer Refusals>
    ? Refusals extends RefusalRows<Refusals>
      ? BoundCall<Request, Success, Refusals>
      : never
    : never

/** Every endpoint of the contract as a method. */
export type BoundClient = {
  readonly [Name in keyof typeof endpoints]: Bound<(typeof endpoints)[Name]>
}

function bind<Request, Success, Refusals extends RefusalRows<Refusals>>(
  client: Client,
  endpoint: Endpoint<Request, Success, Refusals>,
): BoundCall<Request, Success, Refusals> {
  return (request, options) => call<Request, Success, Refusals>(client, endpoint, request, options)
}

/**
 * Binds every endpoint to a client, as methods. The bundle then contains the whole contract; where
 * size matters, import `call` and the required endpoints instead.
 *
 * @example
 * ```ts
 * import { createClient } from '@merchant-edge/client'
 * import { bindAll } from '@merchant-edge/client/all'
 * import { generateKeyPair } from '@merchant-edge/signing'
 *
 * const { privateKeyPem } = await generateKeyPair()
 * const client = createClient({
 *   baseUrl: 'https://service.example',
 *   keyCode: 'KEY-1',
 *   privateKey: privateKeyPem,
 *   // In place of the network: what the service answers.
 *   fetch: async () => Response.json({ meta: { code: 200 }, data: {} }),
 * })
 *
 * const service = bindAll(client)
 * const answer = await service.refundOrder({
 *   order_reference_id: 'R-1',
 *   original_order_reference_id: 'A-1',
 *   vnd_amount: 50_000,
 * })
 * if (answer.outcome !== 'accepted') throw new Error(answer.outcome)
 * ```
 */
export function bindAll(client: Client): BoundClient {
  checkArguments('bindAll', { client })
  return {
    createTqrOrder: bind(client, endpoints.createTqrOrder),
    genTransactionQr: bind(client, endpoints.genTransactionQr),
    createTransactionOrder: bind(client, endpoints.createTransactionOrder),
    queryOrder: bind(client, endpoints.queryOrder),
    queryOrderV2: bind(client, endpoints.queryOrderV2),
    createWebPayment: bind(client, endpoints.createWebPayment),
    transferMoney: bind(client, endpoints.transferMoney),
    refundOrder: bind(client, endpoints.refundOrder),
    getMembership: bind(client, endpoints.getMembership),
    queryGiftCodeStock: bind(client, endpoints.queryGiftCodeStock),
    orderGiftCodes: bind(client, endpoints.orderGiftCodes),
    checkGiftCode: bind(client, endpoints.checkGiftCode),
    queryGiftCodeOrder: bind(client, endpoints.queryGiftCodeOrder),
    getTopUpMember: bind(client, endpoints.getTopUpMember),
    topUpPoints: bind(client, endpoints.topUpPoints),
    queryTopUp: bind(client, endpoints.queryTopUp),
    gatewayGetMember: bind(client, endpoints.gatewayGetMember),
    gatewayTopUpPoints: bind(client, endpoints.gatewayTopUpPoints),
    gatewayQueryTopUp: bind(client, endpoints.gatewayQueryTopUp),
    gatewayQueryGiftCodeStock: bind(client, endpoints.gatewayQueryGiftCodeStock),
    gatewayOrderGiftCodes: bind(client, endpoints.gatewayOrderGiftCodes),
    gatewayCheckGiftCode: bind(client, endpoints.gatewayCheckGiftCode),
    gatewayQueryGiftCodeOrder: bind(client, endpoints.gatewayQueryGiftCodeOrder),
    verifyVoucher: bind(client, endpoints.verifyVoucher),
    markVoucherUsed: bind(client, endpoints.markVoucherUsed),
    revokeVouchers: bind(client, endpoints.revokeVouchers),
    linkWallet: bind(client, endpoints.linkWallet),
    checkWalletLink: bind(client, endpoints.checkWalletLink),
    createOnlineTransaction: bind(client, endpoints.createOnlineTransaction),
    confirmOnlineTransaction: bind(client, endpoints.confirmOnlineTransaction),
    confirmOrder: bind(client, endpoints.confirmOrder),
    unlinkWallet: bind(client, endpoints.unlinkWallet),
  }
}
