import type { Refusal } from '../refusals/refusal.ts'

/**
 * Codes that an e-voucher call may be refused with.
 *
 * @see Specification 7, e-voucher codes
 */
export const voucherRefusals = {
  4000001: {
    reason: 'invalid_data',
    cause: 'The request is malformed or a field is not of the expected form.',
    remedy: 'Compare the fields with section 4.10 of the specification.',
    retry: 'never',
    applied: 'no',
  },
  4040901: {
    reason: 'merchant_setup_absent',
    cause: 'The setup of the merchant for e-vouchers was not found.',
    remedy: 'Ask operations to set the merchant up for e-vouchers.',
    retry: 'never',
    applied: 'no',
  },
  4000902: {
    reason: 'voucher_not_usable',
    cause: 'The serial does not exist, is expired, or has been used already.',
    remedy:
      'Check the serial with the customer; after a repeat it means that the first attempt may have landed.',
    retry: 'never',
    applied: 'maybe',
  },
  5000001: {
    reason: 'server_error',
    cause: 'The service failed while it handled the request.',
    remedy: 'Repeat with the same serial; treat the outcome as unknown until it is settled.',
    retry: 'same-id',
    applied: 'maybe',
  },
} as const satisfies Record<number, Refusal>

type Table = typeof voucherRefusals
/** The table of e-vouchers by code. */
export interface VoucherRefusals extends Table {}
