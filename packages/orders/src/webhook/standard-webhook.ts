import { decodeBase64, encodeBase64 } from '@merchant-edge/signing/base64'
import { utf8 } from '../bytes/utf8.ts'
import { systemClock } from '../clock.ts'

/** Headers of a Standard Webhooks 1.0 message. */
export interface WebhookHeaders {
  readonly 'webhook-id': string
  readonly 'webhook-timestamp': string
  readonly 'webhook-signature': string
}

/** A message that {@link signWebhook} signs. */
export interface WebhookMessage {
  /** What the receiver tells repeats by; without a full stop, which delimits the signed text. */
  readonly id: string
  /** When the message is sent, in seconds since 1970. */
  readonly timestampSeconds: number
  /** The body, exactly as it is sent. */
  readonly body: string
}

/** What the receiver of a message knows and has received. */
export interface ReceivedWebhook {
  /** Secrets that may have signed, each `whsec_` and base64; several while a secret is replaced. */
  readonly secrets: readonly string[]
  readonly headers: Headers
  /** The body as text, before it is parsed. */
  readonly body: string
  /** Milliseconds since 1970; the clock of this machine when left out. */
  readonly now?: () => number
  /** How far the timestamp may be away from the clock, in seconds; 300 when left out. */
  readonly toleranceSeconds?: number
}

/** Whether a message is authentic, and if not, the first check that it failed. */
export type WebhookVerdict =
  | { readonly verified: true; readonly id: string; readonly timestampSeconds: number }
  | {
      readonly verified: false
      readonly reason:
        | 'headers_missing'
        | 'timestamp_invalid'
        | 'timestamp_far'
        | 'signature_differs'
    }

const algorithm = { name: 'HMAC', hash: 'SHA-256' }
const defaultToleranceSeconds = 300

async function importSecret(secret: string, usage: 'sign' | 'verify'): Promise<CryptoKey> {
  const bytes = secret.startsWith('whsec_') ? decodeBase64(secret.slice(6)) : undefined
  if (bytes === undefined || bytes.length < 16) {
    throw new TypeError(
      'A webhook secret must be whsec_ and base64; make one with `openssl rand -base64 24`.',
    )
  }
  return crypto.subtle.importKey('raw', bytes, algorithm, false, [usage])
}

function signedBytes(id: string, timestamp: string, body: string): Uint8Array<ArrayBuffer> {
  return utf8(`${id}.${timestamp}.${body}`)
}

/**
 * Signs a message by Standard Webhooks 1.0 (symmetric, `v1`).
 *
 * @param secret `whsec_` and base64
 * @throws TypeError when the secret is malformed or the id holds a full stop
 * @see https://github.com/standard-webhooks/standard-webhooks
 */
export async function signWebhook(
  secret: string,
  message: WebhookMessage,
): Promise<WebhookHeaders> {
  if (message.id === '' || message.id.includes('.')) {
    throw new TypeError('A webhook id must not be empty and must not hold a full stop.')
  }
  const key = await importSecret(secret, 'sign')
  const timestamp = String(message.timestampSeconds)
  const bytes = signedBytes(message.id, timestamp, message.body)
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes))
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${encodeBase64(signature)}`,
  }
}

/**
 * Verifies a Standard Webhooks 1.0 message. Any of the signatures may match any of the secrets,
 * which lets a secret be replaced without losing a message; the comparison takes constant time.
 *
 * @throws TypeError when one of the secrets is malformed
 *
 * @example
 * ```ts
 * import { signWebhook, verifyWebhook } from '@merchant-edge/orders/webhook'
 *
 * const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX'
 * const body = '{"type":"order.paid"}'
 * const timestampSeconds = Math.floor(Date.now() / 1000)
 * const headers = new Headers({
 *   ...(await signWebhook(secret, { id: 'order-paid:order-1', timestampSeconds, body })),
 * })
 *
 * const verdict = await verifyWebhook({ secrets: [secret], headers, body })
 * if (!verdict.verified) throw new Error(verdict.reason)
 *
 * const changed = await verifyWebhook({ secrets: [secret], headers, body: `${body} ` })
 * if (changed.verified) throw new Error('A changed body must not verify.')
 * ```
 */
export async function verifyWebhook(received: ReceivedWebhook): Promise<WebhookVerdict> {
  const id = received.headers.get('webhook-id')
  const timestamp = received.headers.get('webhook-timestamp')
  const signatures = received.headers.get('webhook-signature')
  if (!id || !timestamp || !signatures) return { verified: false, reason: 'headers_missing' }
  if (!/^\d{1,12}$/.test(timestamp)) return { verified: false, reason: 'timestamp_invalid' }

  const nowSeconds = Math.floor((received.now ?? systemClock.now)() / 1000)
  const timestampSeconds = Number(timestamp)
  const tolerance = received.toleranceSeconds ?? defaultToleranceSeconds
  if (Math.abs(nowSeconds - timestampSeconds) > tolerance) {
    return { verified: false, reason: 'timestamp_far' }
  }

  const given = signatures
    .split(' ')
    .filter((entry) => entry.startsWith('v1,'))
    .map((entry) => decodeBase64(entry.slice(3)))
    .filter((bytes) => bytes !== undefined)
  const bytes = signedBytes(id, timestamp, received.body)
  for (const secret of received.secrets) {
    const key = await importSecret(secret, 'verify')
    for (const signature of given) {
      const matches = await crypto.subtle.verify('HMAC', key, signature, bytes)
      if (matches) return { verified: true, id, timestampSeconds }
    }
  }
  return { verified: false, reason: 'signature_differs' }
}
