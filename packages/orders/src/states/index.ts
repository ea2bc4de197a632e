export {
  attemptStates,
  type AttemptState,
  type AttemptStateRule,
  type ReleaseReason,
} from './attempt-state.ts'
export { linkStates, type LinkState, type LinkStateRule } from './link-state.ts'
export { orderStates, type OrderState, type OrderStateRule } from './order-state.ts'
export {
  refundStates,
  type RefundOrigin,
  type RefundState,
  type RefundStateRule,
} from './refund-state.ts'
export { transferStates, type TransferState, type TransferStateRule } from './transfer-state.ts'
