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
} as const
