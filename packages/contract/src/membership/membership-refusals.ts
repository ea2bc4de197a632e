import type { Refusal } from '../refusals/refusal.ts'

/**
 * Codes that a look-up of a member may be refused with.
 *
 * @see Specification 7, membership codes
 */
export const membershipRefusals = {
  400002: {
    reason: 'phone_number_invalid',
    cause: 'The phone number is not written as the service expects.',
    remedy: 'Send 10 or 11 digits, the first a 0.',
    retry: 'never',
    applied: 'no',
  },
  401005: {
    reason: 'id_type_not_supported',
    cause: 'The service does not look members up by this id_type.',
    remedy: 'Send USER_ID, MOBILE, CARD or MEMBER_ID.',
    retry: 'never',
    applied: 'no',
  },
  401006: {
    reason: 'customer_id_invalid',
    cause: 'No customer has this identity.',
    remedy: 'Check identity, and that it is of the kind that id_type says.',
    retry: 'never',
    applied: 'no',
  },
  401007: {
    reason: 'loyalty_business_invalid',
    cause: 'The owner of the loyalty program is not known.',
    remedy: 'Check business_code with the business contact.',
    retry: 'never',
    applied: 'no',
  },
  401008: {
    reason: 'loyalty_program_invalid',
    cause: 'The loyalty program is not known.',
    remedy: 'Check program_code with the business contact.',
    retry: 'never',
    applied: 'no',
  },
  500503: {
    reason: 'loyalty_system_error',
    cause: 'The loyalty system behind the service failed.',
    remedy: 'Ask again; contact support if it stays.',
    retry: 'same-id',
    applied: 'maybe',
  },
} as const satisfies Record<number, Refusal>

type Table = typeof membershipRefusals
/** The table of memberships by code. */
export interface GetMembershipRefusals extends Table {}
