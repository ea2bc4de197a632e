import type { AlertKindEntry } from './alert-kind-entry.ts'

/** Alerts about the daily files. */
export const dailyFileAlerts = {
  service_file_late: {
    about: 'daily files',
    meaning: 'The service has not put down its file of a day in time. The day is not reconciled.',
    remedy: 'Ask the service for the file of the day.',
    closesOnce: 'day_reconciled',
  },
  partner_file_changed: {
    about: 'daily files',
    meaning:
      'The partner file of a day would have another content now, after the service has taken it. The old one stays.',
    remedy:
      'Find out what has changed (key, profile, journal). To have the file written anew, delete its kept copy.',
  },
  partner_file_replaced: {
    about: 'daily files',
    meaning:
      'The partner file of a day was written with another content, before the service has answered it.',
    remedy: 'Send the file again.',
  },
  partner_rows_left_out: {
    about: 'daily files',
    meaning:
      'Transactions of a day that the service has confirmed have no row in the partner file, since it has not named their wallet code.',
    remedy:
      'See that the partner file of a later day has them: it does once the file of the service names them. If it does not within three days, ask the service for their codes.',
  },
  partner_rows_unproven: {
    about: 'daily files',
    meaning:
      'Transactions of a day have no row in the partner file, and the service has not confirmed them in any other way: it merely knew their ids, named for them the transaction of another order, or a person has settled them. Their money may not have moved.',
    remedy:
      'Look each of `ids` up at the service, or in its file of the day. One that it does not know is unknown: do not rely on it, and settle it by a verdict. For two payments under one transaction ask for the code of the second: a file has one row for a transaction.',
  },
  service_result_differences: {
    about: 'daily files',
    meaning: "The service's own result file of a day names differences.",
    remedy: 'Compare it with the report of our run, and answer the service.',
  },
  daily_files_failing: {
    about: 'daily files',
    tellsWhatIs: true,
    meaning: 'The work on the files of a day has failed. It is repeated every 20 minutes.',
    remedy: 'Read the log of the orders Worker; look at the bucket and the keys.',
  },
  incoming_file_unknown: {
    about: 'daily files',
    meaning: 'A file in `incoming/` has no name of a daily file. Nobody reads it.',
    remedy: 'Give it its right name, or take it away.',
  },
  unknown_not_in_files: {
    about: 'daily files',
    meaning:
      'A payment or transfer, a refund or the owed half of one, is still unknown, and no row of the files of its day and of the next one calls it a success. That proves nothing about it. Of a payment or a transfer it is raised anew every day.',
    remedy: 'Ask the service about it by its reference or id, and settle it by a verdict.',
    closesOnce: 'outcome_known',
  },
  file_amount_differs: {
    about: 'daily files',
    meaning:
      'The file of the service names a transaction of ours with another amount. Nothing was settled.',
    remedy: 'Ask the service which amount is right, then settle it by a verdict.',
  },
  file_contradicts: {
    about: 'daily files',
    meaning:
      'The file of the service contradicts what stands here: it calls a success what has failed here or is something else, or a failure a refund that is half back or was sent again later. Nothing was settled.',
    remedy:
      'Ask the service about the transaction; money may have moved that is not counted here. Then decide the difference at the desk: until then the alert is raised anew with every file.',
  },
  refund_elsewhere_exceeds: {
    about: 'daily files',
    meaning:
      'The file of the service names a refund of one of our orders that was made elsewhere, over more than is left to return of it, or with other amounts than the same transaction had before. Nothing was written down; the row stays a difference and is looked at again with the next file.',
    remedy:
      'Look the order up at the merchant site. Where a refund of ours is reserved and was not made, settle it by a verdict: the row is taken with the next file. Otherwise ask the service what was returned, and decide the difference at the desk: until then the alert is raised anew with every file.',
  },
  refund_elsewhere_unclear: {
    about: 'daily files',
    meaning:
      'The file of the service names a refund by its order alone, and a refund of ours over the same amount is open or has no wallet code yet: the row may be about either. Nothing was written down; it is looked at again with the next file.',
    remedy:
      'Look both up at the merchant site. If ours was not made, say so by a verdict (`not_refunded`): the row is taken as a refund made elsewhere with the next file. If they are one, say that ours is `refunded`, and decide the difference at the desk: until then the alert is raised anew with every file.',
  },
  reconciliation_differences: {
    about: 'daily files',
    tellsWhatIs: true,
    meaning: 'The run of a day has found transactions that differ, or that stand in one file only.',
    remedy:
      'Look into each difference with the service, and decide it at the desk. The alert closes with the last verdict; while some are missing it opens again every day.',
    closesOnce: 'differences_decided',
  },
  reconciliation_bad_checksums: {
    about: 'daily files',
    meaning: 'Rows of the service file have a wrong checksum. They were not used.',
    remedy: 'Read `exceptions.csv` of the run; ask for the file again, or for the right key.',
    closesOnce: 'day_compared_anew',
  },
  reconciliation_exceptions: {
    about: 'daily files',
    meaning: 'Rows of the service file are malformed or stand there twice. They were not used.',
    remedy: 'Read `exceptions.csv` of the run, and ask for the file again.',
    closesOnce: 'day_compared_anew',
  },
  reconciliation_bridge_open: {
    about: 'daily files',
    meaning: 'The totals of the two files do not differ by what the run has found.',
    remedy: 'Do not rely on the run, and report it to whoever keeps this software.',
  },
  reconciliation_stopped: {
    about: 'daily files',
    meaning: 'The run of a day was stopped before its end. Nothing was settled by it.',
    remedy:
      'Do what the message of the alert says. Another file or key starts a new run; a person may force this one to go on.',
    closesOnce: 'day_reconciled',
  },
} as const satisfies Readonly<Record<string, AlertKindEntry>>
