import type { RefundOrderRequest } from './refund-order.ts'

/** A request of every call of Specification 4.5. */
export const refundExamples = {
  /** A part of the money and all of the points of an order go back. */
  refundOrder: {
    order_reference_id: 'R-0001',
    original_order_reference_id: 'A-0001',
    description: 'Khách trả hàng',
    merchant_user_id: 'staff-09',
    vnd_amount: 50_000,
    point_amount: 8,
  },
} satisfies {
  refundOrder: RefundOrderRequest
}
