export type { CallFailure, CallTrace, PortAnswer } from './port-answer.ts'
export type {
  PaymentPort,
  PaymentToCreate,
  RefundAccepted,
  RefundCode,
  RefundToMake,
  WebPaymentToCreate,
} from './payment-port.ts'
export type {
  CheckedLink,
  LinkedPaymentToConfirm,
  LinkedPaymentToMake,
  LinkedTransaction,
  LinkedWalletPort,
  LinkToCheck,
  LinkToRequest,
  MadeTransfer,
  RequestedLink,
  TransferPort,
  TransferToMake,
} from './linked-port.ts'
