import type { Command } from '../command/command.ts'
import { operand } from '../command/option.ts'
import { accessOptions } from './access/access.ts'
import { actionCommand } from './command-kinds/action-command.ts'
import { namesOf, queryOf } from './command-kinds/list-command.ts'
import { askForJson, listIn, pathOf } from './access/operator-api.ts'
import { showCommand } from './command-kinds/show-command.ts'
import { storeFilters } from './command-kinds/list-filters.ts'
import { type Column, tablesFor, textAt } from './tables/text-table.ts'

const columns: readonly Column[] = [
  ['PROPOSAL', 'id'],
  ['STATE', 'state'],
  ['ORDER', 'orderId'],
  ['OF TRANSACTION', 'transactionId'],
  ['VND', 'vnd'],
  ['POINTS', 'points'],
  ['PROPOSED BY', 'proposedBy'],
  ['EXPIRES', 'expiresAt'],
  ['DECIDED BY', 'decision.staffId'],
  ['WHY', 'reason'],
]

const atTheDesk =
  'Another operator approves a proposal at the desk, under /approvals; no command does that.'

const filterOptions = Object.fromEntries(
  Object.entries(storeFilters).map(([name, [, option]]) => [name, option]),
)

/** Lists refunds that wait for a second person, and earlier ones. */
export const proposalsList: Command = {
  name: 'proposals list',
  summary: 'List the refunds above the limit of one operator: those that wait, then earlier ones.',
  usage: '[--store CODE] [--terminal CODE]',
  operands: {},
  options: { ...filterOptions, ...accessOptions },
  notes: [`The newest 100 are listed. ${atTheDesk}`],
  examples: ['proposals list', 'proposals list --store STORE-2 --json'],
  async run(call) {
    const query = queryOf(call, storeFilters)
    const typed = namesOf(storeFilters)
    const answer = await askForJson(call, { path: '/proposals', query, typed })
    const proposals = listIn(answer, 'proposals')
    const text =
      proposals.length === 0
        ? 'No refund was proposed.'
        : tablesFor(call.terminal)(proposals, columns)
    return { exitCode: 0, json: answer, text }
  },
}

/** Shows a proposed refund, and the decision about it. */
export const proposalsShow = showCommand({
  name: 'proposals show',
  summary: 'Show a proposed refund, and the decision about it with its reason.',
  placeholder: 'PROPOSAL',
  id: 'Id of the proposal, which is the id of its refund.',
  path: (id) => pathOf`/proposals/${id}`,
  shown: (proposal, table) =>
    table([proposal], [...columns, ['DECIDED', 'decision.at'], ['WHY DECIDED', 'decision.reason']]),
  examples: ['proposals show R1', 'proposals show R1 --json'],
})

const proposal = operand({
  placeholder: 'PROPOSAL',
  summary: 'Id of the proposal, as proposals list prints it.',
})

/** Refuses a proposed refund, or withdraws one's own. */
export const proposalsRefuse = actionCommand({
  name: 'proposals refuse',
  summary: 'Refuse a proposed refund, or withdraw your own; nothing is returned.',
  usage: 'PROPOSAL',
  operands: { id: proposal },
  request: (given) => ({ path: pathOf`/proposals/${given(proposal)}/refuse` }),
  done: (answer) =>
    `Refused; nothing of the refund ${textAt(answer, 'proposal.id')} of ${textAt(answer, 'proposal.orderId')} is returned.`,
  notes: [`${atTheDesk} Exit code 1 when the proposal is decided already, or has expired.`],
  examples: ["proposals refuse R1 --reason 'the customer keeps the goods'"],
})
