import { checksumProfiles } from '@merchant-edge/reconcile'
import { flag, oneOf, requiredText, text, texts, wholeNumber } from '../command/option.ts'

const profileNames = Object.keys(checksumProfiles)

/** The options of `merchant-edge reconcile`. */
export const reconcileOptions = {
  partner: texts({
    placeholder: 'FILE',
    summary: 'Partner file of the day, also as .gz or .zst; several times for its parts in order.',
    required: true,
  }),
  service: texts({
    placeholder: 'FILE',
    summary: 'Service file of the same day, in the same ways.',
    required: true,
  }),
  'key-file': requiredText({ placeholder: 'FILE', summary: 'File with the checksum key.' }),
  profile: text({
    placeholder: 'NAME',
    summary: 'How checksums are made; record if left out. checksum detect finds it.',
    choices: profileNames,
  }),
  out: requiredText({ placeholder: 'FILE', summary: 'Result file to write.' }),
  exceptions: requiredText({ placeholder: 'FILE', summary: 'Rows that were set aside, as CSV.' }),
  report: text({ placeholder: 'FILE', summary: 'Report to write, as an HTML page.' }),
  store: text({
    placeholder: 'MID',
    summary: 'Store whose differences the report lists; those of all if left out.',
  }),
  terminal: text({ placeholder: 'TID', summary: 'Terminal of that store; with --store.' }),
  'carried-partner': text({
    placeholder: 'FILE',
    summary: "The partner's one-sided rows to write, for the next day.",
  }),
  'carried-service': text({
    placeholder: 'FILE',
    summary: "The service's one-sided rows to write, for the next day.",
  }),
  'carry-partner': text({
    placeholder: 'FILE',
    summary: "The partner's one-sided rows of the day before.",
  }),
  'carry-service': text({
    placeholder: 'FILE',
    summary: "The service's one-sided rows of the day before.",
  }),
  cleared: text({
    placeholder: 'FILE',
    summary: 'Transactions in which these rows have met rows of this day, as lines of JSON.',
  }),
  'foreign-rules': text({
    placeholder: 'FILE',
    summary: 'Rules, as JSON, for rows of the service that were not made through the partner.',
  }),
  'foreign-rows': text({
    placeholder: 'FILE',
    summary: 'Rows that one of these rules names, as CSV; with --foreign-rules.',
  }),
  all: flag('Write every transaction, not only those that differ.'),
  exact: flag('Compare every row field by field.'),
  header: flag('Take the first row of each file as names of columns.'),
  force: flag('Go on although the files plainly do not belong together.'),
  'fail-on-difference': flag('End with 3 when a transaction differs or a row was set aside.'),
  threads: wholeNumber({
    placeholder: 'NUMBER',
    summary:
      'Threads that compare, at most 64; chosen by the size of the files and the processor if left out.',
    min: 1,
    max: 64,
    absent: undefined,
  }),
  progress: flag('Tell the progress every second also where standard error is no terminal.'),
  lang: oneOf({
    placeholder: 'LANG',
    summary: 'Language of summary and report: en or vi; en if left out.',
    choices: ['en', 'vi'],
  }),
}
