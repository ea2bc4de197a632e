import type { Environment } from './environment.ts'
import type { SettingProblem } from './setting-problem.ts'

/** The result of checking the settings of a Worker. */
export interface Configuration {
  /** The value of ENVIRONMENT; `null` when it is unknown. */
  readonly environment: Environment | null
  /** All problems; empty when the Worker may work. */
  readonly problems: readonly SettingProblem[]
}

/**
 * The problem when a Worker and the orders Worker that it is bound to have different environments.
 */
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

/** RPC methods with which a Worker reports the state of its settings to another. */
export interface ConfigurationApi {
  /** Checks all settings; never throws for wrong settings. */
  configuration(): Promise<Configuration>
}

/**
 * A problem as one line, such as `SERVICE_URL of the orders Worker: is missing. Set it with ...`.
 */
function lineOf(reporter: string, { worker = reporter, name, problem, remedy }: SettingProblem) {
  return `${name} of the ${worker} Worker: ${problem}. ${remedy}`
}

/**
 * Settings of a Worker are wrong. The message has one line per problem, with the setting and the
 * remedy.
 */
export class ConfigurationError extends Error {
  readonly code = 'ERR_CONFIGURATION'
  /** All problems, at least one. */
  readonly problems: readonly SettingProblem[]

  /** @param worker short name of the Worker that reports the problems, such as `orders` */
  constructor(worker: string, problems: readonly SettingProblem[], options?: ErrorOptions) {
    super(problems.map((problem) => lineOf(worker, problem)).join('\n'), options)
    this.name = 'ConfigurationError'
    this.problems = problems
  }
}

/**
 * Whether an error says that settings are wrong. One that a Worker throws over RPC counts too: it
 * arrives with its name, and not as an instance of {@link ConfigurationError}.
 */
export function isConfigurationError(error: unknown): boolean {
  return error instanceof Error && error.name === 'ConfigurationError'
}
