import type { Refusal } from '../refusals/refusal.ts'

/**
 * Codes that every call over the gateway may be refused with. Assumes G-45.
 *
 * @see Specification 7, gateway table, operation "all"
 */
export const gatewayRefusals = {
  4000: {
    reason: 'bad_request',
    cause: 'The request is malformed or a field is not of the expected form.',
    remedy: 'Compare the fields with section 4.9 of the specification.',
    retry: 'never',
    applied: 'no',
    httpStatus: 400,
  },
  403100: {
    reason: 'store_or_terminal_invalid',
    cause: 'The store or the terminal is not valid.',
    remedy: 'Check the store code and the POS code on the merchant web site.',
    retry: 'never',
    applied: 'no',
    httpStatus: 403,
  },
  5000: {
    reason: 'gateway_server_error',
    cause: 'The system behind the gateway failed.',
    remedy: 'Repeat with the same id; treat the outcome as unknown until it is settled.',
    retry: 'same-id',
    applied: 'maybe',
    httpStatus: 500,
  },
} as const satisfies Record<number, Refusal>
