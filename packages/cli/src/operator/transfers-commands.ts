import { operand, requiredWord } from '../command/option.ts'
import { pathOf } from './access/operator-api.ts'
import { actionCommand } from './command-kinds/action-command.ts'
import { listCommand } from './command-kinds/list-command.ts'
import { showCommand } from './command-kinds/show-command.ts'
import { stateAndDay } from './command-kinds/list-filters.ts'
import { transactionOfVerdict, verdictNote } from './command-kinds/verdict-options.ts'
import { differencesTable } from './tables/differences-table.ts'
import { serviceCallsTable } from './tables/service-calls-table.ts'
import { timelineTable } from './tables/timeline-table.ts'
import { textAt } from './tables/text-table.ts'

/** Lists transfers by state and day. */
export const transfersList = listCommand({
  name: 'transfers list',
  summary: 'List transfers by state and day.',
  path: '/transfers',
  rows: 'transfers',
  filters: stateAndDay,
  columns: [
    ['TRANSFER', 'id'],
    ['STATE', 'state'],
    ['VND', 'amountVnd'],
    ['RECEIVER', 'receiverPhone'],
    ['ASKED FOR', 'createdAt'],
    ['TRANSACTION', 'transactionId'],
    ['BALANCE AFTER', 'postBalanceVnd'],
  ],
  examples: ['transfers list --state unknown'],
})

/** Shows a transfer with its timeline, calls to the service and differences. */
export const transfersShow = showCommand({
  name: 'transfers show',
  summary:
    'Show a transfer with its timeline, calls to the service and differences of the daily files.',
  placeholder: 'TRANSFER',
  id: "The shop's own id of the transfer.",
  path: (id) => pathOf`/transfers/${id}`,
  shown(found, table) {
    const transfer = table(
      [found],
      [
        ['TRANSFER', 'id'],
        ['STATE', 'state'],
        ['VND', 'amountVnd'],
        ['RECEIVER', 'receiverPhone'],
        ['REFERENCE', 'reference'],
        ['TRANSACTION', 'transactionId'],
        ['CHANGED', 'updatedAt'],
        ['BALANCE AFTER', 'postBalanceVnd'],
      ],
    )
    const { timeline, serviceCalls, differences } = found
    return [
      transfer,
      timelineTable(timeline, table),
      serviceCallsTable(serviceCalls, table),
      differencesTable(differences, table),
    ].join('\n\n')
  },
  examples: ['transfers show PRIZE-1'],
})

const transfer = operand({ placeholder: 'TRANSFER', summary: "The shop's own id of the transfer." })

const transferResult = requiredWord({
  placeholder: 'RESULT',
  summary: 'succeeded: the money was sent; refused: it was not.',
  choices: ['succeeded', 'refused'],
})

/** Settles a transfer of unknown outcome by the operator's verdict. */
export const transfersSettle = actionCommand({
  name: 'transfers settle',
  summary:
    'Settle a transfer whose outcome is unknown, by your verdict; or correct a verdict that it was not made.',
  usage: 'TRANSFER --result succeeded|refused [--transaction ID]',
  operands: { id: transfer },
  options: { result: transferResult, transaction: transactionOfVerdict },
  others: { transactionId: '--transaction' },
  request(given) {
    const transaction = given(transactionOfVerdict)
    return {
      path: pathOf`/transfers/${given(transfer)}/settle`,
      body: {
        result: given(transferResult),
        ...(transaction !== undefined && { transactionId: transaction }),
      },
    }
  },
  done: (answer) => `Settled; the transfer is ${textAt(answer, 'transfer.state')}.`,
  notes: [verdictNote],
  examples: [
    "transfers settle PRIZE-1 --result succeeded --transaction TR1 --reason 'seen on the merchant site'",
  ],
})
