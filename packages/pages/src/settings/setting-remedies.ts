import { environmentOf } from './environment.ts'

/**
 * The environment of a deployment; none on one machine, where `wrangler.jsonc` has no environment
 * for it.
 */
function deployedEnvironment(environment: string | undefined): string | undefined {
  const known = environmentOf(environment)
  return known === 'local' ? undefined : known
}

/**
 * Where the variables of an environment are: `"env.uat.vars" of wrangler.jsonc`. An environment
 * takes over nothing from the `"vars"` above it.
 *
 * @param environment value of ENVIRONMENT; without a known one `"vars"`
 */
export function variablesIn(environment: string | undefined): string {
  const deployed = deployedEnvironment(environment)
  return `${deployed === undefined ? '"vars"' : `"env.${deployed}.vars"`} of wrangler.jsonc`
}

/**
 * A command of wrangler about secrets, for an environment:
 * `wrangler secret bulk orders.json --env uat`. Without `--env` it would set them on another
 * Worker.
 *
 * @param action behind `wrangler secret`, such as `bulk orders.json`
 * @param environment value of ENVIRONMENT; without a known one the command has no `--env`
 */
export function secretCommand(action: string, environment: string | undefined): string {
  const deployed = deployedEnvironment(environment)
  return `wrangler secret ${action}${deployed === undefined ? '' : ` --env ${deployed}`}`
}
