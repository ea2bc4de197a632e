import {
  ConfigurationError,
  misspeltSettings,
  secretCommand,
  variablesIn,
  type SettingProblem,
} from '@merchant-edge/pages'
import * as v from 'valibot'
import { contradictionsIn, halvesIn } from './contradictions.ts'
import type { OrdersEnv } from './orders-env.ts'
import {
  settingNames,
  settingsSchema,
  webhookSchema,
  type OrdersSettings,
} from './settings-schema.ts'
import { log } from '../runtime.ts'
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

/** Uses its own messages, because those of valibot quote the value. */
function problemOf(issue: Issue): string {
  if (issue.input === undefined) return 'is missing'
  return issue.message.startsWith('Invalid ') ? 'is malformed' : issue.message
}

function toProblem(issue: Issue, { ENVIRONMENT }: OrdersEnv): SettingProblem {
  const [name = 'a variable', ...place] = (v.getDotPath(issue) ?? '').split('.')
  const how = secrets.has(name)
    ? `with ${secretCommand('bulk orders.json', ENVIRONMENT)}`
    : `in ${variablesIn(ENVIRONMENT)}`
  const said = problemOf(issue)
  const problem = place.length === 0 ? said : `${said} (at ${place.join('.')})`
  return { name, problem, remedy: `Set it ${how}.` }
}

/** Result of checking the settings. */
interface CheckedSettings {
  /** All problems. */
  readonly problems: readonly SettingProblem[]
  /** The settings; missing when a problem prevents all work. */
  readonly settings?: OrdersSettings
}

/**
 * Checks every variable, secret and binding, individually and together. It never quotes a value.
 */
export function checkSettings(env: OrdersEnv): CheckedSettings {
  const parsed = v.safeParse(settingsSchema, env)
  const webhooks = v.safeParse(webhookSchema, env)
  const problems = [
    ...(parsed.issues ?? []).map((issue) => toProblem(issue, env)),
    ...(webhooks.success ? webhookProblems(webhooks.output, env) : []),
  ].filter(({ name }) => name !== 'ENVIRONMENT')
  // ENVIRONMENT is checked together with the addresses.
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
 * @throws ConfigurationError that names all missing, malformed or contradictory ones, and how to
 *   set them, when they prevent all work
 */
export function readSettings(env: OrdersEnv): OrdersSettings {
  const { settings, problems } = checkSettings(env)
  if (settings === undefined) {
    log({ code: 'not_configured', problems })
    throw new ConfigurationError('orders', problems)
  }
  return settings
}
