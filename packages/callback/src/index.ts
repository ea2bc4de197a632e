export {
  createCallbackVerifier,
  verifyPaymentCallback,
  type CallbackAccepted,
  type CallbackVerifier,
  type VerifyPaymentCallbackOptions,
} from './callback-verifier.ts'
export type { CallbackKey } from './callback-key.ts'
export type { CallbackRejected, RejectionReason } from './rejection.ts'
export type { VerifiedCallback } from '@merchant-edge/contract/callback'
