import { CommandFailure } from '../command/command-failure.ts'
import type { Command } from '../command/command.ts'
import { wholeNumber } from '../command/option.ts'
import { accessOptions } from './access/access.ts'
import { askForJson } from './access/operator-api.ts'
import { textAt, valueAt } from './tables/text-table.ts'
import { typedNames } from './access/typed-names.ts'

const options = {
  step: wholeNumber({
    placeholder: 'N',
    summary: 'Rows to verify in each request, 500 to 5000; 5000 if left out.',
    min: 500,
    max: 5_000,
    absent: 5_000,
  }),
  ...accessOptions,
}

function numberAt(answer: unknown, path: string): number {
  const value = valueAt(answer, path)
  if (typeof value === 'number') return value
  throw new CommandFailure({
    reason: 'unexpected_answer',
    message: `The answer has no ${path}.`,
    remedy: 'Check that checkout and this command are of the same version.',
  })
}

/** Verifies the journal along its hash chain. */
export const journalVerify: Command = {
  name: 'journal verify',
  summary: 'Verify that nothing in the journal was changed, removed or inserted.',
  usage: '[--step N]',
  operands: {},
  options,
  notes: [
    'The journal is read in steps, so that it may have any size. Exit code 1 when a row was changed, removed or\n' +
      'inserted. Keep the printed head elsewhere: it proves later that no rows were cut off the end of the journal.',
  ],
  examples: ['journal verify', 'journal verify --json'],
  async run(call) {
    let verified = 0
    let cursor: string | undefined
    for (;;) {
      const answer = await askForJson(call, {
        path: '/journal/verification',
        query: { cursor, rows: call.given(options.step) },
        typed: typedNames({ others: { rows: '--step' } }),
      })
      verified += numberAt(answer, 'verified')
      const unsealed = numberAt(answer, 'unsealed')
      const { head, broken } = answer
      if (broken !== undefined) {
        const seq = numberAt(broken, 'seq')
        const why = textAt(broken, 'reason')
        return {
          exitCode: 1,
          json: { verified, unsealed, head, broken },
          text: `Broken at ${seq}: ${why}. ${verified} rows before it are as they were.`,
        }
      }
      const next = answer['cursor']
      if (typeof next !== 'string') {
        return {
          exitCode: 0,
          json: { verified, unsealed, head },
          text: `${verified} rows are as they were, ${unsealed} are not sealed yet.\nhead ${String(head)}`,
        }
      }
      cursor = next
      call.terminal.note(
        `verified up to ${numberAt(answer, 'seq')} of ${numberAt(answer, 'lastSeq')}`,
      )
    }
  },
}
