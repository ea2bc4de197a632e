export { KeyError } from './keys/key-error.ts'
export type { KeyFormat, KeyMaterial, RsaJwk } from './keys/key-material.ts'
export type { WebCryptoKey } from './keys/web-crypto-key.ts'
export { importPrivateKey, importPublicKey } from './import-key.ts'
export { exportPublicKey, inspectKey, type KeyInspection } from './keys/inspect-key.ts'
export { assertUsableJwk, assertUsableKey, usableJwk } from './keys/usable-key.ts'
export { assertUsableCryptoKey, isUsableCryptoKey } from './keys/usable-crypto-key.ts'
export { generateKeyPair, type KeyPairPem } from './generate-key-pair.ts'
export { signText, verifyText } from './text-signature.ts'
export { requestSignedText, type SignedRequestParts } from './signed-text.ts'
export {
  callbackSignedText,
  confirmOnlineTransactionSignedText,
  confirmOrderSignedText,
  linkWalletSignedText,
  onlineTransactionSignedText,
  unlinkWalletSignedText,
  type OnlineTransactionFields,
  type SignedTextOptions,
} from './joined-values.ts'
export { createNonce, signRequest, type RequestToSign, type SignedRequest } from './sign-request.ts'
export { decodeBase64, encodeBase64 } from './base64.ts'
