import {
  gatewayTopUpPoints as endpoint,
  type GatewayTopUpPointsRequest,
} from '@merchant-edge/contract'
import type { MemberIds } from '../members/members.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import { checkReceiptPoints } from '../top-ups/check-receipt-points.ts'
import { receiptOf } from '../top-ups/receipt-of.ts'
import { topUpPoints } from '../top-ups/top-up-points.ts'
import type { TopUpFailure } from '../top-ups/top-ups.ts'
import { accept, behaviour } from './behaviour.ts'
import { checkHeaderPlace, gatewayMalformed } from './gateway-play.ts'

const codeOf: Readonly<Record<TopUpFailure, number>> = {
  points_insufficient: 500400,
  campaign_unavailable: 600400,
  value_over_limit: 600500,
  transaction_invalid: 600600,
}

/** Phone number and the other id must be of one member. Assumes G-44. */
function memberIdsOf({ phone_no, id_type, id }: GatewayTopUpPointsRequest): MemberIds {
  switch (id_type) {
    case 'CARD':
      return { phone: phone_no, cardNumber: id }
    case 'USER_ID':
      return { phone: phone_no, walletId: id }
    case 'MOBILE':
    case undefined:
    default:
      return { phone: phone_no }
  }
}

function checkFields(fields: Readonly<Record<string, unknown>>): void {
  checkHeaderPlace(fields)
  checkReceiptPoints(fields)
  const { id_type, id, phone_no } = fields
  if ((id_type === undefined) !== (id === undefined)) {
    throw new RefusalError(gatewayMalformed, 'id_type, id: must come together')
  }
  if (id_type === 'MOBILE' && id !== phone_no) {
    throw new RefusalError(4000315, 'id: is another phone number than phone_no')
  }
}

/** Gives points to a member over the gateway. */
export const gatewayTopUpPoints = behaviour(endpoint, {
  feature: 'top-up',
  malformedCode: gatewayMalformed,
  checkFields,
  async answer({ sandbox, caller, request }) {
    const outcome = await topUpPoints(sandbox, {
      merchantCode: caller.merchant.code,
      storeCode: request['X-Merchant-ID'],
      posCode: request['X-Terminal-ID'],
      txnId: request.invoice_no,
      memberIds: memberIdsOf(request),
      points: request.point_amount,
      orderId: null,
      receipt: receiptOf(request),
      sendsSms: request.send_sms ?? true,
    })
    if (outcome.outcome === 'failed') {
      throw new RefusalError(codeOf[outcome.failure], outcome.message)
    }
    return accept(200, undefined)
  },
})
