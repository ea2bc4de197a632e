export { decryptGiftCode, decryptGiftCodes, GiftCodeUnreadableError } from './decrypt-gift-code.ts'
export { importGiftCodeKey, type GiftCodeHash } from './import-gift-code-key.ts'
