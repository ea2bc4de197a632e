import type { Command } from '../command/command.ts'
import { shellWord } from '../command/shell-word.ts'
import { accessOptions } from './access/access.ts'
import { askForJson, listIn } from './access/operator-api.ts'
import { tablesFor, textAt } from './tables/text-table.ts'

/** The command that settles a transaction of open outcome; a part in braces is a value of it. */
const commands: ReadonlyMap<string, string> = new Map([
  ['payment', 'payments settle {orderId} --reference {id}'],
  ['dispute', 'payments accept {orderId} --transaction {id}'],
  ['unconfirmed', 'payments deny {orderId}'],
  ['refund', 'refunds settle {orderId} --refund {id}'],
  ['transfer', 'transfers settle {id}'],
])

function commandFor(item: unknown): string {
  const command = commands.get(textAt(item, 'kind')) ?? ''
  return command
    .split(' ')
    .map((word) => (word.startsWith('{') ? shellWord(textAt(item, word.slice(1, -1))) : word))
    .join(' ')
}

const nothing =
  'No payment, refund or transfer waits for a verdict. Differences of the daily files: merchant-edge differences list.'

/** Lists open outcomes that wait for the verdict of an operator. */
export const undecidedList: Command = {
  name: 'undecided list',
  summary: 'List what waits for your verdict: payments, refunds and transfers of open outcome.',
  usage: '',
  operands: {},
  options: accessOptions,
  notes: [
    'The oldest 100 of each kind are listed, each with the command that settles it. A disputed payment may also be\n' +
      'released or refunded: payments release, refunds create. Differences of the daily files: differences list.',
  ],
  examples: ['undecided list', 'undecided list --json'],
  async run(call) {
    const answer = await askForJson(call, { path: '/undecided' })
    const items = listIn(answer, 'items')
    const rows = items.map((item) => ({ item, command: commandFor(item) }))
    const more =
      answer['isMore'] === true ? '\nMore: of some kind only the oldest 100 are listed.' : ''
    const table = tablesFor(call.terminal)(rows, [
      ['SINCE', 'item.at'],
      ['KIND', 'item.kind'],
      ['STATE', 'item.state'],
      ['VND', 'item.vnd'],
      ['POINTS', 'item.points'],
      ['SETTLE WITH', 'command'],
    ])
    const text = items.length === 0 ? nothing : `${table}${more}`
    return { exitCode: 0, json: answer, text }
  },
}
