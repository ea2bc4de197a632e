import * as v from 'valibot'
import type { Endpoint } from '../endpoint.ts'
import { IssuedCode } from '../fields/ids.ts'
import { PhoneNumber } from '../fields/phone.ts'
import { topUpMember, type TopUpMember } from './top-up-fields.ts'
import { topUpRefusals, type TopUpRefusals } from './top-up-refusals.ts'

const request = v.object({
  /** Phone number of the member, 10 or 11 digits. */
  phone_number: PhoneNumber,
  /** Code of the store, issued by the service. */
  store_code: IssuedCode,
  /** POS code of the terminal, issued by the service. */
  pos_code: IssuedCode,
})

type RequestFields = v.InferOutput<typeof request>
/** Request of `getTopUpMember`. */
export interface GetTopUpMemberRequest extends RequestFields {}
/** Data of an accepted `getTopUpMember`, by success code. */
export interface GetTopUpMemberSuccess {
  200: TopUpMember
}

/** Looks up the loyalty member who has a phone number. */
export const getTopUpMember: Endpoint<GetTopUpMemberRequest, GetTopUpMemberSuccess, TopUpRefusals> =
  {
    name: 'getTopUpMember',
    section: '4.8',
    summary: 'Looks up the loyalty member who has a phone number.',
    method: 'GET',
    path: '/merchant-integration/v1/loyalty/topup/member',
    effect: 'read',
    gaps: ['G-01', 'G-02', 'G-12', 'G-13', 'G-167'],
    request,
    success: { 200: topUpMember },
    refusals: topUpRefusals,
  }
