import type { DifferenceVerdictKind, OurTransaction, Undecided } from '@merchant-edge/orders/api'

type VerdictChoices = Readonly<
  Record<DifferenceVerdictKind, readonly [label: string, hint: string]>
>

const choicesInEnglish: VerdictChoices = {
  ours: ['Our row is right', 'The service is asked to correct its row.'],
  service: ['The row of the service is right', 'Our books follow it.'],
  explained: ['Both are right', 'They differ for a reason that the files do not show.'],
}

/** Every text of the pages of daily files. */
export const english = {
  files: 'Daily files',
  intro: 'Every day our file is compared with that of the service, to the row.',
  day: 'Day',
  state: 'State',
  states: { waiting: 'Service file missing', done: 'Compared', stopped: 'Stopped' },
  agree: 'Agree',
  counts: {
    '01': 'At the service only',
    '02': 'Here only',
    '03': 'Rows differ',
  },
  differing: 'Differences',
  differencesAbout: 'Differences of the daily files',
  settled: 'Settled by the file',
  noDays:
    'No daily files are followed yet. The first ones appear at 00:45 after the first whole day.',
  undecided: 'Undecided',
  undecidedLead: 'What is undecided',
  undecidedIntro:
    'Differences of the daily files without a verdict, and payments, refunds and transfers whose outcome nobody knows yet, the oldest first. The file of the service settles outcomes, or a person does.',
  noUndecided: 'Nothing is undecided.',
  more: 'There are more than the 100 oldest of a kind; those appear as these are settled.',
  what: 'What',
  kinds: {
    payment: 'Payment',
    dispute: 'Payment in dispute',
    unconfirmed: 'Payment that a callback alone tells of',
    refund: 'Refund',
    transfer: 'Transfer',
  } satisfies Record<Undecided['kind'] | OurTransaction['kind'], string>,
  id: 'Id',
  order: 'Order',
  atStake: 'At stake',
  since: 'Since',
  file: 'Our file',
  rows: 'rows',
  leftOut: 'without a row',
  run: 'Run',
  made: 'Made',
  bridge: 'Sums explained to the dong',
  yes: 'Yes',
  no: 'No',
  exceptions: 'Rows set aside',
  exceptionNames: {
    bad_checksum: 'wrong checksum',
    malformed: 'unreadable',
    duplicate: 'duplicate',
  },
  carried: 'Without the other side, carried on',
  serviceSays: 'The result file of the service names',
  stopped: 'Why it was stopped',
  forced: 'Made with force',
  forcedBefore: 'stopped before with',
  force: 'Compare with force',
  forceHint:
    'Force compares these two files although they do not seem to belong together. Ask for the right files first; force cannot be taken back for these two.',
  forceOutcomes: {
    started: 'The comparison is being made; load this page again in a minute.',
    done: 'The forced comparison is finished.',
    running: 'The day is being worked on at this moment. Load the page again in a minute.',
    not_stopped: 'Nothing was forced: the comparison of this day is not stopped.',
    not_forceable: 'Nothing was forced: force does not remove this reason.',
    files_changed: 'Nothing was forced: the files are others by now. They are compared first.',
    not_found: 'Nothing was forced: no files are expected for this day.',
  },
  waits: 'The file of the service is not there yet. It is looked for every minute.',
  noDifferences: 'Both files agree on every transaction.',
  notKept: 'The rows of both sides were not kept for this run. Its result file has what differs.',
  anew: 'This day has been compared anew since you opened the list. Begin with the first page.',
  firstPage: 'First page',
  open: 'Look at it',
  column: 'Column',
  ours: 'Our row',
  theirs: "Service's row",
  missing: 'no row',
  differs: 'differs',
  line: 'line',
  fromBefore: 'carried over from an earlier day',
  difference: 'Difference',
  evidence: 'Evidence',
  noOurs:
    'Nothing of ours has this invoice code or this transaction of the service. Ask the service what it is; a payment made elsewhere belongs to another system.',
  openOrder: 'Open the order with its payments, callbacks and verdicts',
  payments: 'Payments of the order',
  callbacks: 'Callbacks of the order',
  noCallbacks: 'No callback that says SUCCESS has arrived for this order.',
  signed: 'signed',
  back: 'All differences of this day',
  verdict: 'Verdict',
  verdictChoices: choicesInEnglish,
  decideTitle: (day: string) => `Verdict on a difference of ${day}`,
  decide: 'Decide this difference',
  settleOutcome: 'Settle the open outcome',
  openFirst:
    'The outcome of what this row is about is open. A verdict on it settles the money, and decides this difference with the same reason.',
  correctFirst:
    'The payment of this row counts as not paid here. If the service is right, settle it as paid after all: then it can be returned, and this difference is decided with the same reason.',
  correctRefundFirst:
    'A person has settled the refund of this row as not returned. If the service is right, settle it as returned after all: our file of that day has its row, and this difference is decided with the same reason.',
  cleared: 'Cleared later',
  clearedTitle: 'A later day has cleared this difference',
  clearedText: (status: string, day: string) =>
    status === '00'
      ? `The other row has come with the files of ${day}, and both sides agree. Nothing is left to decide.`
      : `Another row of the transaction has come with the files of ${day}, where the sides still differ. The difference of that day is the one to decide.`,
  decidedAt: 'Decided',
  why: 'Why',
  earlier: (name: string, verdict: string, at: string) =>
    `${name} decided “${verdict}” at ${at} on other rows of this transaction. The file was replaced since: look at the rows as they are now.`,
  comparedAnew: {
    title: 'This day was compared anew',
    text: 'One of its files was replaced since you opened this difference. Nothing was decided: the rows may be others now, or agree.',
  },
  decidedOf: (decided: string, total: string) =>
    `${decided} of ${total} are decided, or cleared by the files of a later day.`,
  proofs: 'What was signed, and what was only claimed',
  noProofs: 'The timeline of the order does not name this transaction.',
  noUndecidedDifferences: 'Every difference of the daily files is decided.',
  moreDifferences: 'There are more; each day has its own list:',
  outcomes: 'Open outcomes',
  columns: {
    invoiceCode: 'Invoice code',
    walletCode: 'Wallet transaction code',
    amount: 'Amount',
    currency: 'Currency',
    fee: 'Fee',
    tax: 'Tax',
    discount: 'Discount',
    merchantCode: 'Merchant',
    mid: 'Store',
    tid: 'Terminal',
    date: 'Date',
    time: 'Time',
  },
  status: 'Status of the row',
  rowStatuses: { '0': 'success', '1': 'not finished', '2': 'failed', '-1': 'failed' },
  service: 'Transaction id of the service',
  description: 'Description',
  types: { '1': 'Payment', '-1': 'Refund' },
}
