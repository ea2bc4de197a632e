import { operand, text, word } from '../command/option.ts'
import { actionCommand } from './command-kinds/action-command.ts'
import { listCommand } from './command-kinds/list-command.ts'
import { pathOf } from './access/operator-api.ts'
import { textAt } from './tables/text-table.ts'

/** Lists stored callbacks: those without an order, dead ones, or those of an order. */
export const callbacksList = listCommand({
  name: 'callbacks list',
  summary:
    'List stored callbacks: those without an order, those given up as dead, or those of an order.',
  path: '/callbacks',
  rows: 'callbacks',
  filters: {
    state: [
      'state',
      word({
        placeholder: 'STATE',
        summary: 'orphan or dead; orphan if left out.',
        choices: ['orphan', 'dead'],
      }),
    ],
    order: [
      'orderId',
      text({ placeholder: 'ORDER', summary: 'Id of an order, instead of a state.' }),
    ],
  },
  columns: [
    ['SEQ', 'seq'],
    ['STATE', 'state'],
    ['RECEIVED', 'at'],
    ['TRIES', 'tries'],
    ['SERVICE ORDER', 'signed.order_id'],
    ['TRANSACTION', 'signed.transaction_id'],
    ['ORDER', 'orderId'],
  ],
  examples: ['callbacks list', 'callbacks list --order ORDER-1 --json'],
})

const seq = operand({
  placeholder: 'SEQ',
  summary:
    'Sequence number of the callback in the journal, as callbacks list and a timeline show it.',
})

/** Processes a stored callback again; no step takes effect twice. */
export const callbacksReplay = actionCommand({
  name: 'callbacks replay',
  summary:
    'Process a stored callback again: missing steps are done, and no step takes effect twice.',
  usage: 'SEQ',
  operands: { seq },
  request: (given) => ({ path: pathOf`/callbacks/${given(seq)}/replay` }),
  done: (answer) => `Replayed: confirmation ${textAt(answer, 'confirmation') || 'none'}.`,
  examples: ["callbacks replay 1234 --reason 'the service answers again'"],
})
