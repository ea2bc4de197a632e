import * as v from 'valibot'
import type { Endpoint } from '../endpoint.ts'
import { OpenId } from '../fields/ids.ts'
import { PhoneNumber } from '../fields/phone.ts'
import { topUpMember, type TopUpMember } from '../top-up/top-up-fields.ts'
import { gatewayHeaderFields } from './gateway-header-fields.ts'
import { gatewayMemberRefusals, type GatewayMemberRefusals } from './gateway-member-refusals.ts'

const request = v.object({
  ...gatewayHeaderFields,
  /** Phone number of the member, 10 or 11 digits. */
  phone_no: PhoneNumber,
  /** Number of the member's card. */
  card_no: v.optional(OpenId),
})

type RequestFields = v.InferOutput<typeof request>
/** Request of `gatewayGetMember`. */
export interface GatewayGetMemberRequest extends RequestFields {}
/** Data of an accepted `gatewayGetMember`, by success code. */
export interface GatewayGetMemberSuccess {
  200: TopUpMember
}

/** Looks up a loyalty member over the gateway. */
export const gatewayGetMember: Endpoint<
  GatewayGetMemberRequest,
  GatewayGetMemberSuccess,
  GatewayMemberRefusals
> = {
  name: 'gatewayGetMember',
  section: '4.9',
  summary: 'Looks up a loyalty member over the gateway.',
  method: 'POST',
  path: '/merchant-integration/v1/gateway',
  apiCode: 'mi_v1_loyalty_member_info',
  effect: 'read',
  gaps: ['G-03', 'G-12', 'G-13', 'G-19', 'G-167'],
  headerFields: ['X-Merchant-ID', 'X-Terminal-ID'],
  request,
  success: { 200: topUpMember },
  refusals: gatewayMemberRefusals,
}
