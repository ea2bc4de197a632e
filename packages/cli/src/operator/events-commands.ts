import { optionalOperand, requiredText, text, word } from '../command/option.ts'
import type { Command } from '../command/command.ts'
import { usageFailure } from '../command/command-failure.ts'
import { accessOptions } from './access/access.ts'
import { type Filters, listCommand, namesOf, queryOf } from './command-kinds/list-command.ts'
import { askForJson, askForOutcome, countIn, listIn, pathOf } from './access/operator-api.ts'
import { showCommand } from './command-kinds/show-command.ts'
import { typedNames } from './access/typed-names.ts'
import { textAt } from './tables/text-table.ts'

const filters = {
  state: [
    'state',
    word({
      placeholder: 'STATE',
      summary: 'waiting, delivered, dead or unwanted.',
      choices: ['waiting', 'delivered', 'dead', 'unwanted'],
    }),
  ],
  endpoint: ['endpoint', text({ placeholder: 'ID', summary: 'Id of the endpoint.' })],
  order: ['orderId', text({ placeholder: 'ORDER', summary: 'Id of the order.' })],
  type: ['type', text({ placeholder: 'TYPE', summary: 'Type, such as order.paid.' })],
} as const satisfies Filters

/** Lists the events for webhook endpoints: waiting, delivered or dead. */
export const eventsList = listCommand({
  name: 'events list',
  summary: 'List the events for webhook endpoints: waiting, delivered or dead.',
  path: '/events',
  rows: 'events',
  filters,
  columns: [
    ['KEY', 'key'],
    ['TYPE', 'type'],
    ['STATE', 'state'],
    ['ENDPOINT', 'endpoint'],
    ['HAPPENED', 'at'],
    ['FAILURES', 'failures'],
    ['NEXT TRY', 'nextAt'],
  ],
  examples: ['events list --state dead', 'events list --order ORDER-1 --json'],
})

/** Shows an event and its deliveries. */
export const eventsShow = showCommand({
  name: 'events show',
  summary: 'Show an event with its body and its newest 20 deliveries.',
  placeholder: 'KEY',
  id: 'Key of the event, as events list prints it.',
  path: (event) => pathOf`/events/${event}`,
  field: 'key',
  shown: (event, table) =>
    [
      table(
        [event],
        [
          ['KEY', 'key'],
          ['WEBHOOK-ID', 'webhookId'],
          ['STATE', 'state'],
          ['ENDPOINT', 'endpoint'],
          ['HAPPENED', 'at'],
          ['NEXT TRY', 'nextAt'],
        ],
      ),
      table(listIn(event, 'deliveries'), [
        ['SENT', 'at'],
        ['STATUS', 'status'],
        ['FAILURE', 'failure'],
        ['TOOK MS', 'durationMs'],
      ]),
      textAt(event, 'body') || 'It has not been sent yet.',
    ].join('\n\n'),
  examples: ['events show order-paid:ORDER-1', 'events show order-paid:ORDER-1 --json'],
})

const key = optionalOperand({
  placeholder: 'KEY',
  summary:
    'Key of one event, as events list prints it; if left out, the filters select the events.',
})

const reason = requiredText({
  placeholder: 'TEXT',
  summary: 'Why, 1 to 255 characters; the journal records it with your name.',
})

/** An event that was delivered is sent again by every resend. */
const repeat =
  'sends an event that was delivered meanwhile once more, under the webhook-id that it has'

/** Resends one event, or those of a filter. */
export const eventsResend: Command = {
  name: 'events resend',
  summary:
    'Send one event again, or all events that match a filter: dead events if --state is left out.',
  usage: '[KEY] [--state STATE] [--endpoint ID] [--order ORDER] [--type TYPE] --reason TEXT',
  operands: { key },
  options: {
    ...Object.fromEntries(Object.entries(filters).map(([name, [, option]]) => [name, option])),
    reason,
    ...accessOptions,
  },
  notes: [
    'An event keeps its webhook-id and its bytes and is signed with the present keys; no failed delivery is counted.',
  ],
  examples: [
    "events resend --state dead --endpoint shop --reason 'the shop is up again'",
    "events resend order-paid:ORDER-1 --reason 'the shop lost it'",
  ],
  async run(call) {
    const why = call.given(reason)
    const one = call.given(key)
    const filter = Object.fromEntries(
      Object.entries(queryOf(call, filters)).filter(([, value]) => value !== undefined),
    )
    if (one !== undefined) {
      if (Object.keys(filter).length > 0) {
        throw usageFailure('A key and a filter are given.', 'Give one of them.')
      }
      const answer = await askForOutcome(call, {
        path: pathOf`/events/${one}/resend`,
        body: { reason: why },
        typed: typedNames({ operands: { key }, options: { reason } }),
        repeat,
      })
      return { exitCode: 0, json: answer, text: `Due now: ${textAt(answer, 'event.key')}.` }
    }
    let resent = 0
    let unchanged = 0
    let cursor: string | undefined
    do {
      const request = {
        path: '/events/resend',
        body: { ...filter, reason: why, ...(cursor !== undefined && { cursor }) },
        typed: namesOf(filters, { reason }),
        // Events of the other states are in another one once they are resent.
        ...(filter['state'] === 'delivered' && { repeat }),
      }
      const answer = await askForJson(call, request)
      resent += countIn(answer, 'resent', request)
      unchanged += countIn(answer, 'unchanged', request)
      const next = answer['cursor']
      cursor = typeof next === 'string' ? next : undefined
      call.terminal.note(`${resent} events are due now`)
    } while (cursor !== undefined)
    return {
      exitCode: 0,
      json: { resent, unchanged },
      text: `${resent} events are due now; ${unchanged} were due already.`,
    }
  },
}
