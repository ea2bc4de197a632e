export {
  verifyPaymentCallback,
  type VerifyPaymentCallbackOptions,
} from './verify-payment-callback.ts'
export { createCallbackVerifier, type CallbackVerifier } from './callback-verifier.ts'
export type { CallbackKey } from './callback-key.ts'
export type { VerifiedCallback } from './verified-callback.ts'
export type { CallbackRejected, RejectionReason } from './rejection.ts'
