import type { Command } from '../command/command.ts'
import { operand, text, word } from '../command/option.ts'
import { actionCommand } from './command-kinds/action-command.ts'
import { listCommand } from './command-kinds/list-command.ts'
import { pathOf } from './access/operator-api.ts'
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

function alertStep(step: 'acknowledge' | 'close', summary: string): Command {
  const alert = operand({ placeholder: 'ALERT', summary: 'Number of the alert.' })
  return actionCommand({
    name: `alerts ${step}`,
    summary,
    usage: 'ALERT',
    operands: { id: alert },
    request: (given) => ({ path: pathOf`/alerts/${given(alert)}/${step}` }),
    done: (answer) => `Alert ${textAt(answer, 'alert.id')} is ${textAt(answer, 'alert.state')}.`,
    examples: [`alerts ${step} 17 --reason 'the queue runs again'`],
  })
}

/** Records that an operator works on an alert; it stays open until it is closed. */
export const alertsAcknowledge = alertStep(
  'acknowledge',
  'Acknowledge an alert: record that you are working on it.',
)

/** Closes an alert; it is reopened when its cause occurs again. */
export const alertsClose = alertStep(
  'close',
  'Close an alert. If its cause occurs again, it is reopened.',
)
