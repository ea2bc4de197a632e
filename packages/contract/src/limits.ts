// Every limit of the service, each written once. @see Specification 8
// Constants of their own, not an object, so that a bundle carries only those that it uses.

/** Characters of X-Key-Code. */
export const keyCodeChars = 36

/** Characters of X-Nonce. */
export const nonceChars = 255

/** Time in which the service refuses a nonce that it has already received. */
export const nonceReuseSeconds = 2 * 60 * 60

/** Characters of X-Request-ID. */
export const requestIdChars = 255

/** Age at which the service calls a request expired. */
export const timestampAgeSeconds = 2 * 60 * 60

/** Shortest life of an order. */
export const expiresInMinutesMin = 3

/** Longest life of an order, which is also its default. */
export const expiresInMinutesMax = 15

/** Characters of order_reference_id, of payments and of refunds. */
export const orderReferenceIdChars = 35

/** Characters of a transfer's description. */
export const transferDescriptionChars = 255

/** Characters of merchant_transaction_id. */
export const merchantTransactionIdChars = 35

/** Fewest points of a top-up. */
export const topUpPointsMin = 50

/** Most points of a top-up. */
export const topUpPointsMax = 20_000_000

/** A top-up with a receipt has fewer points than this. */
export const topUpPointsWithReceiptBelow = 20_000

/** Fewest digits of a phone number, the leading 0 included. */
export const phoneDigitsMin = 10

/** Most digits of a phone number, the leading 0 included. */
export const phoneDigitsMax = 11

/** Characters of txn_id. */
export const txnIdChars = 23

/** Characters of invoice_no in a top-up over the gateway. */
export const invoiceNoChars = 23

/** Characters of the name on a receipt. */
export const receiptNameChars = 50

/** Characters of the address on a receipt. */
export const receiptAddressChars = 100

/** Characters of the e-mail address of a receipt. */
export const receiptEmailChars = 50

/** Characters of the tax code on a receipt. */
export const receiptTaxCodeChars = 32

/** Lowest face value of a gift card, in thousand VND. */
export const cardTypeMin = 50

/** Highest face value of a gift card, in thousand VND. */
export const cardTypeMax = 10_000
