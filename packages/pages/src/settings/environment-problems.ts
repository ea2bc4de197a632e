import { environmentNames, environmentOf, type Environment } from './environment.ts'
import type { SettingProblem } from './setting-problem.ts'
import { variablesIn } from './setting-remedies.ts'

const remedy = 'Deploy with wrangler deploy --env sandbox, uat or production.'

/**
 * Hosts that are not on the public internet: reserved names for examples and tests, and this
 * machine.
 */
function isNowhere(host: string): boolean {
  return (
    /(?:^|\.)(?:localhost|example|test|invalid)$/.test(host) ||
    /^(?:127(?:\.\d{1,3}){3}|\[::1\])$/.test(host)
  )
}

const isPlaceholder = (host: string): boolean => /(?:^|\.)example\.(?:com|net|org)$/.test(host)

function addressProblem(environment: Environment, name: string, text: string) {
  const url = URL.parse(text)
  // An invalid address is reported by the check of the setting itself.
  if (url === null) return []
  const { hostname, protocol } = url
  const change = (problem: string, how: string): SettingProblem[] => [
    { name, problem, remedy: how },
  ]
  if (environment === 'local') {
    return isNowhere(hostname)
      ? []
      : change('is not on this machine, and ENVIRONMENT is local', remedy)
  }
  const how = `Set it in ${variablesIn(environment)}.`
  if (isPlaceholder(hostname)) return change('is still the example of this repository', how)
  if (hostname === 'localhost' || /^127\.|^\[::1\]$/.test(hostname)) {
    return change(`is on one machine, and ENVIRONMENT is ${environment}`, how)
  }
  return protocol === 'https:' ? [] : change(`must begin with https:// in ${environment}`, how)
}

/**
 * Returns the problems with ENVIRONMENT and with addresses that contradict it: in `local` addresses
 * of other machines; in the other environments addresses without https, of the local machine, or
 * unchanged examples of the repository.
 *
 * @param text the variable ENVIRONMENT
 * @param addresses settings with an address, by name; empty ones are skipped
 */
export function environmentProblems(
  text: string | undefined,
  addresses: Readonly<Record<string, string | undefined>>,
): SettingProblem[] {
  const environment = environmentOf(text)
  if (environment === undefined) {
    const problem =
      text === undefined || text === ''
        ? 'is missing'
        : `must be one of ${environmentNames.join(', ')}`
    return [{ name: 'ENVIRONMENT', problem, remedy }]
  }
  return Object.entries(addresses).flatMap(([name, address]) =>
    address === undefined ? [] : addressProblem(environment, name, address),
  )
}
