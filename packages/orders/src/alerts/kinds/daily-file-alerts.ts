import type { AlertKindEntry } from './alert-kind-entry.ts'

/** Alerts about the daily files. */
export const dailyFileAlerts = {
  service_file_late: {
    about: 'daily files',
    meaning: 'The service has not delivered its file of a day in time. The day is not reconciled.',
    remedy: 'Ask the service for the file of the day.',
    closesOnce: 'day_reconciled',
  },
  partner_file_changed: {
    about: 'daily files',
    meaning:
      'The content of the partner file of a day has changed after the service picked the file up. The old file stays.',
    remedy:
      'Find out what has changed (key, profile, journal). To have the file written again, delete our copy of it in the bucket: `wrangler r2 object delete merchant-edge-files-ENVIRONMENT/reconciliations/DAY/NAME --remote`. It is written and put into `outgoing/` within an hour, if the day was compared in the last week; at any time, at once, when the shop fetches it (`GET /files/partner/{day}` of the checkout).',
    closedByHand:
      'the service has picked up the old file, and does not report which of the two it uses',
  },
  partner_file_replaced: {
    about: 'daily files',
    meaning:
      'The partner file of a day was written again with new content, before the service has answered the first one.',
    remedy:
      'Send the file again. A `files watch` on `outgoing/` does so, but the server of the service refuses other content under a name that is there: remove the first file there, or run `files push` once with `--replace`.',
    closedByHand: 'whether the file was sent again is not visible here',
  },
  partner_rows_left_out: {
    about: 'daily files',
    meaning:
      'Transactions of a day that the service has confirmed have no row in the partner file, because the service has not named their wallet code.',
    remedy:
      'Check that the partner file of a later day has these transactions (`ids` has the first 20): they are added once the file of the service names them. If they are still missing after three days, ask the service for their codes.',
    closedByHand:
      'it has only the first 20 ids, and the rows come one by one with the files of later days',
  },
  partner_rows_unproven: {
    about: 'daily files',
    meaning:
      'Transactions of a day have no row in the partner file, because the service has not confirmed them itself: it only said that their ids exist, it named the transaction of another order for them, or a person has settled them. Their money may not have moved.',
    remedy:
      'Look each of `ids` up at the service, or in its file of the day. A transaction that the service knows gets its row once its file names it. One that it does not know has moved no money, but what a verdict has recorded as returned, made or paid stays so: return the refund at the merchant site, and decide the difference that it makes; let the shop send the amount of a transfer under a new id; let the customer of a payment pay a new order, or end it as never made if it is a disputed payment (`payments release` with `--never-made`). For two payments under one transaction, ask the service for the code of the second payment: a file has one row for each transaction.',
    closedByHand: 'it has only the first 20 ids, and for each of them a person may have to act',
  },
  service_result_differences: {
    about: 'daily files',
    meaning: "The service's own result file of a day names differences.",
    remedy:
      'Compare the result file, which is in `incoming/`, with the report of our run, and answer the service. `runs show` with `--json` says where the report is in the bucket.',
    closedByHand: 'the answer to the service is given outside this system',
  },
  daily_files_failing: {
    about: 'daily files',
    replacesFacts: true,
    meaning:
      'The job for the files of a day has failed. It is retried every 20 minutes; every two minutes when the bucket cannot be reached at all (the subject is then FILES and the day on which this happened). `RowsNotAppliedError` means that single rows of the file have failed: all others were applied, and a row that fails three times is set aside with an alert of its own.',
    remedy:
      'Read the log of the orders Worker (`work_failed` says what has failed, and why); check the bucket and the keys.',
    closedByHand: 'a job that fails now and then would open and close it each time',
  },
  files_of_another: {
    about: 'daily files',
    meaning:
      'The bucket of the daily files is marked (`owner.json`) as that of another environment, service or partner, or it has no mark and holds partner files that this database has not written. No daily file is written, read or compared; payments continue. There is one alert a day while it lasts.',
    remedy:
      'Read `message`, bind the bucket of this environment, and deploy. For a copied bucket or another address of the service, see the guide to deployment ("A bucket belongs to one service").',
    closedByHand: 'only a person knows that no file was read or written in the wrong place',
  },
  incoming_file_unknown: {
    about: 'daily files',
    replacesFacts: true,
    meaning:
      'The names of files in `incoming/` are not names of daily files, or name a day that has not begun, a day before the first one that is followed, or a day more than 100 days ago. The files are ignored; those of a coming day are until it is over, and those that were read in time are not meant. There is one alert a day; `files` counts what was found on that day, and `names` has the first 20. A further file, or other content under the same name, raises the alert of its day again, also when it was closed.',
    remedy:
      'Rename each file correctly, or remove it. A file with the name of a later day would be compared as the file of that day. Compare a file of an earlier day with `merchant-edge reconcile`, then take it away. For thousands of files, look at what writes to `incoming/`.',
    closedByHand:
      'nothing proves that a file which is gone was not one that the service still owes',
  },
  unknown_not_in_files: {
    about: 'daily files',
    meaning:
      'A payment, a transfer, a refund or the owed half of a refund is still unknown, and no row in the files of its day and of the next day reports it as a success. A missing row proves neither success nor failure. For a payment or a transfer the alert is raised again every day.',
    remedy: 'Ask the service about it by its reference or id, and settle it by a verdict.',
    closesOnce: 'outcome_known',
  },
  verdict_not_in_files: {
    about: 'daily files',
    meaning:
      'A payment with a linked wallet, a refund or a transfer counts as paid, returned or made because a person has said so (`what`), and no file of its day, of the day of the verdict or of the days after them names it. No answer of the service has confirmed it either. Its money may not have moved, or be held. There is none about a transfer while no file has named any of the last thousand transfers: files that name no transfers say nothing about one.',
    remedy:
      'Look it up at the service once more. If no money was moved, end a disputed payment as never made (“It was never made” at the desk, or `payments release` with `--never-made`); accept a disputed payment in the place of one that counts (`payments accept` with `--instead-of`). Otherwise what the verdict has said stays so: do not fulfil the order, or let the customer pay a new one; return the refund at the merchant site; let the shop send the amount of the transfer under a new id. Then close the alert.',
    closesOnce: 'verdict_confirmed',
  },
  file_amount_differs: {
    about: 'daily files',
    meaning:
      'The file of the service names a transaction of ours with another amount. Nothing was settled.',
    remedy:
      'Ask the service which amount is right, then settle it by a verdict, and decide the difference of its day.',
    closesOnce: 'row_settled',
  },
  file_contradicts: {
    about: 'daily files',
    meaning:
      'The file of the service contradicts the order store. Either it reports a transaction as a success that has failed here, is of another kind here, or is paid, returned or sent here under another transaction, so that the money may have moved twice; or it reports a refund as failed that is returned here, or that was sent more than once, so that another request may have made it. Nothing was settled.',
    remedy:
      'Ask the service about the transaction; money may have moved that the order store does not count. Settle an unknown refund by a verdict, and record a payment with a linked wallet as paid that counts as not paid here (on the page of its order at the desk, or `payments settle`): it can be returned then. Call a transfer made after all that a verdict has called not made (`transfers settle`), and a refund returned after all that a verdict has called not returned, under the code in `wallet_code` (on the page of its order at the desk, or `refunds settle` with `--wallet-code`): the partner file of that day has its row, which clears the difference. A payment with a linked wallet, or a transfer, that a verdict has called paid or made under a wrong transaction is called so once more under the one that the file names (`service_code`; `payments settle` or `transfers settle`, or at the desk): nothing is paid or sent by that. So is a disputed payment, which is accepted or returned under that one then. Take back the release of a payment that was released as another name of the one that counts, or to another order, and that the file names beside it (`payments reopen`, or on the page of its order at the desk); one that was ended as never made is open again by the row itself. Decide any other difference: until then the alert is raised again with every file.',
    closesOnce: 'row_settled',
  },
  file_row_failing: {
    about: 'daily files',
    replacesFacts: true,
    meaning:
      'A row of the file of the service could not be applied to the transaction of ours that it names: something has failed each of three times. The row was set aside, and all other rows of its file were applied. What it says about the transaction does not count here.',
    remedy:
      'Read the log of the orders Worker for the reason (`work_failed`), and report it to the maintainers of this software. Look the transaction up at the service. Settle it by a verdict, then decide the difference that the row makes, if it makes one. A row that fails once more raises the alert again.',
    closesOnce: 'row_settled',
  },
  refund_elsewhere_exceeds: {
    about: 'daily files',
    meaning:
      'The file of the service names a refund of one of our orders that was not made through this system. Its amount is more than is left to refund, or differs from the amount that the same transaction had in an earlier file; or another payment of the order counts since the files were compared. Nothing was recorded; the row stays a difference and is checked again with the next file.',
    remedy:
      'Look the order up at the merchant site. Where one of our refunds is reserved but was not made, settle it by the verdict `not_refunded`: with the next file the row is recorded as a refund made outside this system; then decide the difference of its day. Otherwise ask the service what was refunded, and decide the difference: until then the alert is raised again with every file.',
    closesOnce: 'refund_recorded',
  },
  refund_elsewhere_unclear: {
    about: 'daily files',
    meaning:
      'The file of the service names a refund only by its order, and one of our refunds over the same amount is open or has no wallet code yet. The row may be our refund or a second one that was not made through this system. Nothing was recorded; the row is checked again with the next file.',
    remedy:
      'Look both up at the merchant site. If ours was not made, settle it by the verdict `not_refunded`: with the next file the row is recorded as a refund made outside this system; then decide the difference of its day. If both are the same refund, settle ours by the verdict `refunded` with the wallet code of the row, unless it counts as returned already, and decide the difference: until then the alert is raised again with every file.',
    closesOnce: 'refund_recorded',
  },
  reconciliation_differences: {
    about: 'daily files',
    replacesFacts: true,
    meaning:
      'The reconciliation of a day has found transactions that differ, or that are in one file only.',
    remedy:
      'Look into each difference with the service, and decide it: at the desk, or with `merchant-edge differences decide`. A transaction that only one side has may be late: if the other row comes with the files of a later day, the difference is cleared; it needs no verdict and accepts none. While a difference has no verdict, the alert is reopened every day.',
    closesOnce: 'differences_decided',
  },
  reconciliation_bad_checksums: {
    about: 'daily files',
    meaning: 'Rows of the service file have a wrong checksum. These rows were not used.',
    remedy:
      'Read `exceptions.csv` of the run (`runs show` with `--json` says where it is in the bucket); ask for the file again, or for the right key.',
    closesOnce: 'day_compared_anew',
  },
  reconciliation_exceptions: {
    about: 'daily files',
    meaning: 'Rows of the service file are malformed or occur twice. They were not used.',
    remedy:
      'Read `exceptions.csv` of the run (`runs show` with `--json` says where it is in the bucket), and ask for the file again.',
    closesOnce: 'day_compared_anew',
  },
  reconciliation_bridge_open: {
    about: 'daily files',
    meaning:
      'The difference of the totals of the two files is not the sum of the differences that the run has found.',
    remedy: 'Do not rely on the run, and report it to the maintainers of this software.',
    closedByHand: 'it is about this software, and a later run proves nothing about this one',
  },
  reconciliation_stopped: {
    about: 'daily files',
    meaning: 'The run of a day was stopped before its end. Nothing was settled by it.',
    remedy:
      'Do what the message of the alert says. Another file or key starts a new run; a person may force this one to go on.',
    closesOnce: 'day_reconciled',
  },
} as const satisfies Readonly<Record<string, AlertKindEntry>>
