import type { GiftCodeOrder } from '@merchant-edge/contract/gift-code'
import { decodeBase64 } from '@merchant-edge/signing'

/** A gift code that the key does not open. Its message holds neither the code nor the key. */
export class GiftCodeUnreadableError extends Error {
  override readonly name = 'GiftCodeUnreadableError'
  /** Stable name of the error. */
  readonly code = 'ERR_GIFT_CODE_UNREADABLE'
}

/**
 * Decrypts a gift code: base64, RSA-OAEP. Assumes G-28.
 *
 * @param key from `importGiftCodeKey`
 * @param code `code` of a card
 * @returns what the customer types
 * @throws GiftCodeUnreadableError when it is not encrypted for this key
 */
export async function decryptGiftCode(key: CryptoKey, code: string): Promise<string> {
  const bytes = decodeBase64(code)
  try {
    if (bytes === undefined) throw new TypeError('not base64')
    const plain = await crypto.subtle.decrypt('RSA-OAEP', key, bytes)
    return new TextDecoder('utf-8', { fatal: true }).decode(plain)
  } catch {
    throw new GiftCodeUnreadableError(
      'The gift code is not encrypted for this key and hash. Compare the key with the one that the service has, try the other hash, and ask whether codes come in plain text.',
    )
  }
}

/**
 * Decrypts every code of an order.
 *
 * @returns the same order with codes that the customer can type
 * @throws GiftCodeUnreadableError when a code is not encrypted for this key
 */
export async function decryptGiftCodes(
  key: CryptoKey,
  order: GiftCodeOrder,
): Promise<GiftCodeOrder> {
  const order_info = await Promise.all(
    order.order_info.map(async (item) => ({
      ...item,
      cards: await Promise.all(
        item.cards.map(async (card) => ({ ...card, code: await decryptGiftCode(key, card.code) })),
      ),
    })),
  )
  return { ...order, order_info }
}
