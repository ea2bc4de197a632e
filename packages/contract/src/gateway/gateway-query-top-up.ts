import * as v from 'valibot'
import type { Endpoint } from '../endpoint.ts'
import { OpenId } from '../fields/ids.ts'
import { topUpStatus, type TopUpStatus } from '../top-up/top-up-fields.ts'
import { gatewayHeaderFields } from './gateway-header-fields.ts'
import { gatewayTopUpRefusals, type GatewayTopUpRefusals } from './gateway-top-up-refusals.ts'

const request = v.object({
  ...gatewayHeaderFields,
  /** The invoice under which the points were topped up. */
  invoice_no: OpenId,
})

type RequestFields = v.InferOutput<typeof request>
/** Request of `gatewayQueryTopUp`. */
export interface GatewayQueryTopUpRequest extends RequestFields {}
/** Data of an accepted `gatewayQueryTopUp`, by success code. */
export interface GatewayQueryTopUpSuccess {
  200: TopUpStatus
}

/** Asks over the gateway how a top-up of points ended. */
export const gatewayQueryTopUp: Endpoint<
  GatewayQueryTopUpRequest,
  GatewayQueryTopUpSuccess,
  GatewayTopUpRefusals
> = {
  name: 'gatewayQueryTopUp',
  section: '4.9',
  summary: 'Asks over the gateway how a top-up of points ended.',
  method: 'POST',
  path: '/merchant-integration/v1/gateway',
  apiCode: 'mi_v1_loyalty_transaction_detail',
  effect: 'read',
  gaps: ['G-03', 'G-12', 'G-13', 'G-18'],
  headerFields: ['X-Merchant-ID', 'X-Terminal-ID'],
  request,
  success: { 200: topUpStatus },
  refusals: gatewayTopUpRefusals,
}
