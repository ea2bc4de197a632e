import { detectChecksumProfile } from '@merchant-edge/reconcile'
import type { Command } from '../command/command.ts'
import { operand, requiredText } from '../command/option.ts'
import { inputFile, readChecksumKey } from './input-file.ts'

const operands = {
  file: operand({ placeholder: 'FILE', summary: 'Partner or service file.' }),
}

const options = {
  'key-file': requiredText({ placeholder: 'FILE', summary: 'File with the checksum key.' }),
}

/** Finds out how the checksums of a file are made. */
export const checksumDetect: Command = {
  name: 'checksum detect',
  summary: 'Find the checksum profile of a file.',
  usage: 'FILE --key-file FILE',
  operands,
  options,
  notes: [
    'Tries every known profile on the first 100 rows. Exit code 1 when no profile verifies any row: the\n' +
      'key is wrong then, or the file uses a profile that is not known.',
  ],
  examples: ['checksum detect 20260901_SERVICE_EDGE_TRAN.csv --key-file key.txt'],
  async run({ given, terminal }) {
    const path = given(operands.file)
    const { input } = await inputFile([path])
    const key = await readChecksumKey(given(options['key-file']), terminal)
    const { profile, rows, verified } = await detectChecksumProfile(await input.open(), key)
    const counts = Object.entries(verified).map(
      ([name, count]) => `  ${name}: ${count} of ${rows} rows`,
    )
    const none =
      rows === 0 ? 'The file has no rows, so no profile can be detected.' : 'No profile fits.'
    const found = profile === undefined ? none : `Profile: ${profile.name}`
    return {
      exitCode: profile === undefined ? 1 : 0,
      json: { profile: profile?.name ?? null, rows, verified },
      text: [found, ...counts].join('\n'),
    }
  },
}
