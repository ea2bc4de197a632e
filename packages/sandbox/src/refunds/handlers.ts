import { endpoints } from '@merchant-edge/contract'
import type { RefundOrderRequest } from '@merchant-edge/contract/refund'
import { refundPayment, takeRefundId } from './refund-payment.ts'
import type { RefundHalf } from './refunds.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import { accept, handler } from '../serving/handler.ts'

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

function isPositiveInteger(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}

/** The three malformed refunds that have a code of their own. */
function checkFields(fields: Readonly<Record<string, unknown>>): void {
  if (isAbsent(fields['original_order_reference_id'])) {
    throw new RefusalError(4000824, 'original_order_reference_id: is missing')
  }
  for (const name of ['vnd_amount', 'point_amount']) {
    if (fields[name] === undefined || isPositiveInteger(fields[name])) continue
    throw new RefusalError(4000811, `${name}: must be a whole number greater than 0`)
  }
  for (const name of ['currency', 'order_currency']) {
    if (fields[name] === undefined || fields[name] === 'VND') continue
    throw new RefusalError(4000810, `${name}: the original was paid in VND`)
  }
}

/** The half that comes later on demand; a refund of one part has no other that could follow. */
function pendingHalf(
  { vnd_amount, point_amount }: RefundOrderRequest,
  wantedCode: number | undefined,
): RefundHalf | undefined {
  if (vnd_amount === undefined || point_amount === undefined) return undefined
  if (wantedCode === 2000801) return 'points'
  return wantedCode === 2000802 ? 'money' : undefined
}

/** Handlers of refunds (4.5). */
export const refundHandlers = {
  /** Returns money, points or both of a payment. */
  refundOrder: handler(endpoints.refundOrder, {
    feature: 'refund',
    unlicensedCode: 4030800,
    checkFields,
    takeId: ({ sandbox, caller, fields }) =>
      takeRefundId(sandbox, caller.merchant.code, fields['order_reference_id']),
    async answer({ sandbox, caller, request, wantedCode, isForGood }) {
      const refund = await refundPayment(sandbox, caller.merchant, {
        orderReferenceId: request.order_reference_id,
        original: { orderReferenceId: request.original_order_reference_id },
        origin: 'api',
        vnd: request.vnd_amount ?? 0,
        points: request.point_amount ?? 0,
        description: request.description ?? '',
        merchantUserId: request.merchant_user_id ?? null,
        merchantUserName: request.merchant_user_name ?? null,
        isPendingForGood: isForGood,
        pending: pendingHalf(request, wantedCode),
      })
      const all = {
        original_loyalty_transaction_id: refund.originalLoyaltyTransactionId ?? '',
        refund_transaction_id: refund.refundTransactionId,
        refund_loyalty_transaction_id: refund.loyaltyTransactionId ?? '',
        refund_transaction_wallet_id: refund.walletTransactionId,
      }
      const { refund_transaction_id, refund_transaction_wallet_id } = all
      if (refund.state === 'points-pending') {
        return accept(2000801, { refund_transaction_id, refund_transaction_wallet_id })
      }
      if (refund.state === 'money-pending') {
        const { original_loyalty_transaction_id, refund_loyalty_transaction_id } = all
        return accept(2000802, {
          original_loyalty_transaction_id,
          refund_loyalty_transaction_id,
          refund_transaction_wallet_id,
        })
      }
      return accept(200, all)
    },
  }),
}
