export {
  createWebPayment,
  type CreateWebPaymentRequest,
  type WebPayment,
  type CreateWebPaymentSuccess,
  type CreateWebPaymentRefusals,
} from './create-web-payment.ts'
