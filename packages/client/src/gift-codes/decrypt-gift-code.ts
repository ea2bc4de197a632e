import { checkArguments } from '@merchant-edge/signing/options'
import type { WebCryptoKey } from '@merchant-edge/signing'
import type { GiftCodeOrder } from '@merchant-edge/contract/gift-code'
import { decodeBase64 } from '@merchant-edge/signing'

/** A gift code that the key cannot decrypt. The message contains neither the code nor the key. */
export class GiftCodeUnreadableError extends Error {
  override readonly name = 'GiftCodeUnreadableError'
  /** Stable name of the error. */
  readonly code = 'ERR_GIFT_CODE_UNREADABLE'
}

/** Rejects a PEM or a promise, which would look like a code for another key. */
function checkKey(key: unknown): void {
  if (key instanceof CryptoKey) return
  throw new TypeError('key must be that of importGiftCodeKey, awaited')
}

/**
 * Decrypts a gift code: base64, RSA-OAEP. Assumes G-28.
 *
 * @param key from `importGiftCodeKey`
 * @param code `code` of a card
 * @returns what the customer types
 * @throws TypeError when the key is not an imported one
 * @throws GiftCodeUnreadableError when it is not encrypted for this key
 *
 * @example
 * ```ts
 * import { decryptGiftCode } from '@merchant-edge/client/gift-codes'
 * import { encodeBase64 } from '@merchant-edge/signing'
 *
 * const { privateKey, publicKey } = await crypto.subtle.generateKey(
 *   { name: 'RSA-OAEP', hash: 'SHA-256', modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1) },
 *   true,
 *   ['encrypt', 'decrypt'],
 * )
 * const plain = new TextEncoder().encode('GC50-1234')
 * const encrypted = await crypto.subtle.encrypt('RSA-OAEP', publicKey, plain)
 * const code = encodeBase64(new Uint8Array(encrypted))
 *
 * const typed = await decryptGiftCode(privateKey, code)
 * if (typed !== 'GC50-1234') throw new Error('The code was not decrypted.')
 * ```
 */
export async function decryptGiftCode(key: WebCryptoKey, code: string): Promise<string> {
  checkKey(key)
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
 * @returns the same order with decrypted codes
 * @throws GiftCodeUnreadableError when a code is not encrypted for this key
 *
 * @example
 * ```ts
 * import { decryptGiftCodes } from '@merchant-edge/client/gift-codes'
 * import { encodeBase64 } from '@merchant-edge/signing'
 *
 * const { privateKey, publicKey } = await crypto.subtle.generateKey(
 *   { name: 'RSA-OAEP', hash: 'SHA-256', modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1) },
 *   true,
 *   ['encrypt', 'decrypt'],
 * )
 * const plain = new TextEncoder().encode('GC50-1234')
 * const encrypted = await crypto.subtle.encrypt('RSA-OAEP', publicKey, plain)
 * const code = encodeBase64(new Uint8Array(encrypted))
 *
 * const order = { order_info: [{ card_type: '50', cards: [{ code }] }] }
 * const { order_info } = await decryptGiftCodes(privateKey, order)
 * if (order_info[0]?.cards[0]?.code !== 'GC50-1234') throw new Error('The code was not decrypted.')
 * ```
 */
export async function decryptGiftCodes(
  key: WebCryptoKey,
  order: GiftCodeOrder,
): Promise<GiftCodeOrder> {
  checkArguments('decryptGiftCodes', { key, order })
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
