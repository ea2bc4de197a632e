import { environmentProblems, misspeltSettings, type SettingProblem } from '@merchant-edge/pages'
import type { CallbackKeyring, CallbackKeys } from './callback-keyring.ts'
import type { IpnEnv } from './ipn-env.ts'

const shortestSecret = 16

const remedies = {
  CALLBACK_SECRET: 'Set it to the value that the orders Worker has: wrangler secret bulk ipn.json',
  CALLBACK_SECRET_PREVIOUS:
    'Set it to the CALLBACK_SECRET before, or delete it: wrangler secret delete CALLBACK_SECRET_PREVIOUS',
} as const

function secretProblem(name: keyof typeof remedies, said: string): SettingProblem {
  const problem = `${said} shorter than ${shortestSecret} characters`
  return { name, problem, remedy: remedies[name] }
}

/** The secrets that a token may have been made under, the one of now first. */
function secretsOf({ CALLBACK_SECRET = '', CALLBACK_SECRET_PREVIOUS: previous }: IpnEnv) {
  const problems: SettingProblem[] = []
  if (CALLBACK_SECRET.length < shortestSecret) {
    problems.push(secretProblem('CALLBACK_SECRET', 'is missing or'))
  }
  if (previous !== undefined && previous.length < shortestSecret) {
    problems.push(secretProblem('CALLBACK_SECRET_PREVIOUS', 'is'))
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

function bindingProblems({ CALLBACKS }: Partial<IpnEnv>): SettingProblem[] {
  if (CALLBACKS !== undefined) return []
  const remedy = 'Bind the entrypoint Callbacks of the orders Worker in wrangler.jsonc.'
  return [{ name: 'CALLBACKS', problem: 'is not bound', remedy }]
}

/** The settings of this Worker, looked at. */
export interface CheckedSettings {
  /** Everything that is wrong. */
  readonly problems: readonly SettingProblem[]
  /** What callbacks are believed by; absent while one of them cannot be. */
  readonly trusted?: {
    readonly callbackSecrets: readonly string[]
    readonly verifier: CallbackKeys['verifier'] & {}
  }
}

/** Looks at all variables, secrets and bindings. It repeats no value. */
export async function checkSettings(
  env: IpnEnv,
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
