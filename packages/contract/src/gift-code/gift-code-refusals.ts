import type { Refusal } from '../refusals/refusal.ts'

/**
 * Codes that a gift-code call may be refused with.
 *
 * @see Specification 7, gift code codes (REST)
 */
export const giftCodeRefusals = {
  4000001: {
    reason: 'invalid_data',
    cause: 'The request is malformed or a field is not of the expected form.',
    remedy: 'Compare the fields with section 4.7 of the specification.',
    retry: 'never',
    applied: 'no',
  },
  4000301: {
    reason: 'stock_insufficient',
    cause: 'The stock holds fewer codes of a face value than were ordered.',
    remedy: 'Ask for the stock, then order what is there under a new merchant_order_id.',
    retry: 'never',
    applied: 'no',
  },
  4000302: {
    reason: 'gift_order_exists',
    cause: 'An order of gift codes with this merchant_order_id exists already.',
    remedy:
      'After a repeat this means that the first attempt has landed: fetch the order; otherwise choose a new id.',
    retry: 'never',
    applied: 'maybe',
  },
  5000001: {
    reason: 'server_error',
    cause: 'The service failed while it handled the request.',
    remedy: 'Fetch the order by merchant_order_id before anything new is ordered.',
    retry: 'same-id',
    applied: 'maybe',
  },
} as const satisfies Record<number, Refusal>

type Table = typeof giftCodeRefusals
/** The table of gift codes by code. */
export interface GiftCodeRefusals extends Table {}
