import type { AlertKindEntry } from './alert-kind-entry.ts'

/** Alerts about transfers. */
export const transferAlerts = {
  transfer_day_limit: {
    about: 'transfers',
    meaning:
      'A transfer was not made, because the transfers of its day in Vietnam would have passed TRANSFER_DAY_LIMIT_VND. Nothing was sent, and every further transfer that exceeds the remaining limit of the day is refused as well.',
    remedy:
      'Look at who was paid today (`transfers list`). If all of it is right, raise TRANSFER_DAY_LIMIT_VND; the shop asks again under the same id. If not, change CHECKOUT_SECRET.',
    closedByHand: 'only a person knows whether all transfers of the day were meant',
  },
  transfer_balance_low: {
    about: 'transfers',
    replacesFacts: true,
    meaning:
      "According to the service, the merchant's account had less than TRANSFER_LOW_BALANCE_VND after a transfer. The transfer was made. The alert is raised again every day.",
    remedy:
      'Top the account up by a bank transfer, before one is refused for lack of money. `post_balance_vnd` is what was left.',
    closedByHand: 'a top-up is not reported; the balance shows only with the next transfer',
  },
  transfer_turned_away: {
    about: 'transfers',
    meaning:
      'A transfer was not made and had no effect: the service refused the key or the time, or the call could not be sent.',
    remedy:
      'Correct the cause given as reason, then request the same transfer again under the same id: it is then sent. If `id_reusable` is false, the shop had already been told that the outcome is unknown and has now received `transfer.failed`: the id is closed, and the amount still owed must be sent under a new id.',
    closesOnce: 'transfer_made',
  },
  transaction_of_other_transfer: {
    about: 'transfers',
    meaning:
      'For a transfer of unknown outcome, the file of the service, or its answer, names a transaction that already belongs to another transfer (`other_transfer_id`). Money may have been sent once for both transfers, or once for each. Nothing was settled.',
    remedy:
      'Do not send the amount again meanwhile. Ask the service which of the two the transaction belongs to, and whether there is a second one. Then settle this transfer by a verdict: succeeded under its own transaction, or refused. If the transaction does not belong to the other transfer, the other transfer was not paid: tell the shop.',
    closedByHand: 'the outcome of this transfer leaves open whether the other one was paid',
  },
  transfer_contradicted: {
    about: 'transfers',
    meaning:
      'The service has answered a transfer otherwise than a person or its file had settled it before the answer came. `state` is what counts here. `refused`: the service has accepted the transfer; the shop was told `transfer.failed` and may have sent the amount again under a new id. `succeeded`: the service has refused the transfer, with `code`, or has made it under another transaction, `transaction_id`; the shop was told `transfer.succeeded`.',
    remedy:
      'If it counts as refused, do not send the amount again, and record the transfer as made after all (on its page at the desk, or `transfers settle`); if it was sent again under another id, look both transactions up at the service, and claim one of them back. If it counts as made, look the transaction up at the service: if the receiver has got nothing, tell the shop to send the amount under a new id.',
    closesOnce: 'transaction_corrected',
  },
  transfer_unknown: {
    about: 'transfers',
    meaning:
      'The service gave no trustworthy answer to a transfer. The transfer is never sent again, because the service has no query and no duplicate code for transfers.',
    remedy:
      'Look it up at the service by its reference, or wait for the file of the day; then settle it by a verdict.',
    closesOnce: 'transfer_known',
  },
} as const satisfies Readonly<Record<string, AlertKindEntry>>
