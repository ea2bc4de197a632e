import type { GatewayGetMemberRequest } from './gateway-get-member.ts'

/** A member by phone number. */
export const gatewayGetMemberExample: GatewayGetMemberRequest = {
  'X-Merchant-ID': 'EDGE-STORE-1',
  'X-Terminal-ID': 'EDGE-POS-1',
  phone_no: '0900000001',
}
