import type { Refusal } from '../refusals/refusal.ts'

/**
 * Codes that a refund may be refused with.
 *
 * @see Specification 7, refund codes
 */
export const refundRefusals = {
  4000001: {
    reason: 'invalid_data',
    cause: 'The request is malformed or a field is not of the expected form.',
    remedy: 'Compare the fields with section 4.5 of the specification.',
    retry: 'never',
    applied: 'no',
  },
  4000800: {
    reason: 'original_code_unknown',
    cause: 'The service knows no order with this original order code.',
    remedy: 'Send the order_reference_id under which the payment was created.',
    retry: 'never',
    applied: 'no',
  },
  // Assumes G-143: the common table has another meaning for it.
  4000801: {
    reason: 'original_not_a_payment',
    cause: 'The original transaction is not a payment.',
    remedy: 'Refund the payment itself, not a refund or a transfer.',
    retry: 'never',
    applied: 'no',
  },
  4000802: {
    reason: 'original_unsuccessful',
    cause: 'The original transaction did not succeed, so there is nothing to return.',
    remedy: 'Query the order; refund it only once it is paid.',
    retry: 'never',
    applied: 'no',
  },
  4000803: {
    reason: 'original_had_promotion',
    cause: 'The original was paid with a promotion.',
    remedy: 'Return the money outside of the API, for example by bank transfer.',
    retry: 'never',
    applied: 'no',
  },
  4000804: {
    reason: 'original_cashed_back',
    cause: 'The original has already been cashed back.',
    remedy: 'Return the money outside of the API, for example by bank transfer.',
    retry: 'never',
    applied: 'no',
  },
  4000807: {
    reason: 'original_not_refundable_kind',
    cause: 'The original is neither a direct payment nor a QR payment.',
    remedy: 'Refund it on the merchant web site.',
    retry: 'never',
    applied: 'no',
  },
  4000809: {
    reason: 'remaining_insufficient',
    cause: 'The amount is larger than what is left of the original.',
    remedy: 'Refund at most what is left.',
    retry: 'never',
    applied: 'no',
  },
  4000810: {
    reason: 'currency_differs',
    cause: 'The currency differs from that of the original.',
    remedy: 'Refund in the currency of the payment.',
    retry: 'never',
    applied: 'no',
  },
  4000811: {
    reason: 'amount_not_positive_integer',
    cause: 'The refund amount is not a whole number greater than 0.',
    remedy: 'Send a whole number of VND or points.',
    retry: 'never',
    applied: 'no',
  },
  4000812: {
    reason: 'original_without_points',
    cause: 'The original was not paid with points.',
    remedy: 'Leave point_amount out and refund money only.',
    retry: 'never',
    applied: 'no',
  },
  4000813: {
    reason: 'points_differ',
    cause: 'The points differ from those of the original.',
    remedy: 'Send the points that the original was paid with.',
    retry: 'never',
    applied: 'no',
  },
  4000817: {
    reason: 'automatic_refund_not_set_up',
    cause: 'The merchant is not set up for automatic refunds.',
    remedy: 'Ask support to enable refunds through the API.',
    retry: 'never',
    applied: 'no',
  },
  4000820: {
    reason: 'refund_period_over',
    cause: 'The original is past the refundable period.',
    remedy: 'Return the money outside of the API, for example by bank transfer.',
    retry: 'never',
    applied: 'no',
  },
  4000824: {
    reason: 'original_id_missing',
    cause: 'The code of the original transaction is missing.',
    remedy: 'Send original_order_reference_id.',
    retry: 'never',
    applied: 'no',
  },
  4004009: {
    reason: 'remaining_refundable_insufficient',
    cause: 'The amount that may still be refunded is not enough.',
    remedy: 'Refund at most what is left.',
    retry: 'never',
    applied: 'no',
  },
  4030800: {
    reason: 'refund_not_allowed',
    cause: 'The merchant is not allowed to refund.',
    remedy: 'Ask support to allow refunds for this merchant.',
    retry: 'never',
    applied: 'no',
  },
  4040800: {
    reason: 'original_absent_in_core',
    cause: 'The original is absent in the wallet core.',
    remedy: 'Contact support with the order_reference_id of the payment.',
    retry: 'never',
    applied: 'no',
  },
  4040801: {
    reason: 'original_not_found',
    cause: 'The original transaction does not exist.',
    remedy: 'Send the order_reference_id under which the payment was created.',
    retry: 'never',
    applied: 'no',
  },
  4080804: {
    reason: 'connection_timeout',
    cause: 'A connection inside the service timed out.',
    remedy:
      'Repeat with the same order_reference_id; treat the refund as unknown until it is settled.',
    retry: 'same-id',
    applied: 'maybe',
  },
  4090801: {
    reason: 'refund_id_exists',
    cause: 'A refund with this order_reference_id exists already.',
    remedy:
      'After a repeat this means that the first attempt has landed; otherwise choose a new id.',
    retry: 'never',
    applied: 'maybe',
  },
  5000800: {
    reason: 'refund_failed',
    cause: 'The service could not complete the refund.',
    remedy:
      'Repeat with the same order_reference_id; treat the refund as unknown until it is settled.',
    retry: 'same-id',
    applied: 'maybe',
  },
  5000801: {
    reason: 'refund_server_error',
    cause: 'The service failed while it handled the refund.',
    remedy:
      'Repeat with the same order_reference_id; treat the refund as unknown until it is settled.',
    retry: 'same-id',
    applied: 'maybe',
  },
  5000802: {
    reason: 'refund_server_fault',
    cause: 'The service failed while it handled the refund.',
    remedy:
      'Repeat with the same order_reference_id; treat the refund as unknown until it is settled.',
    retry: 'same-id',
    applied: 'maybe',
  },
} as const satisfies Record<number, Refusal>

type Table = typeof refundRefusals
/** The refund table by code. */
export interface RefundOrderRefusals extends Table {}
