import { operand, text, wholeNumber, word } from '../command/option.ts'
import { actionCommand } from './command-kinds/action-command.ts'
import { listCommand } from './command-kinds/list-command.ts'
import { type JsonObject, pathOf } from './access/operator-api.ts'
import { showCommand } from './command-kinds/show-command.ts'
import { type Column, type PrintTable, textAt } from './tables/text-table.ts'

const columns: readonly Column[] = [
  ['ALERT', 'id'],
  ['STATE', 'state'],
  ['LAST RAISED', 'lastRaisedAt'],
  ['TIMES', 'timesRaised'],
  ['KIND', 'kind'],
  ['SUBJECT', 'subject'],
]

/** Lists alerts by state and kind. */
export const alertsList = listCommand({
  name: 'alerts list',
  summary: 'List alerts by state and kind.',
  path: '/alerts',
  rows: 'alerts',
  filters: {
    state: [
      'state',
      word({
        placeholder: 'STATE',
        summary: 'open, acknowledged or closed.',
        choices: ['open', 'acknowledged', 'closed'],
      }),
    ],
    kind: [
      'kind',
      text({
        placeholder: 'KIND',
        summary: 'Kind of the alert, as docs/operations.md lists them.',
      }),
    ],
  },
  columns,
  notes: ['alerts show says of each what it means, what to do, and what it names.'],
  examples: ['alerts list --state open', 'alerts list --kind orphan_callback --json'],
})

/** The facts of an alert, one per line. */
function factsTable(facts: unknown, table: PrintTable): string {
  const rows = typeof facts === 'object' && facts !== null ? Object.entries(facts) : []
  return table(rows, [
    ['FACT', '0'],
    ['VALUE', '1'],
  ])
}

/** What closes an alert, as a sentence. */
function closingSentence(alert: unknown): string {
  const cause = textAt(alert, 'closesOnce.text')
  return cause === '' ? 'Only a person closes it.' : `It closes by itself once ${cause}.`
}

/** Shows an alert with its meaning, its remedy and its facts. */
export const alertsShow = showCommand({
  name: 'alerts show',
  summary: 'Show an alert: what it means, what to do, and what it names.',
  placeholder: 'ALERT',
  id: 'Number of the alert, as alerts list prints it.',
  path: (id) => pathOf`/alerts/${id}`,
  shown: (alert, table, prose) =>
    [
      table(
        [alert],
        [
          ...columns,
          ['FIRST RAISED', 'at'],
          ['TAKEN BY', 'acknowledged.staffId'],
          ['CLOSED', 'closed.at'],
          ['CLOSED BY', 'closed.staffId'],
        ],
      ),
      prose(textAt(alert, 'meaning')),
      prose(`What to do: ${textAt(alert, 'remedy')}`),
      prose(closingSentence(alert)),
      factsTable(alert['facts'], table),
    ].join('\n\n'),
  examples: ['alerts show 17', 'alerts show 17 --json'],
})

const numbered = operand({ placeholder: 'ALERT', summary: 'Number of the alert.' })

function stateNow(answer: JsonObject): string {
  return `Alert ${textAt(answer, 'alert.id')} is ${textAt(answer, 'alert.state')}.`
}

/** Records that an operator works on an alert; it stays open until it is closed. */
export const alertsAcknowledge = actionCommand({
  name: 'alerts acknowledge',
  summary: 'Acknowledge an alert: record that you are working on it.',
  usage: 'ALERT',
  operands: { id: numbered },
  request: (given) => ({ path: pathOf`/alerts/${given(numbered)}/acknowledge` }),
  done: stateNow,
  examples: ["alerts acknowledge 17 --reason 'looking into it'"],
})

const times = wholeNumber({
  placeholder: 'N',
  summary:
    'TIMES of the alert as you have seen it: if it was raised again since, it is not closed.',
  min: 1,
  max: Number.MAX_SAFE_INTEGER,
  absent: undefined,
})

/** Closes an alert; it is reopened when its cause occurs again. */
export const alertsClose = actionCommand({
  name: 'alerts close',
  summary: 'Close an alert. If its cause occurs again, it is reopened.',
  usage: 'ALERT [--times N]',
  operands: { id: numbered },
  options: { times },
  others: { timesRaised: '--times' },
  request(given) {
    const seen = given(times)
    return {
      path: pathOf`/alerts/${given(numbered)}/close`,
      ...(seen !== undefined && { body: { timesRaised: seen } }),
    }
  },
  done: stateNow,
  examples: ["alerts close 17 --times 2 --reason 'the queue runs again'"],
})
