import type { Refusal } from '../refusals/refusal.ts'

/**
 * Codes that a transfer may be refused with.
 *
 * @see Specification 7, money transfer codes
 */
export const transferRefusals = {
  4000001: {
    reason: 'invalid_data',
    cause: 'The request is malformed or a field is not of the expected form.',
    remedy: 'Compare the fields with section 4.4 of the specification.',
    retry: 'never',
    applied: 'no',
  },
  4000502: {
    reason: 'merchant_transaction_id_invalid',
    cause: 'The merchant_transaction_id is not usable: malformed, or a transfer has it already.',
    remedy:
      'If this id was sent before, that transfer may have been made: settle it first. Otherwise choose another id.',
    retry: 'never',
    applied: 'maybe',
  },
  4000505: {
    reason: 'merchant_inactive',
    cause: 'The merchant is not active.',
    remedy: 'Ask the business contact to activate the merchant.',
    retry: 'never',
    applied: 'no',
  },
  4000506: {
    reason: 'receiver_absent',
    cause: 'Nobody has a wallet under this phone number.',
    remedy: 'Check receiver_phone_number with the receiver.',
    retry: 'never',
    applied: 'no',
  },
  4000507: {
    reason: 'receiver_inactive',
    cause: 'The wallet of the receiver is not active.',
    remedy: 'Ask the receiver to activate the wallet, then start a new transfer.',
    retry: 'never',
    applied: 'no',
  },
  4000508: {
    reason: 'receiver_tier_invalid',
    cause: 'The wallet of the receiver has a tier that may not receive transfers.',
    remedy: 'Ask the receiver to complete the identification of the wallet.',
    retry: 'never',
    applied: 'no',
  },
  4000513: {
    reason: 'currency_format_wrong',
    cause: 'The currency is not written as the service expects.',
    remedy: 'Send VND, or leave currency out.',
    retry: 'never',
    applied: 'no',
  },
  4000514: {
    reason: 'balance_unavailable',
    cause: 'The wallet account of the merchant does not hold enough money.',
    remedy: 'Top the account up by bank transfer, then start a new transfer.',
    retry: 'never',
    applied: 'no',
  },
  4000515: {
    reason: 'amount_below_minimum',
    cause: 'The amount is below the minimum of a transfer.',
    remedy: 'Send at least the minimum that was agreed.',
    retry: 'never',
    applied: 'no',
  },
  4000516: {
    reason: 'amount_above_maximum',
    cause: 'The amount is above the maximum of a transfer.',
    remedy: 'Send at most the maximum that was agreed, or several transfers.',
    retry: 'never',
    applied: 'no',
  },
  4000517: {
    reason: 'merchant_account_unavailable',
    cause: 'The wallet account of the merchant cannot be used.',
    remedy: 'Ask operations about the state of merchant_account_id.',
    retry: 'never',
    applied: 'no',
  },
  4000518: {
    reason: 'account_invalid',
    cause: 'The data of the account are not valid.',
    remedy: 'Check merchant_account_id against what operations issued.',
    retry: 'never',
    applied: 'no',
  },
  5000001: {
    reason: 'server_error',
    cause: 'The service failed while it handled the transfer.',
    remedy:
      'Do not send it again. Whether it was made, the daily file or support can tell; no query can.',
    retry: 'never',
    applied: 'maybe',
  },
  5000101: {
    reason: 'service_fault',
    cause: 'The service failed while it handled the transfer, and asks to be told about it.',
    remedy:
      'Do not send it again. Whether it was made, the daily file or support can tell; no query can.',
    retry: 'never',
    applied: 'maybe',
  },
} as const satisfies Record<number, Refusal>

type Table = typeof transferRefusals
/** The table of transfers by code. */
export interface TransferMoneyRefusals extends Table {}
