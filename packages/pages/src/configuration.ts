import type { Environment } from './environment.ts'
import type { SettingProblem } from './setting-problem.ts'

/** How a Worker finds itself set up. */
export interface Configuration {
  /** What ENVIRONMENT says; `null` when it says nothing that is known. */
  readonly environment: Environment | null
  /** Everything that is wrong; empty when the Worker may work. */
  readonly problems: readonly SettingProblem[]
}

/** What is wrong when a Worker and the orders Worker that it is bound to are of two environments. */
export function environmentMismatch(own: Configuration, orders: Configuration): SettingProblem[] {
  if (own.environment === null || own.environment === orders.environment) return []
  const theirs = orders.environment ?? 'unknown'
  return [
    {
      name: 'ENVIRONMENT',
      problem: `is ${own.environment}, and that of the orders Worker which this one is bound to is ${theirs}`,
      remedy: 'Name the orders Worker of the same environment under "services" in wrangler.jsonc.',
    },
  ]
}

/** What a Worker tells another about its settings, over RPC. */
export interface ConfigurationApi {
  /** Looks at all settings; never throws for what is wrong with them. */
  configuration(): Promise<Configuration>
}

/** A problem as one line, such as `SERVICE_URL of the orders Worker: is missing. Set it with ...`. */
function lineOf(worker: string, { name, problem, remedy }: SettingProblem): string {
  return `${name} of the ${worker} Worker: ${problem}. ${remedy}`
}

/** Settings of a Worker are wrong. The message has a line for each, which says what and how to set it. */
export class ConfigurationError extends Error {
  readonly code = 'ERR_CONFIGURATION'
  /** Everything that is wrong, one at least. */
  readonly problems: readonly SettingProblem[]

  /** @param worker its short name, such as `orders` */
  constructor(worker: string, problems: readonly SettingProblem[], options?: ErrorOptions) {
    super(problems.map((problem) => lineOf(worker, problem)).join('\n'), options)
    this.name = 'ConfigurationError'
    this.problems = problems
  }
}
