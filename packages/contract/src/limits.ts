/**
 * Every limit of the service, each written once.
 *
 * @see Specification 8
 */
export const limits = {
  /** Characters of X-Key-Code. */
  keyCodeChars: 36,
  /** Characters of X-Nonce. */
  nonceChars: 255,
  /** Time in which the service refuses a nonce that it has already received. */
  nonceReuseSeconds: 2 * 60 * 60,
  /** Characters of X-Request-ID. */
  requestIdChars: 255,
  /** Age at which the service calls a request expired. */
  timestampAgeSeconds: 2 * 60 * 60,
  /** Shortest life of an order. */
  expiresInMinutesMin: 3,
  /** Longest life of an order, which is also its default. */
  expiresInMinutesMax: 15,
  /** Characters of order_reference_id, of payments and of refunds. */
  orderReferenceIdChars: 35,
  /** Characters of a transfer's description. */
  transferDescriptionChars: 255,
  /** Characters of merchant_transaction_id. */
  merchantTransactionIdChars: 35,
  /** Fewest points of a top-up. */
  topUpPointsMin: 50,
  /** Most points of a top-up. */
  topUpPointsMax: 20_000_000,
  /** A top-up with a receipt has fewer points than this. */
  topUpPointsWithReceiptBelow: 20_000,
  /** Fewest digits of a phone number, the leading 0 included. */
  phoneDigitsMin: 10,
  /** Most digits of a phone number, the leading 0 included. */
  phoneDigitsMax: 11,
  /** Characters of txn_id. */
  txnIdChars: 23,
  /** Characters of invoice_no in a top-up over the gateway. */
  invoiceNoChars: 23,
  /** Characters of the name on a receipt. */
  receiptNameChars: 50,
  /** Characters of the address on a receipt. */
  receiptAddressChars: 100,
  /** Characters of the e-mail address of a receipt. */
  receiptEmailChars: 50,
  /** Characters of the tax code on a receipt. */
  receiptTaxCodeChars: 32,
  /** Lowest face value of a gift card, in thousand VND. */
  cardTypeMin: 50,
  /** Highest face value of a gift card, in thousand VND. */
  cardTypeMax: 10_000,
} as const
