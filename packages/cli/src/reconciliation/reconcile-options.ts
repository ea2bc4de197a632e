import { checksumProfiles } from '@merchant-edge/reconcile'
import { sharedColumnNames } from '@merchant-edge/reconcile/files'
import { flag, oneOf, requiredText, text, texts, wholeNumber, words } from '../command/option.ts'

const profileNames = Object.keys(checksumProfiles)

/** The options of `merchant-edge reconcile`. */
export const reconcileOptions = {
  partner: texts({
    placeholder: 'FILE',
    summary:
      'Partner file of the day, plain, .gz or .zst; repeat it for the parts of a split file, in order.',
    required: true,
  }),
  service: texts({
    placeholder: 'FILE',
    summary: 'Service file of the same day, in the same forms.',
    required: true,
  }),
  'key-file': requiredText({ placeholder: 'FILE', summary: 'File with the checksum key.' }),
  'previous-key-file': text({
    placeholder: 'FILE',
    summary:
      'File with the previous checksum key, while files or carried rows still have its checksums; written rows have those of the key.',
  }),
  profile: text({
    placeholder: 'NAME',
    summary: 'Checksum profile; record if left out. checksum detect finds it.',
    choices: profileNames,
  }),
  'service-token': text({
    placeholder: 'TOKEN',
    summary:
      'Token of the service in the names of the files, as SERVICE_TOKEN of the orders Worker; SERVICE if left out. Names with it are checked for kind and day.',
  }),
  out: requiredText({ placeholder: 'FILE', summary: 'Result file to write.' }),
  exceptions: requiredText({
    placeholder: 'FILE',
    summary: 'File to write for the exceptions: invalid and repeated rows, as CSV.',
  }),
  report: text({ placeholder: 'FILE', summary: 'Report to write, as an HTML page.' }),
  store: text({
    placeholder: 'MID',
    summary: 'Store whose differences the report lists; all stores if left out.',
  }),
  terminal: text({ placeholder: 'TID', summary: 'Terminal of that store; with --store.' }),
  'carried-partner': text({
    placeholder: 'FILE',
    summary:
      'File to write for the partner rows without a service row, for the run of the next day.',
  }),
  'carried-service': text({
    placeholder: 'FILE',
    summary:
      'File to write for the service rows without a partner row, for the run of the next day.',
  }),
  'carry-partner': text({
    placeholder: 'FILE',
    summary: 'Partner rows without a service row that the run of the day before wrote.',
  }),
  'carry-service': text({
    placeholder: 'FILE',
    summary: 'Service rows without a partner row that the run of the day before wrote.',
  }),
  cleared: text({
    placeholder: 'FILE',
    summary:
      'File to write for the transactions in which carried rows have met rows of this day, as lines of JSON.',
  }),
  'foreign-rules': text({
    placeholder: 'FILE',
    summary: 'JSON file with rules that name service rows which were not made through this system.',
  }),
  'foreign-rows': text({
    placeholder: 'FILE',
    summary: 'File to write for the rows that these rules name, as CSV; with --foreign-rules.',
  }),
  compare: words({
    placeholder: 'COLUMN',
    summary:
      'Column to compare; all that both files have if left out, also those that a file may leave empty, such as time.',
    choices: sharedColumnNames,
  }),
  all: flag('Write every transaction, not only those that differ.'),
  exact: flag('Compare every pair of rows column by column, not by hashes.'),
  header: flag('The first row of each file holds the names of the columns.'),
  force: flag('Compare the files even when they evidently do not belong together.'),
  'fail-on-difference': flag(
    'Exit with code 3 when a transaction differs or a row is an exception.',
  ),
  threads: wholeNumber({
    placeholder: 'NUMBER',
    summary:
      'Number of threads, 1 to 64; derived from the size of the files and the processor if left out.',
    min: 1,
    max: 64,
    absent: undefined,
  }),
  progress: flag('Print the progress every second even if standard error is not a terminal.'),
  lang: oneOf({
    placeholder: 'LANG',
    summary: 'Language of summary and report: en or vi; en if left out.',
    choices: ['en', 'vi'],
  }),
}
