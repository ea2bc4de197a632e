import type { Command } from '../command/command.ts'
import { operand } from '../command/option.ts'
import { accessOptions } from './access/access.ts'
import { askForJson, listIn, pathOf } from './access/operator-api.ts'
import { actionCommand } from './command-kinds/action-command.ts'
import { tablesFor, textAt, valueAt } from './tables/text-table.ts'

/** Lists the webhook endpoints, each with the number of its waiting events. */
export const endpointsList: Command = {
  name: 'endpoints list',
  summary: 'List the webhook endpoints, each with the number of its waiting events.',
  usage: '',
  operands: {},
  options: accessOptions,
  notes: [],
  examples: ['endpoints list', 'endpoints list --json'],
  async run(call) {
    const answer = await askForJson(call, { path: '/endpoints' })
    return {
      exitCode: 0,
      json: answer,
      text: tablesFor(call.terminal)(listIn(answer, 'endpoints'), [
        ['ENDPOINT', 'id'],
        ['URL', 'url'],
        ['EVENTS', 'events'],
        ['WAITING', 'waiting'],
        ['DEAD', 'dead'],
        ['PAUSED SINCE', 'paused.at'],
        ['WHY', 'paused.reason'],
      ]),
    }
  },
}

function endpointStep(step: 'pause' | 'resume', summary: string): Command {
  const endpoint = operand({ placeholder: 'ENDPOINT', summary: 'Id of the endpoint.' })
  return actionCommand({
    name: `endpoints ${step}`,
    summary,
    usage: 'ENDPOINT',
    operands: { id: endpoint },
    request: (given) => ({ path: pathOf`/endpoints/${given(endpoint)}/${step}` }),
    done: (answer) =>
      `${textAt(answer, 'endpoint.id')} is ${valueAt(answer, 'endpoint.paused') === undefined ? 'running' : 'paused'}.`,
    examples: [`endpoints ${step} shop --reason 'the shop moves to another host'`],
  })
}

/** Pauses a webhook endpoint: its events wait in their order. */
export const endpointsPause = endpointStep(
  'pause',
  'Pause an endpoint: its events wait in order, and no failed delivery is counted.',
)

/** Resumes a paused webhook endpoint: its waiting events are sent. */
export const endpointsResume = endpointStep(
  'resume',
  'Resume a paused endpoint: its waiting events are sent.',
)
