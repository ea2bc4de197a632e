import type { Refusal } from '../refusals/refusal.ts'
import { gatewayRefusals } from './gateway-refusals.ts'

/**
 * Codes that a look-up of a member over the gateway may be refused with.
 *
 * @see Specification 7, gateway table, operation "member info"
 */
export const gatewayMemberRefusals = {
  ...gatewayRefusals,
  200300: {
    reason: 'card_not_active',
    cause: 'The card of the member is not activated, or is blocked.',
    remedy: 'Ask the member to activate the card in the app.',
    retry: 'never',
    applied: 'no',
    httpStatus: 200,
  },
  200301: {
    reason: 'account_not_active',
    cause: 'The account is not activated, or is blocked.',
    remedy: 'Ask the customer to activate the account.',
    retry: 'never',
    applied: 'no',
    httpStatus: 200,
  },
  200400: {
    reason: 'member_absent',
    cause: 'No member has this phone number.',
    remedy: 'Check the phone number with the customer.',
    retry: 'never',
    applied: 'no',
    httpStatus: 200,
  },
} as const satisfies Record<number, Refusal>

type Table = typeof gatewayMemberRefusals
/** The table of the look-up by code. */
export interface GatewayMemberRefusals extends Table {}
