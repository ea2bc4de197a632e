import {
  environmentProblems,
  misspeltSettings,
  secretCommand,
  type SettingProblem,
} from '@merchant-edge/pages'
import type { CallbackKeyring, CallbackKeys } from './callback-keyring.ts'
import type { IpnEnv } from './ipn-env.ts'

/** The bindings as they are before they are checked. */
type UncheckedEnv = Partial<IpnEnv>

const minSecretChars = 16

const remedies = {
  CALLBACK_SECRET: ['Set it to the value that the orders Worker has', 'bulk ipn.json'],
  CALLBACK_SECRET_PREVIOUS: [
    'Set it to the CALLBACK_SECRET before, or delete it',
    'delete CALLBACK_SECRET_PREVIOUS',
  ],
} as const

function secretProblem(
  name: keyof typeof remedies,
  said: string,
  { ENVIRONMENT }: UncheckedEnv,
): SettingProblem {
  const [what, action] = remedies[name]
  const problem = `${said} shorter than ${minSecretChars} characters`
  return { name, problem, remedy: `${what}: ${secretCommand(action, ENVIRONMENT)}` }
}

/** The secrets with which a token may have been made, the current one first. */
function secretsOf(env: UncheckedEnv) {
  const { CALLBACK_SECRET = '', CALLBACK_SECRET_PREVIOUS: previous } = env
  const problems: SettingProblem[] = []
  if (CALLBACK_SECRET.length < minSecretChars) {
    problems.push(secretProblem('CALLBACK_SECRET', 'is missing or', env))
  }
  if (previous !== undefined && previous.length < minSecretChars) {
    problems.push(secretProblem('CALLBACK_SECRET_PREVIOUS', 'is', env))
  }
  return {
    secrets: previous === undefined ? [CALLBACK_SECRET] : [CALLBACK_SECRET, previous],
    problems,
  }
}

const settings = [
  'ENVIRONMENT',
  'CALLBACK_KEYS',
  'CALLBACK_SECRET',
  'CALLBACK_SECRET_PREVIOUS',
] as const satisfies readonly (keyof IpnEnv)[]

function bindingProblems({ CALLBACKS }: UncheckedEnv): SettingProblem[] {
  if (CALLBACKS !== undefined) return []
  const remedy = 'Bind the entrypoint Callbacks of the orders Worker in wrangler.jsonc.'
  return [{ name: 'CALLBACKS', problem: 'is not bound', remedy }]
}

/** Result of checking the settings of this Worker. */
export interface CheckedSettings {
  /** All problems. */
  readonly problems: readonly SettingProblem[]
  /** Keys and secrets that verify callbacks; absent while one of them is unusable. */
  readonly trusted?: {
    readonly callbackSecrets: readonly string[]
    readonly verifier: CallbackKeys['verifier'] & {}
  }
}

/** Checks all variables, secrets and bindings. It never quotes a value. */
export async function checkSettings(
  env: UncheckedEnv,
  keyring: CallbackKeyring,
): Promise<CheckedSettings> {
  const { secrets, problems: ofSecrets } = secretsOf(env)
  const { verifier, problems: ofKeys } = await keyring(env.CALLBACK_KEYS)
  const needed = [...ofSecrets, ...ofKeys, ...bindingProblems(env)]
  const problems = [
    ...environmentProblems(env.ENVIRONMENT, {}),
    ...needed,
    ...misspeltSettings(env, settings),
  ]
  if (verifier === undefined || needed.length > 0) return { problems }
  return { problems, trusted: { callbackSecrets: secrets, verifier } }
}
