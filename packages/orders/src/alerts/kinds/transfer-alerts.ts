import type { AlertKindEntry } from './alert-kind-entry.ts'

/** Alerts about transfers. */
export const transferAlerts = {
  transfer_day_limit: {
    about: 'transfers',
    meaning:
      'A transfer was not made, because the transfers of its day in Vietnam would have passed TRANSFER_DAY_LIMIT_VND. Nothing was sent, and every other that is too large for what is left of the day is refused as well.',
    remedy:
      'Look at who was paid today (`transfers list`). If all of it is right, raise TRANSFER_DAY_LIMIT_VND; the shop asks again under the same id. If not, change CHECKOUT_SECRET.',
  },
  transfer_balance_low: {
    about: 'transfers',
    tellsWhatIs: true,
    meaning:
      "After a transfer the merchant's account at the service had less than TRANSFER_LOW_BALANCE_VND, as the service has said. The transfer was made. It is raised anew every day.",
    remedy:
      'Top the account up by a bank transfer, before one is refused for lack of money. `post_balance_vnd` is what was left.',
  },
  transfer_turned_away: {
    about: 'transfers',
    meaning:
      'A transfer was not made, and nothing of it was processed: the service refused the key or the time, or it could not be sent.',
    remedy:
      'Do what its reason says, then ask for the same transfer again under the same id: it is sent. Where `same_id_goes` is false, the shop was told before that the outcome is unknown, and has been told `transfer.failed` now: the id is closed, and what is still owed goes out under a new one.',
    closesOnce: 'transfer_made',
  },
  transaction_of_other_transfer: {
    about: 'transfers',
    meaning:
      'The file of the service names for a transfer of unknown outcome a transaction that another transfer has already (`other_transfer_id`). Money may have been sent once for both, or once for each. Nothing was settled.',
    remedy:
      'Send nothing for it meanwhile. Ask the service which of the two the transaction belongs to, and whether there is a second one. Then settle this transfer by a verdict: succeeded under its own transaction, or refused. Where the transaction is not that of the other transfer, that one was not paid: tell the shop.',
  },
  transfer_unknown: {
    about: 'transfers',
    meaning:
      'A transfer has no trustworthy answer. It is never sent again, for the service has no query and no duplicate code for it.',
    remedy:
      'Look it up at the service by its reference, or wait for the file of the day; then settle it by a verdict.',
    closesOnce: 'transfer_known',
  },
} as const satisfies Readonly<Record<string, AlertKindEntry>>
