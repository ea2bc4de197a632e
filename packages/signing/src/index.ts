export { KeyError } from './key-error.ts'
export type { KeyMaterial } from './key-material.ts'
export type { KeyFormat } from './rsa-key.ts'
export { importPrivateKey } from './private-key.ts'
export { importPublicKey } from './public-key.ts'
export { inspectKey, type KeyInspection } from './inspect-key.ts'
export { generateKeyPair, type KeyPairPem } from './generate-key-pair.ts'
export { signText } from './sign-text.ts'
export { verifyText } from './verify-text.ts'
export { requestSignedText, type SignedRequestParts } from './signed-text.ts'
export {
  callbackSignedText,
  confirmOnlineTransactionSignedText,
  confirmOrderSignedText,
  linkWalletSignedText,
  onlineTransactionSignedText,
  unlinkWalletSignedText,
  type OnlineTransactionFields,
} from './joined-values.ts'
export { signRequest, type RequestToSign, type SignedRequest } from './sign-request.ts'
export { createNonce } from './nonce.ts'
export { decodeBase64, encodeBase64 } from './base64.ts'
