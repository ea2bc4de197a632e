import type { WebhookEndpoint } from '@merchant-edge/orders'
import * as v from 'valibot'

/** Types of events, or groups of them, that an endpoint may ask for. */
const eventPattern = /^(?:\*|(?:order|transfer|alert)\.(?:\*|[a-z_]{1,30}))$/
/** What the endpoint of WEBHOOK_URL receives: alerts are for people, not for the shop's backend. */
const shopEvents = ['order.*', 'transfer.*']

const webhookKey = /^whs(?:ec|k)_[A-Za-z0-9+/]+={0,2}$/

/** WEBHOOK_ENDPOINTS, before its keys are looked up. */
export const endpointList = v.pipe(
  v.string(),
  v.parseJson(),
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

function requireKey(env: object, name: string): string {
  const value: unknown = Reflect.get(env, name)
  if (typeof value === 'string' && webhookKey.test(value)) return value
  throw new Error(
    `${name} of the orders Worker: must be whsec_ or whsk_ and base64. Set it with wrangler secret bulk orders.json.`,
  )
}

function endpointOfShop(settings: WebhookSettings): WebhookEndpoint[] {
  const { WEBHOOK_URL: url, WEBHOOK_SECRET_PREVIOUS: previous } = settings
  if (url === undefined) return []
  const secrets = [requireKey(settings, 'WEBHOOK_SECRET')]
  if (previous !== undefined) secrets.push(requireKey(settings, 'WEBHOOK_SECRET_PREVIOUS'))
  return [{ id: 'default', url, events: shopEvents, secrets }]
}

/**
 * The endpoints that receive events: the one of WEBHOOK_URL under the id `default`, then those of
 * WEBHOOK_ENDPOINTS.
 *
 * @param env where the keys are that WEBHOOK_ENDPOINTS names
 * @throws Error when there is none, or a key is missing or malformed; the message names it and does not repeat it
 */
export function webhookEndpoints(settings: WebhookSettings, env: object): WebhookEndpoint[] {
  const listed = settings.WEBHOOK_ENDPOINTS ?? []
  const endpoints = [
    ...endpointOfShop(settings),
    ...listed.map(({ secrets, ...endpoint }) => ({
      ...endpoint,
      secrets: secrets.map((name) => requireKey(env, name)),
    })),
  ]
  if (endpoints.length === 0) {
    throw new Error(
      'WEBHOOK_URL of the orders Worker: is missing. Set it, or WEBHOOK_ENDPOINTS, with "vars" of wrangler.jsonc.',
    )
  }
  return endpoints
}
