export { newLink } from './linked-wallets/link-routes.ts'
export { newLinkedPayment, newOtp } from './linked-wallets/linked-payment-routes.ts'
export { alertQuery } from './operator/alert-routes.ts'
export { differenceQuery, newDifferenceVerdict } from './operator/difference-routes.ts'
export { eventQuery, newResend } from './operator/event-routes.ts'
export { linkQuery } from './operator/link-routes.ts'
export { newErasure, personNamed } from './operator/person-routes.ts'
export { proposalQuery } from './operator/proposal-routes.ts'
export { newOperatorRefund } from './operator/record-routes.ts'
export {
  callbackQuery,
  orderExportQuery,
  refundQuery,
  stateQuery,
  verificationQuery,
} from './operator/search-routes.ts'
export { newSignIn } from './operator/sign-in-routes.ts'
export { newAction } from './operator/staff-action.ts'
export { takingsQuery } from './operator/takings-routes.ts'
export {
  newPaymentVerdict,
  newRefundVerdict,
  newTransferVerdict,
} from './operator/verdict-routes.ts'
export { orderQuery } from './orders/order-query.ts'
export { newOrder } from './orders/order-routes.ts'
export { newRefund } from './refunds/refund-routes.ts'
export { newTransfer } from './transfers/transfer-routes.ts'
