import { ConfigurationError, misspeltSettings, type SettingProblem } from '@merchant-edge/pages'
import * as v from 'valibot'
import { contradictionsIn, halvesIn } from './contradictions.ts'
import {
  settingNames,
  settingsSchema,
  webhookSchema,
  type OrdersEnv,
  type OrdersSettings,
} from './orders-env.ts'
import { log } from './runtime.ts'
import { webhookProblems } from './webhook-endpoints.ts'

const secrets: ReadonlySet<string> = new Set([
  'MERCHANT_KEY',
  'CALLBACK_SECRET',
  'CALLBACK_SECRET_PREVIOUS',
  'LINK_SECRET',
  'LINK_SECRET_PREVIOUS',
  'CHECKSUM_KEY',
  'CHECKSUM_KEY_PREVIOUS',
])

type Issue = v.InferIssue<typeof settingsSchema>

/** In our words: those of valibot repeat what was set. */
function problemOf(issue: Issue): string {
  if (issue.input === undefined) return 'is missing'
  return issue.message.startsWith('Invalid ') ? 'is malformed' : issue.message
}

function toProblem(issue: Issue): SettingProblem {
  const [name = 'a variable', ...place] = (v.getDotPath(issue) ?? '').split('.')
  const how = secrets.has(name) ? 'wrangler secret bulk orders.json' : '"vars" of wrangler.jsonc'
  const said = problemOf(issue)
  const problem = place.length === 0 ? said : `${said} (at ${place.join('.')})`
  return { name, problem, remedy: `Set it with ${how}.` }
}

/** What was found when the settings were looked at. */
interface CheckedSettings {
  /** Everything that is wrong. */
  readonly problems: readonly SettingProblem[]
  /** The settings, unless something is wrong that nothing can be worked on with. */
  readonly settings?: OrdersSettings
}

/** Looks at every variable, secret and binding, each by itself and together. It repeats no value. */
export function checkSettings(env: OrdersEnv): CheckedSettings {
  const parsed = v.safeParse(settingsSchema, env)
  const webhooks = v.safeParse(webhookSchema, env)
  const problems = [
    ...(parsed.issues ?? []).map((issue) => toProblem(issue)),
    ...(webhooks.success ? webhookProblems(webhooks.output, env) : []),
  ].filter(({ name }) => name !== 'ENVIRONMENT')
  // ENVIRONMENT is among what is looked at together, with the addresses.
  problems.push(...contradictionsIn(env))
  const canWork = parsed.success && problems.length === 0
  const ofEndpoints = webhooks.success
    ? (webhooks.output.WEBHOOK_ENDPOINTS ?? []).flatMap(({ secrets: names }) => names)
    : []
  problems.push(...halvesIn(env), ...misspeltSettings(env, [...settingNames, ...ofEndpoints]))
  return canWork ? { settings: parsed.output, problems } : { problems }
}

/**
 * Checks the variables, secrets and bindings.
 *
 * @throws ConfigurationError that names all that are missing, malformed or contradict others, and how to set them, when
 * nothing can be worked on with them
 */
export function readSettings(env: OrdersEnv): OrdersSettings {
  const { settings, problems } = checkSettings(env)
  if (settings === undefined) {
    log({ code: 'not_configured', problems })
    throw new ConfigurationError('orders', problems)
  }
  return settings
}
