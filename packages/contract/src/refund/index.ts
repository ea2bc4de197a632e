export {
  refundOrder,
  type RefundOrderRequest,
  type Refunded,
  type RefundedMoneyFirst,
  type RefundedPointsFirst,
  type RefundOrderSuccess,
} from './refund-order.ts'
export type { RefundOrderRefusals } from './refund-refusals.ts'
