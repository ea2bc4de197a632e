import { checkArguments, checkOptions } from '@merchant-edge/signing/options'
import { decodeBase64, encodeBase64 } from '@merchant-edge/signing/base64'
import { sameBytes } from '../bytes/same-bytes.ts'
import { utf8 } from '../bytes/utf8.ts'
import { systemClock } from '../clock.ts'
import { importSigningKey, importVerifyingKey, type WebhookKey } from './webhook-key.ts'

/** Headers of a Standard Webhooks 1.0 message. */
export interface WebhookHeaders {
  readonly 'webhook-id': string
  readonly 'webhook-timestamp': string
  readonly 'webhook-signature': string
}

/** A message that {@link signWebhook} signs. */
export interface WebhookMessage {
  /**
   * Id by which the receiver deduplicates; it has no full stop, which is the delimiter of the
   * signed text.
   */
  readonly id: string
  /** When the message is sent, in seconds since 1970. */
  readonly timestampSeconds: number
  /** The body, exactly as it is sent. */
  readonly body: string
}

/** A received message, with the keys and the clock of the receiver. */
export interface ReceivedWebhook {
  /**
   * Keys that may have signed the message, several during a key rotation: shared secrets (`whsec_`
   * and base64), or public keys of Ed25519 pairs (`whpk_` and base64).
   */
  readonly secrets: readonly string[]
  readonly headers: Headers
  /** The body as text, before it is parsed. */
  readonly body: string
  /** Milliseconds since 1970; the clock of this machine when left out. */
  readonly now?: (() => number) | undefined
  /** Maximum difference between the timestamp and the clock, in seconds; 300 when left out. */
  readonly toleranceSeconds?: number | undefined
}

/** Whether a message is authentic, and if not, the first check that it failed. */
export type WebhookVerdict =
  | { readonly verified: true; readonly id: string; readonly timestampSeconds: number }
  | {
      readonly verified: false
      readonly reason:
        | 'headers_missing'
        | 'headers_too_long'
        | 'timestamp_invalid'
        | 'timestamp_far'
        | 'signature_differs'
    }

const defaultToleranceSeconds = 300
/** Far more than a sender needs during a key rotation. */
const maxSignatures = 20
/** Whole seconds since 1970; a current time in milliseconds has one digit more. */
const timestampForm = /^\d{1,12}$/
/** Room for as many signatures of the longer kind, and more. */
const maxHeaderChars = 4096

function signedBytes(id: string, timestamp: string, body: string): Uint8Array<ArrayBuffer> {
  return utf8(`${id}.${timestamp}.${body}`)
}

function signaturesOf(header: string, version: 'v1' | 'v1a'): Uint8Array<ArrayBuffer>[] {
  return header
    .split(' ')
    .filter((entry) => entry.startsWith(`${version},`))
    .map((entry) => decodeBase64(entry.slice(version.length + 1)))
    .filter((bytes) => bytes !== undefined)
}

/** Whether one of the signatures was made with the key. */
async function hasSigned(
  { version, key, algorithm }: WebhookKey,
  bytes: Uint8Array<ArrayBuffer>,
  signatures: string,
): Promise<boolean> {
  const offered = signaturesOf(signatures, version)
  if (offered.length === 0) return false
  if (algorithm === 'HMAC') {
    // One HMAC regardless of the number of signatures, so that a long body is hashed only once.
    const own = new Uint8Array(await crypto.subtle.sign(algorithm, key, bytes))
    return offered.filter((signature) => sameBytes(signature, own)).length > 0
  }
  for (const signature of offered) {
    if (await crypto.subtle.verify(algorithm, key, signature, bytes)) return true
  }
  return false
}

/**
 * Rejects what a framework for Node hands over instead of the message: the parsed body and plain
 * headers, with which every message would be called forged.
 *
 * @throws TypeError naming the part and the way out
 */
function checkMessage(headers: unknown, body: unknown): void {
  if (typeof Object(headers).get !== 'function') {
    throw new TypeError('headers must be Headers: new Headers(headers) makes them of plain ones.')
  }
  if (typeof body === 'string') return
  throw new TypeError('body must be the text of the request as received, before it is parsed.')
}

/**
 * Rejects settings with which every message, or none, would be accepted.
 *
 * @throws TypeError naming the setting
 */
function checkReceiver(secrets: readonly string[], toleranceSeconds: unknown): void {
  if (!Array.isArray(secrets)) throw new TypeError('secrets must be a list of keys.')
  if (secrets.length === 0) throw new TypeError('secrets must hold one key at least.')
  if (typeof toleranceSeconds === 'number' && toleranceSeconds >= 0) return
  throw new TypeError('toleranceSeconds must be a number of seconds, 0 or more.')
}

/**
 * Signs a message by Standard Webhooks 1.0, once with each key: `v1` with a shared secret, `v1a`
 * with the private key of an Ed25519 pair. Several keys allow a rotation without losing a message.
 *
 * @param secrets each `whsec_` or `whsk_` and base64, the current one first
 * @throws TypeError when a key is malformed or there is none, the id is empty or contains a full
 *   stop, or the time is not in whole seconds
 * @see https://github.com/standard-webhooks/standard-webhooks
 */
export async function signWebhook(
  secrets: string | readonly string[],
  message: WebhookMessage,
): Promise<WebhookHeaders> {
  checkArguments('signWebhook', { message })
  if (message.id === '' || message.id.includes('.')) {
    throw new TypeError('A webhook id must not be empty and must not hold a full stop.')
  }
  const given = typeof secrets === 'string' ? [secrets] : secrets
  if (given.length === 0) throw new TypeError('A webhook must be signed with one key at least.')
  const timestamp = String(message.timestampSeconds)
  if (!timestampForm.test(timestamp)) {
    throw new TypeError('timestampSeconds must be whole seconds since 1970, not milliseconds.')
  }
  const bytes = signedBytes(message.id, timestamp, message.body)
  const signatures = await Promise.all(
    given.map(async (secret) => {
      const { version, key, algorithm } = await importSigningKey(secret)
      const signature = await crypto.subtle.sign(algorithm, key, bytes)
      return `${version},${encodeBase64(new Uint8Array(signature))}`
    }),
  )
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}

/**
 * Verifies a Standard Webhooks 1.0 message. Any of the signatures may match any of the keys, which
 * allows a key rotation without losing a message; the comparison takes constant time. A header of
 * more than 4,096 characters, or with more than 20 signatures, is refused before anything is
 * computed; after that a shared secret costs one HMAC over the body.
 *
 * @throws TypeError when one of the keys is malformed or there is none, the tolerance is not a
 *   number, the headers are not `Headers`, or the body is not a text
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
  checkOptions('verifyWebhook', received, {
    secrets: 'any',
    headers: 'any',
    body: 'any',
    now: 'function',
    toleranceSeconds: 'any',
  })
  const tolerance = received.toleranceSeconds ?? defaultToleranceSeconds
  checkReceiver(received.secrets, tolerance)
  checkMessage(received.headers, received.body)
  const id = received.headers.get('webhook-id')
  const timestamp = received.headers.get('webhook-timestamp')
  const signatures = received.headers.get('webhook-signature')
  if (!id || !timestamp || !signatures) return { verified: false, reason: 'headers_missing' }
  if (
    [id, timestamp, signatures].some(({ length }) => length > maxHeaderChars) ||
    signatures.split(' ').length > maxSignatures
  ) {
    return { verified: false, reason: 'headers_too_long' }
  }
  if (!timestampForm.test(timestamp)) return { verified: false, reason: 'timestamp_invalid' }

  const nowSeconds = Math.floor((received.now ?? systemClock.now)() / 1000)
  const timestampSeconds = Number(timestamp)
  // NaN, from a broken clock, must be rejected too: no comparison with NaN is true.
  if (!(Math.abs(nowSeconds - timestampSeconds) <= tolerance)) {
    return { verified: false, reason: 'timestamp_far' }
  }

  const bytes = signedBytes(id, timestamp, received.body)
  for (const secret of received.secrets) {
    if (await hasSigned(await importVerifyingKey(secret), bytes, signatures)) {
      return { verified: true, id, timestampSeconds }
    }
  }
  return { verified: false, reason: 'signature_differs' }
}
