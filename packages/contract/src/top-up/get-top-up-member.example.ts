import type { GetTopUpMemberRequest } from './get-top-up-member.ts'

/** A member by phone number. */
export const getTopUpMemberExample: GetTopUpMemberRequest = {
  phone_number: '0900000001',
  store_code: 'EDGE-STORE-1',
  pos_code: 'EDGE-POS-1',
}
