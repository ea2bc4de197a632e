import type { Refusal } from './refusal.ts'

/**
 * Refusals of every endpoint. An endpoint's own table takes precedence over this one: 4000801 means
 * "no right to refund" here and "the original is not a payment" in the refund table.
 *
 * @see Specification 7
 */
export const commonRefusals = {
  4000001: {
    reason: 'invalid_data',
    cause: 'The request is malformed or a field is not of the expected form.',
    remedy: 'Compare the fields with the section of the specification that describes the call.',
    retry: 'never',
    applied: 'no',
  },
  4000801: {
    reason: 'no_refund_right',
    cause: 'The merchant has no right to refund.',
    remedy: 'Ask support to allow refunds for this merchant.',
    retry: 'never',
    applied: 'no',
  },
  4010001: {
    reason: 'authentication_failed',
    cause: 'The key code, nonce, signature or timestamp is wrong.',
    remedy:
      'Check that X-Key-Code belongs to the signing key, and compare the signed text with `merchant-edge explain`.',
    retry: 'never',
    applied: 'no',
    kind: 'not_processed',
  },
  4010002: {
    reason: 'timestamp_not_numeric',
    cause: 'X-Timestamp is not a number.',
    remedy: 'Send the time in whole seconds since 1970.',
    retry: 'never',
    applied: 'no',
    kind: 'not_processed',
  },
  4010003: {
    reason: 'timestamp_in_future',
    cause: 'X-Timestamp is later than the clock of the service.',
    remedy: 'Set the clock by the Date header of the answer and sign again.',
    retry: 'same-id',
    applied: 'no',
    kind: 'not_processed',
  },
  4010004: {
    reason: 'request_expired',
    cause: 'X-Timestamp is more than two hours old.',
    remedy: 'Set the clock by the Date header of the answer and sign again.',
    retry: 'same-id',
    applied: 'no',
    kind: 'not_processed',
  },
  4010005: {
    reason: 'nonce_rejected',
    cause: 'The service could not take the value of X-Nonce.',
    remedy: 'Send a fresh nonce of at most 255 characters.',
    retry: 'same-id',
    applied: 'no',
    kind: 'not_processed',
  },
  4010006: {
    reason: 'nonce_reused',
    cause: 'The service has already received this nonce within two hours.',
    remedy: 'Contact support; treat the outcome as unknown until it is settled.',
    retry: 'never',
    applied: 'maybe',
  },
  4030001: {
    reason: 'merchant_not_licensed',
    cause: 'The merchant is not licensed for this feature.',
    remedy: 'Ask the business contact to enable the feature.',
    retry: 'never',
    applied: 'no',
  },
  4040001: {
    reason: 'not_found',
    cause: 'The service knows no object with this id.',
    remedy: 'Check the ids; contact support if they are correct.',
    retry: 'never',
    applied: 'no',
  },
  4040201: {
    reason: 'merchant_not_found',
    cause: 'The merchant, store or terminal does not exist.',
    remedy: 'Check the merchant, store and POS codes on the merchant web site.',
    retry: 'never',
    applied: 'no',
  },
  5000001: {
    reason: 'server_error',
    cause: 'The service failed while it handled the request.',
    remedy: 'Repeat with the same id; treat the outcome as unknown until it is settled.',
    retry: 'same-id',
    applied: 'maybe',
  },
  5000101: {
    reason: 'service_fault',
    cause: 'The service failed and asks to be told about it.',
    remedy: 'Contact support; treat the outcome as unknown until it is settled.',
    retry: 'later',
    applied: 'maybe',
  },
} as const satisfies Record<number, Refusal>

type Table = typeof commonRefusals
/** The common refusals by code. */
export interface CommonRefusals extends Table {}
