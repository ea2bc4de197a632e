import type { Refusal } from '../refusals/refusal.ts'
import { gatewayRefusals } from './gateway-refusals.ts'

/**
 * Codes that a gift-code call over the gateway may be refused with.
 *
 * @see Specification 7, gift code codes (gateway form)
 */
export const gatewayGiftCodeRefusals = {
  ...gatewayRefusals,
  200100: {
    reason: 'stock_insufficient',
    cause: 'The stock holds fewer codes of a face value than were ordered.',
    remedy: 'Ask for the stock, then order what is there under a new order_id.',
    retry: 'never',
    applied: 'no',
    httpStatus: 200,
  },
  200200: {
    reason: 'gift_order_exists',
    cause: 'An order of gift codes with this order_id exists already.',
    remedy:
      'After a repeat this means that the first attempt has landed: fetch the order; otherwise choose a new id.',
    retry: 'never',
    applied: 'maybe',
    httpStatus: 200,
  },
} as const satisfies Record<number, Refusal>

type Table = typeof gatewayGiftCodeRefusals
/** The table of gift codes over the gateway by code. */
export interface GatewayGiftCodeRefusals extends Table {}
