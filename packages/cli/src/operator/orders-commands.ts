import type { Command } from '../command/command.ts'
import { requiredText, text, wholeNumber } from '../command/option.ts'
import { receiveFile } from '../output/receive-file.ts'
import { accessOptions } from './access/access.ts'
import { unexpectedAnswer } from './access/answer-failure.ts'
import { differencesTable } from './tables/differences-table.ts'
import { listCommand, namesOf, queryOf } from './command-kinds/list-command.ts'
import { askOperatorApi, pathOf } from './access/operator-api.ts'
import { serviceCallsTable } from './tables/service-calls-table.ts'
import { showCommand } from './command-kinds/show-command.ts'
import { storeFilters } from './command-kinds/list-filters.ts'
import { timelineTable } from './tables/timeline-table.ts'

const filters = {
  state: ['state', text({ placeholder: 'STATE', summary: 'State, such as paid or disputed.' })],
  day: [
    'day',
    text({
      placeholder: 'DATE',
      summary: 'Day on which the order was opened, in Vietnam time, as YYYY-MM-DD.',
    }),
  ],
  amount: [
    'amountVnd',
    wholeNumber({
      placeholder: 'VND',
      summary: 'Price in whole VND.',
      min: 1,
      max: 999_999_999_999_999,
      absent: undefined,
    }),
  ],
  reference: [
    'reference',
    text({ placeholder: 'ID', summary: "Reference of an attempt, or the service's own order id." }),
  ],
  transaction: [
    'transactionId',
    text({ placeholder: 'ID', summary: 'Transaction id of the service.' }),
  ],
  customer: [
    'customerId',
    text({ placeholder: 'ID', summary: "The shop's customer whose linked wallet may pay." }),
  ],
  ...storeFilters,
} as const

/** Lists orders by state, day, amount, reference, transaction, customer or store. */
export const ordersList = listCommand({
  name: 'orders list',
  summary: 'List orders by state, day, amount, reference, transaction, customer or store.',
  path: '/orders',
  rows: 'orders',
  filters,
  columns: [
    ['ORDER', 'id'],
    ['STATE', 'state'],
    ['VND', 'amountVnd'],
    ['STORE', 'storeCode'],
    ['TERMINAL', 'posCode'],
    ['OPENED', 'createdAt'],
    ['TRANSACTION', 'payment.transactionId'],
    ['DESCRIPTION', 'description'],
  ],
  examples: [
    'orders list --state disputed',
    'orders list --day 2026-09-01 --amount 120000 --json',
    'orders list --store STORE-2 --terminal TILL-1',
  ],
})

/** Shows an order with its payments, refunds, timeline, calls to the service and differences. */
export const ordersShow = showCommand({
  name: 'orders show',
  summary:
    'Show an order with its payments, refunds, timeline, calls to the service and differences of the daily files.',
  placeholder: 'ORDER',
  id: 'Id of the order.',
  path: (id) => pathOf`/orders/${id}`,
  shown(order, table) {
    const { attempts, disputedPayments, refunds, timeline, serviceCalls, differences } = order
    const parts = [
      table(
        [order],
        [
          ['ORDER', 'id'],
          ['STATE', 'state'],
          ['VND', 'amountVnd'],
          ['STORE', 'storeCode'],
          ['TERMINAL', 'posCode'],
          ['PAID VND', 'payment.vnd'],
          ['PAID POINTS', 'payment.points'],
          ['TRANSACTION', 'payment.transactionId'],
        ],
      ),
      table(Array.isArray(attempts) ? attempts : [], [
        ['REFERENCE', 'reference'],
        ['METHOD', 'method'],
        ['STATE', 'state'],
        ['SERVICE ORDER', 'serviceOrderId'],
      ]),
      table(Array.isArray(disputedPayments) ? disputedPayments : [], [
        ['DISPUTED TRANSACTION', 'transactionId'],
        ['STATE', 'state'],
        ['WHY', 'reason'],
        ['VND', 'vnd'],
        ['POINTS', 'points'],
        ['RETURNED VND', 'returned.vnd'],
        ['RETURNED POINTS', 'returned.points'],
      ]),
      table(Array.isArray(refunds) ? refunds : [], [
        ['REFUND', 'id'],
        ['OF TRANSACTION', 'transactionId'],
        ['STATE', 'state'],
        ['VND', 'vnd'],
        ['POINTS', 'points'],
        ['RETURNED VND', 'returned.vnd'],
        ['RETURNED POINTS', 'returned.points'],
        ['OWED VND', 'owed.vnd'],
        ['OWED POINTS', 'owed.points'],
      ]),
      timelineTable(timeline, table),
      serviceCallsTable(serviceCalls, table),
      differencesTable(differences, table),
    ]
    return parts.join('\n\n')
  },
  examples: ['orders show ORDER-1', 'orders show ORDER-1 --json'],
})

const out = requiredText({
  placeholder: 'FILE',
  summary: 'CSV file to write; one that exists is replaced.',
})

/** Writes orders to a CSV file. */
export const ordersExport: Command = {
  name: 'orders export',
  summary: 'Write orders to a CSV file for a spreadsheet.',
  usage: '--out FILE [--state STATE] [--day DATE] [--amount VND] [--customer ID] [--store CODE]',
  operands: {},
  options: {
    out,
    ...Object.fromEntries(Object.entries(filters).map(([name, [, option]]) => [name, option])),
    ...accessOptions,
  },
  notes: [
    'The file gets its name only when it is complete. A text that a spreadsheet would run as a formula gets\n' +
      'a leading apostrophe.',
  ],
  examples: ['orders export --out 2026-09-01.csv --day 2026-09-01'],
  async run(call) {
    const query = queryOf(call, filters)
    const typed = namesOf(filters)
    const response = await askOperatorApi(call, { path: '/orders.csv', query, typed })
    // A page of a proxy has status 200 too.
    const isCsv = /^text\/csv\b/.test(response.headers.get('content-type') ?? '')
    if (!isCsv) throw unexpectedAnswer(response.status)
    const path = call.given(out)
    const { bytes } = await receiveFile(response, {
      path,
      remedy: 'Nothing was kept. Run the command again, for one --day if the file is large.',
    })
    return { exitCode: 0, json: { path, bytes }, text: `${path} written, ${bytes} bytes` }
  },
}
