import { text, word } from '../command/option.ts'
import { listCommand } from './command-kinds/list-command.ts'
import { pathOf } from './access/operator-api.ts'
import { serviceCallsTable } from './tables/service-calls-table.ts'
import { showCommand } from './command-kinds/show-command.ts'
import type { Column } from './tables/text-table.ts'

const columns: readonly Column[] = [
  ['LINK', 'id'],
  ['STATE', 'state'],
  ['CUSTOMER', 'customerId'],
  ['PHONE', 'phone'],
  ['ASKED FOR', 'createdAt'],
  ['CHANGED', 'updatedAt'],
]

/** Lists linked wallets and requests to link one, by state and customer. */
export const linksList = listCommand({
  name: 'links list',
  summary: 'List linked wallets, and requests to link one, by state and customer.',
  path: '/links',
  rows: 'links',
  filters: {
    state: [
      'state',
      word({
        placeholder: 'STATE',
        summary: 'requested, linked, unlinking, unlinked or expired.',
        choices: ['requested', 'linked', 'unlinking', 'unlinked', 'expired'],
      }),
    ],
    customer: [
      'customerId',
      text({ placeholder: 'ID', summary: "The shop's own id of the customer." }),
    ],
  },
  columns,
  examples: ['links list --state linked', 'links list --customer C-17 --json'],
})

/** Shows a linked wallet. */
export const linksShow = showCommand({
  name: 'links show',
  summary: 'Show a linked wallet with its calls to the service.',
  placeholder: 'LINK',
  id: 'Id of the link, as links list prints it.',
  path: (id) => pathOf`/links/${id}`,
  shown: (link, table) =>
    [
      table([link], [...columns, ['EXPIRES', 'expiresAt'], ['PAGE OF THE CUSTOMER', 'webUrl']]),
      serviceCallsTable(link['serviceCalls'], table),
    ].join('\n\n'),
  examples: ['links show L1', 'links show L1 --json'],
})
