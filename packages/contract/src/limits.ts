// Every limit of the service, each written once. @see Specification 8 Separate constants instead of
// one object, so that a bundle contains only those that it uses.

/**
 * Whether a text has at most this many characters, as every limit here and in the daily files counts
 * them: Unicode code points, so that an emoji is one, and `String.length` counts two. Assumes G-161.
 *
 * @throws TypeError when it is no text, or no number is given
 *
 * @example
 * ```ts
 * import { hasAtMostCharacters, orderReferenceIdChars } from '@merchant-edge/contract/limits'
 *
 * const id = '\u{1f4b0}'.repeat(orderReferenceIdChars)
 * if (!hasAtMostCharacters(id, orderReferenceIdChars)) throw new Error('35 characters fit.')
 * ```
 */
export function hasAtMostCharacters(text: string, maxChars: number): boolean {
  if (typeof text !== 'string' || typeof maxChars !== 'number') {
    throw new TypeError('hasAtMostCharacters takes a text and a number of characters.')
  }
  const units = text.length
  if (units <= maxChars) return true
  // A character has at most two UTF-16 code units, so a text of more than twice as many is too long and need not be
  // split into its characters, however long it is.
  return units <= 2 * maxChars && Array.from(text).length <= maxChars
}

/** Maximum length of X-Key-Code, in characters. */
export const keyCodeChars = 36

/** Maximum length of X-Nonce, in characters. */
export const nonceChars = 255

/** Time during which the service refuses a repeated nonce, in seconds. */
export const nonceReuseSeconds = 2 * 60 * 60

/** Maximum length of X-Request-ID, in characters. */
export const requestIdChars = 255

/** Maximum age of X-Timestamp, in seconds; an older request is refused as expired. */
export const timestampAgeSeconds = 2 * 60 * 60

/** Shortest lifetime of an order, in minutes. */
export const minExpiresInMinutes = 3

/** Longest lifetime of an order, in minutes; also the default. */
export const maxExpiresInMinutes = 15

/** Maximum length of order_reference_id, of payments and of refunds, in characters. */
export const orderReferenceIdChars = 35

/** Maximum length of a transfer's description, in characters. */
export const transferDescriptionChars = 255

/** Maximum length of merchant_transaction_id, in characters. */
export const merchantTransactionIdChars = 35

/** Minimum points of one top-up. */
export const minTopUpPoints = 50

/** Maximum points of one top-up. */
export const maxTopUpPoints = 20_000_000

/** A top-up with a receipt has fewer points than this. */
export const topUpPointsWithReceiptBelow = 20_000

/** Minimum digits of a phone number, including the leading 0. */
export const minPhoneDigits = 10

/** Maximum digits of a phone number, including the leading 0. */
export const maxPhoneDigits = 11

/** Maximum length of txn_id, in characters. */
export const txnIdChars = 23

/** Maximum length of invoice_no in a top-up over the gateway, in characters. */
export const invoiceNoChars = 23

/** Maximum length of the name on a receipt, in characters. */
export const receiptNameChars = 50

/** Maximum length of the address on a receipt, in characters. */
export const receiptAddressChars = 100

/** Maximum length of the e-mail address of a receipt, in characters. */
export const receiptEmailChars = 50

/** Maximum length of the tax code on a receipt, in characters. */
export const receiptTaxCodeChars = 32

/** Lowest face value of a gift card, in thousand VND. */
export const minCardType = 50

/** Highest face value of a gift card, in thousand VND. */
export const maxCardType = 10_000
