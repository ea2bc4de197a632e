export {
  attemptStates,
  mayBeCorrected,
  type AttemptState,
  type AttemptStateRule,
  type ReleaseReason,
} from './attempt-state.ts'
export { allLinkStates, linkStates, type LinkState, type LinkStateRule } from './link-state.ts'
export { allOrderStates, orderStates, type OrderState, type OrderStateRule } from './order-state.ts'
export {
  allRefundStates,
  isDeniedByPerson,
  refundStates,
  type RefundOrigin,
  type RefundState,
  type RefundStateRule,
} from './refund-state.ts'
export {
  allTransferStates,
  isRefusedByPerson,
  transferStates,
  type TransferState,
  type TransferStateRule,
} from './transfer-state.ts'
