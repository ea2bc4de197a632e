import { isSigningKey } from '@merchant-edge/orders/webhook'
import type { WebhookEndpoint } from '@merchant-edge/orders'
import { secretCommand, variablesIn, type SettingProblem } from '@merchant-edge/pages'
import * as v from 'valibot'

/** Types or groups of events that an endpoint may subscribe to. */
const eventPattern = /^(?:\*|(?:order|transfer|alert)\.(?:\*|[a-z_]{1,30}))$/
/** Events for the endpoint of WEBHOOK_URL; alerts are for people, not for the shop's backend. */
const shopEvents = ['order.*', 'transfer.*']

/** WEBHOOK_ENDPOINTS, before its keys are looked up. */
export const endpointList = v.pipe(
  v.string(),
  v.parseJson(undefined, 'must be JSON'),
  v.array(
    v.strictObject({
      id: v.pipe(
        v.string(),
        v.regex(/^[a-z0-9-]{1,32}$/, 'must be 1 to 32 small letters, digits or hyphens'),
        v.check((id) => id !== 'default', 'must not be default, which is WEBHOOK_URL'),
      ),
      url: v.pipe(
        v.string(),
        v.check(
          (url) => /^https?:$/.test(URL.parse(url)?.protocol ?? ''),
          'must be an absolute http or https address',
        ),
      ),
      events: v.pipe(
        v.array(v.pipe(v.string(), v.regex(eventPattern, 'must be like order.paid, order.* or *'))),
        v.minLength(1),
      ),
      secrets: v.pipe(
        v.array(v.pipe(v.string(), v.regex(/^[A-Z][A-Z0-9_]{0,63}$/))),
        v.minLength(1),
      ),
    }),
  ),
  v.check(
    (endpoints) => new Set(endpoints.map(({ id }) => id)).size === endpoints.length,
    'must not name an endpoint twice',
  ),
)

/** The settings about webhooks, each checked by itself. */
export interface WebhookSettings {
  readonly WEBHOOK_URL?: string | undefined
  readonly WEBHOOK_SECRET?: string | undefined
  readonly WEBHOOK_SECRET_PREVIOUS?: string | undefined
  readonly WEBHOOK_ENDPOINTS?: v.InferOutput<typeof endpointList> | undefined
}

const badKey = (name: string, environment: string | undefined): SettingProblem => ({
  name,
  problem: 'must be whsec_ and base64 of 16 bytes or more, or whsk_ and base64 of 32 or 64 bytes',
  remedy: `Set it with ${secretCommand('bulk orders.json', environment)}.`,
})

function keyOf(env: object, name: string): string | undefined {
  const value: unknown = Reflect.get(env, name)
  return typeof value === 'string' && isSigningKey(value) ? value : undefined
}

/** Names of the keys that sign events for WEBHOOK_URL. */
function shopKeys(settings: WebhookSettings): string[] {
  const previous = settings.WEBHOOK_SECRET_PREVIOUS
  return ['WEBHOOK_SECRET', ...(previous === undefined ? [] : ['WEBHOOK_SECRET_PREVIOUS'])]
}

/**
 * Problems of the configured endpoints: there is none, or a key is missing or malformed.
 *
 * @param env source of the keys that WEBHOOK_ENDPOINTS names
 */
export function webhookProblems(
  settings: WebhookSettings,
  env: { readonly ENVIRONMENT?: string | undefined },
): SettingProblem[] {
  const { WEBHOOK_URL: url, WEBHOOK_ENDPOINTS: listed = [] } = settings
  if (url === undefined && listed.length === 0) {
    const remedy = `Set it, or WEBHOOK_ENDPOINTS, in ${variablesIn(env.ENVIRONMENT)}.`
    return [{ name: 'WEBHOOK_URL', problem: 'is missing', remedy }]
  }
  const names = [
    ...(url === undefined ? [] : shopKeys(settings)),
    ...listed.flatMap(({ secrets }) => secrets),
  ]
  return [...new Set(names)]
    .filter((name) => keyOf(env, name) === undefined)
    .map((name) => badKey(name, env.ENVIRONMENT))
}

/**
 * The endpoints that receive events: the one of WEBHOOK_URL under the id `default`, then those of
 * WEBHOOK_ENDPOINTS. It uses only keys without a problem in {@link webhookProblems}.
 *
 * @param env source of the keys that WEBHOOK_ENDPOINTS names
 */
export function webhookEndpoints(settings: WebhookSettings, env: object): WebhookEndpoint[] {
  const { WEBHOOK_URL: url, WEBHOOK_ENDPOINTS: listed = [] } = settings
  const keysOf = (names: readonly string[]) =>
    names.map((name) => keyOf(env, name)).filter((key) => key !== undefined)
  const ofShop = { id: 'default', events: shopEvents, secrets: keysOf(shopKeys(settings)) }
  return [
    ...(url === undefined ? [] : [{ ...ofShop, url }]),
    ...listed.map(({ secrets, ...endpoint }) => ({ ...endpoint, secrets: keysOf(secrets) })),
  ]
}
