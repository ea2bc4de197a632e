import type { Refusal } from '../refusals/refusal.ts'
import { gatewayRefusals } from './gateway-refusals.ts'

/**
 * Codes that a top-up of points over the gateway may be refused with.
 *
 * @see Specification 7, gateway table, operation "top-up"
 */
export const gatewayTopUpRefusals = {
  ...gatewayRefusals,
  4000001: {
    reason: 'ids_invalid',
    cause: 'The merchant id, the terminal id or the request id is not valid.',
    remedy:
      'Check X-Merchant-ID and X-Terminal-ID, and that X-Request-ID has at most 255 characters.',
    retry: 'never',
    applied: 'no',
    httpStatus: 200,
  },
  4000306: {
    reason: 'card_not_active',
    cause: 'The card of the member is not activated, or is blocked.',
    remedy: 'Ask the member to activate the card in the app.',
    retry: 'never',
    applied: 'no',
    httpStatus: 200,
  },
  4000307: {
    reason: 'top_up_exists',
    cause: 'A top-up with this invoice_no exists already.',
    remedy:
      'After a repeat this means that the first attempt has landed: ask for its detail; otherwise choose a new id.',
    retry: 'never',
    applied: 'maybe',
    httpStatus: 200,
  },
  4000315: {
    reason: 'member_absent',
    cause: 'No member has this phone number.',
    remedy: 'Check the phone number with the customer.',
    retry: 'never',
    applied: 'no',
    httpStatus: 200,
  },
  4000318: {
    reason: 'member_at_risk',
    cause: 'The member is under suspicion of abuse.',
    remedy: 'Do not top it up; ask the customer to contact support.',
    retry: 'never',
    applied: 'no',
    httpStatus: 200,
  },
  4000326: {
    reason: 'account_not_active',
    cause: 'The account is not activated, or is blocked.',
    remedy: 'Ask the customer to activate the account, then start a new top-up.',
    retry: 'never',
    applied: 'no',
    httpStatus: 200,
  },
  4000328: {
    reason: 'receipt_points_exceeded',
    cause: 'The points are too many for a top-up with a receipt.',
    remedy: 'Top up fewer points, or send no receipt.',
    retry: 'never',
    applied: 'no',
    httpStatus: 200,
  },
  4030302: {
    reason: 'store_not_found',
    cause: 'The merchant id or the terminal id is not known, or is not active.',
    remedy: 'Check the store code and the POS code on the merchant web site.',
    retry: 'never',
    applied: 'no',
    httpStatus: 200,
  },
  500400: {
    reason: 'points_insufficient',
    cause: 'The balance of points that top-ups are paid from is too low.',
    remedy: 'Ask the business contact to raise the balance of points.',
    retry: 'never',
    applied: 'no',
    httpStatus: 200,
  },
  600400: {
    reason: 'campaign_unavailable',
    cause: 'The campaign is not running, or the points that it allows are used up.',
    remedy: 'Ask the business contact about the campaign.',
    retry: 'never',
    applied: 'no',
    httpStatus: 200,
  },
  600500: {
    reason: 'transaction_value_exceeded',
    cause: 'The value of the transaction is above its limit.',
    remedy: 'Top up fewer points at a time.',
    retry: 'never',
    applied: 'no',
    httpStatus: 200,
  },
  600600: {
    reason: 'transaction_invalid',
    cause:
      'The transaction is not valid: over the maximum of one transaction, an inactive customer, or the like.',
    remedy: 'Check the points and the state of the customer; contact support if both are right.',
    retry: 'never',
    applied: 'no',
    httpStatus: 200,
  },
} as const satisfies Record<number, Refusal>

type Table = typeof gatewayTopUpRefusals
/** The table of top-ups over the gateway by code. */
export interface GatewayTopUpRefusals extends Table {}
