import * as v from 'valibot'
import type { Endpoint } from '../endpoint.ts'
import { IssuedCode, merchantChosenId } from '../fields/ids.ts'
import * as limits from '../limits.ts'
import { topUpStatus, type TopUpStatus } from './top-up-fields.ts'
import { topUpRefusals, type TopUpRefusals } from './top-up-refusals.ts'

const request = v.object({
  /** The id under which the points were topped up. */
  txn_id: merchantChosenId(limits.txnIdChars),
  /** Code of the store, issued by the service. */
  store_code: IssuedCode,
  /** POS code of the terminal, issued by the service. */
  pos_code: IssuedCode,
})

type RequestFields = v.InferOutput<typeof request>
/** Request of `queryTopUp`. */
export interface QueryTopUpRequest extends RequestFields {}
/** Data of an accepted `queryTopUp`, by success code. */
export interface QueryTopUpSuccess {
  200: TopUpStatus
}

/** Asks how a top-up of points ended. */
export const queryTopUp: Endpoint<QueryTopUpRequest, QueryTopUpSuccess, TopUpRefusals> = {
  name: 'queryTopUp',
  section: '4.8',
  summary: 'Asks how a top-up of points ended.',
  method: 'GET',
  path: '/merchant-integration/v1/loyalty/topup/status',
  effect: 'read',
  gaps: ['G-01', 'G-02', 'G-12', 'G-13', 'G-18'],
  request,
  success: { 200: topUpStatus },
  refusals: topUpRefusals,
}
