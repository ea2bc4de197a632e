import { commonRefusals } from '../refusals/common-refusals.ts'
import type { Refusal } from '../refusals/refusal.ts'

/**
 * Codes that a top-up of points, or a question about one, may be refused with.
 *
 * @see Specification 7, top-up codes (REST)
 */
export const topUpRefusals = {
  4000001: {
    reason: 'invalid_data',
    cause: 'The request is malformed or a field is not of the expected form.',
    remedy: 'Compare the fields with section 4.8 of the specification.',
    retry: 'never',
    applied: 'no',
  },
  4000306: {
    reason: 'card_not_active',
    cause: 'The card of the member is not activated, or is blocked.',
    remedy: 'Ask the member to activate the card in the app.',
    retry: 'never',
    applied: 'no',
  },
  4000307: {
    reason: 'top_up_exists',
    cause: 'A top-up with this id exists already.',
    remedy:
      'After a repeat this means that the first attempt has landed: ask for its status; otherwise choose a new id.',
    retry: 'never',
    applied: 'maybe',
  },
  4000315: {
    reason: 'account_absent',
    cause: 'Nobody has a loyalty account under this phone number.',
    remedy: 'Check the phone number with the customer.',
    retry: 'never',
    applied: 'no',
  },
  4000318: {
    reason: 'account_at_risk',
    cause: 'The account is under suspicion of abuse.',
    remedy: 'Do not top it up; ask the customer to contact support.',
    retry: 'never',
    applied: 'no',
  },
  4000326: {
    reason: 'account_not_active',
    cause: 'The account is not activated, or is blocked for a time.',
    remedy: 'Ask the customer to activate the account, then start a new top-up.',
    retry: 'never',
    applied: 'no',
  },
  4000328: {
    reason: 'receipt_points_exceeded',
    cause: 'The points are too many for a top-up with a receipt.',
    remedy: 'Top up fewer points, or send no receipt.',
    retry: 'never',
    applied: 'no',
  },
  4010001: commonRefusals[4010001],
  4030302: {
    reason: 'store_not_found',
    cause: 'The store or the terminal does not exist.',
    remedy: 'Check store_code and pos_code on the merchant web site.',
    retry: 'never',
    applied: 'no',
  },
} as const satisfies Record<number, Refusal>

type Table = typeof topUpRefusals
/** The table of top-ups by code. */
export interface TopUpRefusals extends Table {}
