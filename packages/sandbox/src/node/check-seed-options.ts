import { checkConfiguration } from '../check-configuration.ts'
import type { SandboxVariables } from '../sandbox-env.ts'

/** The variables of the Worker that options of `startSandbox` become, by their names. */
const optionOf: ReadonlyMap<string, string> = new Map([
  ['SEED_KEYS', 'seedKeys'],
  ['SEED_CLIENTS', 'seedClients'],
  ['SEED_CALLBACK_KEY', 'callbackPrivateKeyPem'],
  ['SEED_CHECKSUM_KEY', 'checksumKey'],
  ['ALLOWED_HOSTS', 'allowedHosts'],
  ['CALLBACK_HOSTS', 'callbackHosts'],
  ['CONTROL_SECRET', 'controlSecret'],
] satisfies readonly (readonly [keyof SandboxVariables, string])[])

/**
 * Checks the values of the options as the Worker does it, before anything starts.
 *
 * @throws TypeError that names the first wrong option
 */
export async function checkSeedOptions(variables: SandboxVariables): Promise<void> {
  const [first] = await checkConfiguration(variables)
  if (first === undefined) return
  throw new TypeError(`startSandbox: ${optionOf.get(first.name) ?? first.name} ${first.problem}`)
}

/**
 * The error of a start in the words of the options: whether a client is new, and so needs every
 * field, is known to the database only.
 */
export function errorOfStart(error: unknown): unknown {
  const field = error instanceof Error && /SEED_CLIENTS: ([\w.]+)/.exec(error.message)?.[1]
  if (typeof field !== 'string') return error
  return new TypeError(
    `startSandbox: seedClients has a client whose ${field} is missing or malformed; a client that is not registered yet needs every field that has no default`,
    { cause: error },
  )
}
