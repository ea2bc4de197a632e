import { toSeconds } from '../clock.ts'
import type { DeliveryFailure } from '../database/schema.ts'
import type { WebhookEndpoint } from '../events/webhook-endpoint.ts'
import type { OrdersContext } from '../orders-context.ts'
import { retryAfterMs } from './retry-after.ts'
import { signWebhook, type WebhookHeaders } from './standard-webhook.ts'

const timeoutMs = 15_000

/** One delivery of an event, and its result. */
export interface Delivery {
  readonly atMs: number
  readonly durationMs: number
  /** HTTP status of the answer; `null` without one. */
  readonly status: number | null
  /** Why the delivery failed; `null` after 2xx. */
  readonly failure: DeliveryFailure | null
}

/** An event as it is sent. */
export interface Webhook {
  readonly id: string
  /** `undefined` when there is none to send. */
  readonly body: string | undefined
}

/** A finished delivery, and the pause that the endpoint requests. */
export interface SentWebhook {
  readonly delivery: Delivery
  /** Pause requested by the endpoint, in milliseconds, at most an hour; 0 for none. */
  readonly pauseMs: number
}

/** The result of a delivery, without its times. */
type Result = Pick<Delivery, 'status' | 'failure'> & { readonly pauseMs?: number }

/** Statuses whose `Retry-After` is respected. */
const busyStatuses: ReadonlySet<number> = new Set([429, 503])

async function post(
  context: OrdersContext,
  endpoint: WebhookEndpoint,
  message: { readonly headers: WebhookHeaders; readonly body: string },
): Promise<Result> {
  const { headers, body } = message
  const controller = new AbortController()
  const { signal } = controller
  const timeout = context.alarm(timeoutMs)
  void timeout.rings.then(() => controller.abort())
  try {
    const response = await context.fetch(endpoint.url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
      redirect: 'manual',
      signal,
    })
    await response.body?.cancel()
    const { status, ok, headers: answered } = response
    const pauseMs = busyStatuses.has(status)
      ? retryAfterMs(answered.get('retry-after'), context.now())
      : undefined
    return { status, failure: ok ? null : 'status', ...(pauseMs !== undefined && { pauseMs }) }
  } catch {
    return { status: null, failure: signal.aborted ? 'timeout' : 'connection' }
  } finally {
    timeout.off()
  }
}

async function signAndPost(
  context: OrdersContext,
  endpoint: WebhookEndpoint,
  { id, body }: Webhook,
): Promise<Result> {
  if (body === undefined) return { status: null, failure: 'no_body' }
  let headers: WebhookHeaders
  try {
    const timestampSeconds = toSeconds(context.now())
    headers = await signWebhook(endpoint.secrets, { id, timestampSeconds, body })
  } catch {
    // A signing error counts as a failed delivery, so it cannot block the whole round.
    return { status: null, failure: 'not_signed' }
  }
  return post(context, endpoint, { headers, body })
}

/** Sends an event to an endpoint once. Only a 2xx answer within 15 seconds counts as delivered. */
export async function sendWebhook(
  context: OrdersContext,
  endpoint: WebhookEndpoint,
  webhook: Webhook,
): Promise<SentWebhook> {
  const atMs = context.now()
  const { pauseMs = 0, ...result } = await signAndPost(context, endpoint, webhook)
  const durationMs = Math.max(0, context.now() - atMs)
  return { delivery: { atMs, durationMs, ...result }, pauseMs }
}
