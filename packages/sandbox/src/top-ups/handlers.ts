import { endpoints } from '@merchant-edge/contract'
import type { GatewayTopUpPointsRequest } from '@merchant-edge/contract/gateway'
import * as limits from '@merchant-edge/contract/limits'
import type { TopUpReceipt } from '@merchant-edge/contract/top-up'
import type { MemberIds } from '../members/members.ts'
import { requireStore } from '../merchants/stores.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import { checkHeaderPlace, gatewayMalformed, headerPlaceNamed } from '../serving/gateway-handler.ts'
import { accept, handler } from '../serving/handler.ts'
import { topUpPoints } from './top-up-points.ts'
import { type TopUpFailure, findTopUp, type ReceiptInfo } from './top-ups.ts'

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
      return { phone: phone_no ?? id }
  }
}

function checkFields(fields: Readonly<Record<string, unknown>>): void {
  checkHeaderPlace(fields)
  checkReceiptPoints(fields)
  const { id_type, id, phone_no } = fields
  if ((id_type === undefined) !== (id === undefined)) {
    throw new RefusalError(gatewayMalformed, 'id_type, id: must come together')
  }
  if (id_type === 'MOBILE' && phone_no !== undefined && id !== phone_no) {
    throw new RefusalError(4000315, 'id: is another phone number than phone_no')
  }
}

/**
 * Refuses a top-up with a receipt that has too many points: the one malformed top-up with a code of
 * its own, in both forms.
 *
 * @throws RefusalError 4000328
 */
function checkReceiptPoints(fields: Readonly<Record<string, unknown>>): void {
  const { maxTopUpPoints, topUpPointsWithReceiptBelow: below } = limits
  const points = fields['point_amount']
  if (fields['send_receipt'] !== true || typeof points !== 'number') return
  if (points < below || points > maxTopUpPoints) return
  throw new RefusalError(4000328, `point_amount: must be below ${below} with a receipt`)
}

/** The part of a request that is about its receipt. */
interface ReceiptRequest {
  readonly send_receipt?: boolean | undefined
  readonly receipt_info?: TopUpReceipt | undefined
}

/** The receiver of the receipt; null when no receipt is requested, even if a receiver is sent. */
function receiptOf({ send_receipt, receipt_info }: ReceiptRequest): ReceiptInfo | null {
  if (send_receipt !== true) return null
  const { name = '', address = '', email = '', tax_code = '' } = receipt_info ?? {}
  return { name, address, email, tax_code }
}

/** Handlers of top-ups of points (4.8, 4.9). */
export const topUpHandlers = {
  /**
   * Gives points to the member with a phone number. A top-up that the loyalty system rejects has no
   * code in this form: the answer is 5000001, and the top-up is stored as ERROR. Assumes G-42.
   */
  topUpPoints: handler(endpoints.topUpPoints, {
    feature: 'top-up',
    checkFields: checkReceiptPoints,
    async answer({ sandbox, caller, request }) {
      const outcome = await topUpPoints(sandbox, {
        merchantCode: caller.merchant.code,
        storeCode: request.store_code,
        posCode: request.pos_code,
        txnId: request.txn_id,
        memberIds: { phone: request.phone_number },
        points: request.point_amount,
        orderId: request.order_id ?? null,
        receipt: receiptOf(request),
        sendsSms: true,
      })
      if (outcome.outcome === 'failed') throw new RefusalError(5000001, outcome.message)
      return accept(200, undefined)
    },
  }),
  /** Gives points to a member over the gateway. */
  gatewayTopUpPoints: handler(endpoints.gatewayTopUpPoints, {
    feature: 'top-up',
    malformedCode: gatewayMalformed,
    checkFields,
    async answer({ sandbox, caller, request }) {
      // The parameter list requires phone_no, the sample leaves it out. Assumes G-19.
      if (sandbox.settings.rules.profile === 'strict' && request.phone_no === undefined) {
        throw new RefusalError(gatewayMalformed, 'phone_no: is missing')
      }
      const outcome = await topUpPoints(sandbox, {
        ...headerPlaceNamed(caller, request),
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
  }),
  /** Returns the result of a top-up of the merchant; no data when there is no such top-up. */
  queryTopUp: handler(endpoints.queryTopUp, {
    feature: 'top-up',
    async answer({ sandbox, caller, request }) {
      const merchantCode = caller.merchant.code
      const { store_code, pos_code, txn_id } = request
      await requireStore(
        sandbox,
        { merchantCode, storeCode: store_code, posCode: pos_code },
        4030302,
      )
      const topUp = await findTopUp(sandbox.database, merchantCode, txn_id)
      return accept(200, topUp && { type: 'TXN_EARN', status: topUp.status })
    },
  }),
  /**
   * Returns the result of a top-up of the merchant over the gateway; no data when there is no such
   * top-up.
   */
  gatewayQueryTopUp: handler(endpoints.gatewayQueryTopUp, {
    feature: 'top-up',
    malformedCode: gatewayMalformed,
    checkFields: checkHeaderPlace,
    noData: null,
    async answer({ sandbox, caller, request }) {
      const place = headerPlaceNamed(caller, request)
      // The codes of the top-up apply to its query too, as in the REST form.
      await requireStore(sandbox, place, 4030302)
      const topUp = await findTopUp(sandbox.database, place.merchantCode, request.invoice_no)
      const status = topUp?.status === 'SUCCESS' ? 'S' : 'E'
      return accept(200, topUp && { type: 'TXN_EARN', status })
    },
  }),
}
