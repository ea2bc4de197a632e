export { newLink } from './linked-wallets/link-routes.ts'
export { newLinkedPayment, newOtp } from './linked-wallets/linked-payment-routes.ts'
export { alertQuery } from './operator/alert-routes.ts'
export { differenceQuery, newDifferenceVerdict } from './operator/money/difference-routes.ts'
export { eventQuery, newResend } from './operator/event-routes.ts'
export { linkQuery } from './operator/link-routes.ts'
export { newErasure, personNamed } from './operator/person-routes.ts'
export { proposalQuery } from './operator/money/proposal-routes.ts'
export { newOperatorRefund } from './operator/money/record-routes.ts'
export {
  callbackQuery,
  orderExportQuery,
  refundQuery,
  stateQuery,
  verificationQuery,
} from './operator/search-routes.ts'
export { newSignIn } from './operator/access/sign-in-routes.ts'
export { newAcceptance, newAction, newRelease } from './operator/access/staff-action.ts'
export { takingsQuery } from './operator/money/takings-routes.ts'
export {
  newPaymentVerdict,
  newRefundVerdict,
  newTransferVerdict,
} from './operator/money/verdict-routes.ts'
export { orderQuery } from './orders/order-query.ts'
export { newOrder } from './orders/order-routes.ts'
export { newRefund } from './refunds/refund-routes.ts'
export { newTransfer } from './transfers/transfer-routes.ts'
