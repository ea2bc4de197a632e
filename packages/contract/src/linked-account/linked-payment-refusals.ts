import type { Refusal } from '../refusals/refusal.ts'

const remedy =
  'Do not send it again. Whether money has moved, the daily file or support can tell; no query can.'

/**
 * Errors of the service in the calls that move the money of a linked wallet. Their codes are common
 * ones, whose advice to repeat the call could charge the wallet twice.
 *
 * @see Specification 7
 */
export const linkedPaymentRefusals = {
  5000001: {
    reason: 'server_error',
    cause: 'The service failed while it handled the payment.',
    remedy,
    retry: 'never',
    applied: 'maybe',
  },
  5000101: {
    reason: 'service_fault',
    cause: 'The service failed while it handled the payment, and asks to be told about it.',
    remedy,
    retry: 'never',
    applied: 'maybe',
  },
} as const satisfies Record<number, Refusal>

type Table = typeof linkedPaymentRefusals
/** The table of payments from linked wallets by code. */
export interface LinkedPaymentRefusals extends Table {}
