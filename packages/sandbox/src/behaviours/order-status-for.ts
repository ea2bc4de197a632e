import type { OrderQuery, OrderStatus } from '@merchant-edge/contract'
import { findOrder, type OrderStage } from '../orders/orders.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import type { Rules } from '../settings/rules.ts'
import type { Call } from './behaviour.ts'

// Assumes G-08: only SUCCESS is given, every other text is configuration.
function payStatus(stage: OrderStage, texts: Rules['payStatus']): string {
  return stage === 'paid' ? 'SUCCESS' : texts[stage]
}

/**
 * The answer of the two calls that query an order. @see Specification 2.3
 *
 * @throws RefusalError 4040001 when the merchant has no such order
 */
export async function orderStatusFor(call: Call<OrderQuery>): Promise<OrderStatus> {
  const { sandbox, caller, request } = call
  const order = await findOrder(sandbox, request.order_id)
  if (order === undefined || order.merchantCode !== caller.merchant.code) {
    throw new RefusalError(4040001, `order_id: there is no order ${request.order_id}`)
  }
  return {
    created_at: order.createdAt,
    updated_at: order.updatedAt,
    merchant_user_id: order.merchantUserId ?? '',
    order_amount: order.amountVnd,
    order_id: order.orderId,
    pay_status: payStatus(order.stage, sandbox.settings.rules.payStatus),
    point_amount: order.payment?.points ?? 0,
    vnd_amount: order.payment?.vnd ?? 0,
    transaction_id: order.payment?.transactionId ?? '',
  }
}
