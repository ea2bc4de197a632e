/**
 * The names of the environments, as used in the variable ENVIRONMENT and in
 * `wrangler deploy --env`.
 */
export const environmentNames = ['local', 'sandbox', 'uat', 'production'] as const

/**
 * Where a Worker runs: on one machine, or against the service's sandbox, its UAT or its production.
 *
 * @see Specification 1
 */
export type Environment = (typeof environmentNames)[number]

/** The environment that a text names. */
export function environmentOf(text: string | undefined): Environment | undefined {
  return environmentNames.find((name) => name === text)
}
