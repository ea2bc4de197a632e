import { usageFailure } from '../command/command-failure.ts'
import type { Command, CommandCall, Outcome } from '../command/command.ts'
import { operand, requiredWord, text, wholeNumber } from '../command/option.ts'
import { accessOptions } from './access/access.ts'
import { actionCommand } from './command-kinds/action-command.ts'
import { unexpectedAnswer } from './access/answer-failure.ts'
import { differencesTable } from './tables/differences-table.ts'
import { askForJson, countIn, type JsonObject, listIn, pathOf } from './access/operator-api.ts'
import { typedNames } from './access/typed-names.ts'
import { type Column, tablesFor, textAt, valueAt } from './tables/text-table.ts'

const defaultRows = 50
const rowsPerPage = 50

const dayOption = text({
  placeholder: 'DATE',
  summary: 'All differences of this day in Vietnam (YYYY-MM-DD), not only those that wait.',
})

const limit = wholeNumber({
  placeholder: 'N',
  summary: 'With --day: rows to show, 1 to 1000; 50 if left out.',
  min: 1,
  max: 1_000,
  absent: undefined,
})

const cursorOption = text({
  placeholder: 'CURSOR',
  summary: 'With --day: cursor of the next page, as the page before prints it.',
})

const dayColumns: readonly Column[] = [
  ['DAY', 'day'],
  ['RUN', 'runId'],
  ['DIFFERENCES', 'total'],
  ['UNDECIDED', 'undecided'],
]

/**
 * The number of differences of a day that wait.
 *
 * @throws CommandFailure when the answer has none, because a missing count must not look like 0
 */
function undecidedOf(day: unknown): number {
  const count = valueAt(day, 'undecided')
  if (typeof count === 'number') return count
  throw unexpectedAnswer(200)
}

async function listWaiting(call: CommandCall): Promise<Outcome> {
  const answer = await askForJson(call, { path: '/differences' })
  const days = listIn(answer, 'days')
  const differences = listIn(answer, 'differences')
  if (days.length === 0) {
    return { exitCode: 0, json: answer, text: 'No difference waits for a verdict.' }
  }
  const waiting = days.reduce<number>((sum, one) => sum + undecidedOf(one), 0)
  const others = waiting - differences.length
  const more = others > 0 ? `\nMore: ${others} others wait; --day DATE lists all of a day.` : ''
  const table = tablesFor(call.terminal)
  const tables = `${table(days, dayColumns)}\n\n${differencesTable(differences, table)}`
  return { exitCode: 0, json: answer, text: `${tables}${more}` }
}

async function listDay(call: CommandCall, day: string): Promise<Outcome> {
  const wanted = call.given(limit) ?? defaultRows
  const typed = typedNames({ options: { limit, cursor: cursorOption }, others: { day: '--day' } })
  const differences: unknown[] = []
  let cursor = call.given(cursorOption)
  let answer: JsonObject
  do {
    const rows = Math.min(rowsPerPage, wanted - differences.length)
    const query = { cursor, limit: rows }
    answer = await askForJson(call, { path: pathOf`/differences/${day}`, query, typed })
    differences.push(...listIn(answer, 'differences'))
    cursor = typeof answer['cursor'] === 'string' ? answer['cursor'] : undefined
  } while (cursor !== undefined && differences.length < wanted)
  const undecided = countIn(answer, 'total') - countIn(answer, 'decided')
  const more = cursor === undefined ? '' : `\nMore: add --cursor ${cursor}`
  const table = tablesFor(call.terminal)
  const shown = table([{ ...answer, undecided }], dayColumns)
  return {
    exitCode: 0,
    json: { ...answer, differences },
    text: `${shown}\n\n${differencesTable(differences, table)}${more}`,
  }
}

/** Lists the differences of the daily files that wait for a verdict, or those of a day. */
export const differencesList: Command = {
  name: 'differences list',
  summary: 'List the differences of the daily files that wait for a verdict, or all of a day.',
  usage: '[--day DATE] [--limit N]',
  operands: {},
  options: { day: dayOption, limit, cursor: cursorOption, ...accessOptions },
  notes: [
    'Without --day: the days of the last hundred whose differences wait, and the first 50 of these differences.\n' +
      'The rows of both sides are in --json.',
  ],
  examples: ['differences list', 'differences list --day 2026-09-01 --json'],
  async run(call) {
    const day = call.given(dayOption)
    if (day !== undefined) return listDay(call, day)
    if (call.given(limit) === undefined && call.given(cursorOption) === undefined) {
      return listWaiting(call)
    }
    throw usageFailure(
      '--day DATE is missing.',
      '--limit and --cursor are for the pages of a day; without them all days are listed.',
    )
  },
}

const day = operand({ placeholder: 'DATE', summary: 'Day of the difference, as YYYY-MM-DD.' })

const run = operand({
  placeholder: 'RUN',
  summary: 'Run that found the difference, as differences list prints it.',
})

const position = operand({
  placeholder: 'POSITION',
  summary: 'Position of the difference, as differences list prints it.',
})

const verdict = requiredWord({
  placeholder: 'VERDICT',
  summary:
    'ours: our row is right, and the service corrects its row; service: the row of the service is right; explained: both are right.',
  choices: ['ours', 'service', 'explained'],
})

/** Records a verdict on a difference. */
export const differencesDecide = actionCommand({
  name: 'differences decide',
  summary: 'Decide a difference of the daily files by your verdict.',
  usage: 'DATE RUN POSITION --verdict ours|service|explained',
  operands: { day, runId: run, position },
  options: { verdict },
  request: (given) => ({
    path: pathOf`/differences/${given(day)}/${given(run)}/${given(position)}/decide`,
    body: { verdict: given(verdict) },
  }),
  done: (answer) =>
    `Decided; the verdict is ${textAt(answer, 'difference.verdict.verdict')}, by ${textAt(answer, 'difference.verdict.staffId')}.`,
  notes: [
    'A verdict is not checked: ask the service first, and name its answer in the reason. It changes no payment, refund\n' +
      'or transfer. Exit code 1 when the day was compared anew meanwhile, or a colleague has decided before.',
  ],
  examples: [
    "differences decide 2026-09-01 0123456789abcdef0123456789abcdef 120 --verdict ours --reason 'the service corrects its row, ticket 4711'",
  ],
})
