import { endpoints, type AnyEndpoint } from '@merchant-edge/contract'
import { usageFailure } from '../command/command-failure.ts'
import type { Outcome } from '../command/command.ts'
import { nearestName } from '../command/nearest-name.ts'
import { quoted } from '../command/printable.ts'
import type { Terminal } from '../command/terminal.ts'

const registry: readonly AnyEndpoint[] = Object.values(endpoints)

/** Names of every endpoint of the contract. */
export const endpointNames: readonly string[] = registry.map(({ name }) => name)

/** Shows every endpoint of the contract. */
export function listOutcome(terminal: Terminal): Outcome {
  const width = Math.max(...registry.map(({ name }) => name.length))
  return {
    exitCode: 0,
    json: {
      endpoints: registry.map(({ name, section, summary, method, path, effect }) => {
        return { name, section, summary, method, path, effect }
      }),
    },
    text: registry
      .map(({ name, section, summary, replacedBy }) => {
        const old = replacedBy === undefined ? '' : ` Use ${replacedBy}.`
        return `${terminal.paint('bold', name.padEnd(width))}  ${section}  ${summary}${old}`
      })
      .join('\n'),
  }
}

/**
 * Finds an endpoint by its name.
 *
 * @throws CommandFailure with exit code 2 when there is none
 */
export function findEndpoint(name: string | undefined): AnyEndpoint {
  const list = `Endpoints: ${endpointNames.join(', ')}.`
  if (name === undefined) throw usageFailure('ENDPOINT is missing.', list)
  const endpoint = registry.find((candidate) => candidate.name === name)
  if (endpoint !== undefined) return endpoint
  const meant = nearestName(name, endpointNames)
  throw usageFailure(
    `There is no endpoint ${quoted(name)}.`,
    meant === undefined ? list : `Did you mean ${meant}? ${list}`,
    'unknown_endpoint',
  )
}
