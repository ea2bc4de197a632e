import type { Command } from '../command/command.ts'
import { operand } from '../command/option.ts'
import { accessOptions } from './access/access.ts'
import { actionCommand } from './command-kinds/action-command.ts'
import { askForJson, type JsonObject, listIn, pathOf } from './access/operator-api.ts'
import { showCommand } from './command-kinds/show-command.ts'
import { type Column, type PrintTable, tablesFor, textAt, valueAt } from './tables/text-table.ts'

const columns: readonly Column[] = [
  ['DAY', 'day'],
  ['STATE', 'state'],
  ['RUN', 'run.at'],
  ['00', 'run.totals.counts.00'],
  ['01', 'run.totals.counts.01'],
  ['02', 'run.totals.counts.02'],
  ['03', 'run.totals.counts.03'],
  ['ERROR', 'run.error.code'],
]

const foreignColumns: readonly Column[] = [
  ['FOREIGN AS', 'name'],
  ['TYPE', 'sum.type'],
  ['ROWS', 'sum.rows'],
  ['AMOUNT', 'sum.amount'],
  ['CURRENCY', 'sum.currency'],
]

/** The run, and below it the foreign transactions by name, type and currency. */
function shownRun(run: JsonObject, table: PrintTable): string {
  const shown = table([run], [...columns, ['WHY IT STOPPED', 'run.error.message']])
  const foreign = valueAt(run, 'run.totals.foreign')
  if (!Array.isArray(foreign) || foreign.length === 0) return shown
  const sums = foreign.flatMap((kind: unknown) => {
    const found = valueAt(kind, 'sums')
    if (!Array.isArray(found)) return []
    return found.map((sum: unknown) => ({ name: valueAt(kind, 'name'), sum }))
  })
  return `${shown}\n\n${table(sums, foreignColumns)}`
}

/** Lists the newest daily runs. */
export const runsList: Command = {
  name: 'runs list',
  summary: 'List the newest days with the result of their reconciliation.',
  usage: '',
  operands: {},
  options: accessOptions,
  notes: [],
  examples: ['runs list', 'runs list --json'],
  async run(call) {
    const answer = await askForJson(call, { path: '/runs' })
    return {
      exitCode: 0,
      json: answer,
      text: tablesFor(call.terminal)(listIn(answer, 'runs'), columns),
    }
  },
}

/** Shows the run of a day. */
export const runsShow = showCommand({
  name: 'runs show',
  summary: 'Show the state of the reconciliation of a day.',
  placeholder: 'DATE',
  id: 'Day in Vietnam, as YYYY-MM-DD.',
  path: (day) => pathOf`/runs/${day}`,
  field: 'day',
  shown: shownRun,
  examples: ['runs show 2026-09-01'],
})

const day = operand({ placeholder: 'DATE', summary: 'Day in Vietnam, as YYYY-MM-DD.' })

/** Resumes a daily comparison that was stopped, with the same two files. */
export const runsForce = actionCommand({
  name: 'runs force',
  summary: 'Force a comparison that was stopped, with the same two files.',
  usage: 'DATE',
  operands: { day },
  request: (given) => ({ path: pathOf`/runs/${given(day)}/force` }),
  done: (answer) =>
    `Forced; the day is ${textAt(answer, 'reconciliation.state')}. It is compared within a minute.`,
  notes: [
    'Look at the error of the run first: force does not repair a file, it compares it as it is.',
  ],
  examples: ["runs force 2026-09-01 --reason 'the service confirmed its file'"],
})
