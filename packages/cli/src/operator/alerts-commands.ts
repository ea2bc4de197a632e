import type { Command } from '../command/command.ts'
import { operand, text, word } from '../command/option.ts'
import { actionCommand } from './action-command.ts'
import { listCommand } from './list-command.ts'
import { pathOf } from './operator-api.ts'
import { textAt } from './text-table.ts'

/** Lists alerts by state, each with its meaning and remedy. */
export const alertsList = listCommand({
  name: 'alerts list',
  summary: 'List alerts with the meaning and the remedy of each.',
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
  columns: [
    ['ALERT', 'id'],
    ['STATE', 'state'],
    ['LAST RAISED', 'lastRaisedAt'],
    ['TIMES', 'timesRaised'],
    ['KIND', 'kind'],
    ['SUBJECT', 'subject'],
    ['WHAT TO DO', 'remedy'],
  ],
  examples: ['alerts list --state open', 'alerts list --kind orphan_callback --json'],
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
