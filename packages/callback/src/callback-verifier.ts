import { checkOptions } from '@merchant-edge/signing/options'
import type { VerifiedCallback } from '@merchant-edge/contract/callback'
import {
  checkKeys,
  checkSeconds,
  importCallbackKey,
  type CallbackKey,
  type ImportedCallbackKey,
} from './callback-key.ts'
import { decodeParameter, readCallbackQuery, type CallbackQuery } from './callback-query.ts'
import { reject, type CallbackRejected } from './rejection.ts'
import { readSignature, verifySignature } from './signature.ts'

/** A verified callback, with a remark about a sender error. */
export interface CallbackAccepted extends VerifiedCallback {
  readonly verified: true
  /** The sender did not escape `+` in the signature, and it was restored. Count these cases. */
  readonly spacesRestored: boolean
}

/** Verifies callbacks with a fixed list of keys. */
export interface CallbackVerifier {
  /**
   * Verifies one callback.
   *
   * @param rawUrl absolute URL, or path and query, exactly as received: neither decoded nor parsed
   *   and written again
   * @param at the time of receipt in seconds since 1970, for `notBefore` and `notAfter` of the keys;
   *   the current time when left out
   * @throws KeyError when one of the keys cannot be used; a callback never makes it throw
   * @throws TypeError when `rawUrl` is not a string (a `URL` or a `Request`), a time is not in
   *   seconds, or the keys are not a list of `CallbackKey`
   */
  verify(rawUrl: string, at?: number): Promise<CallbackAccepted | CallbackRejected>
}

/**
 * Rejects a `URL`, a `Request` and anything else that is not a text. A `URL` object has normalized
 * the text, so the signed text cannot be recovered from it.
 */
function checkIsText(rawUrl: unknown): void {
  if (typeof rawUrl === 'string') return
  const kind = rawUrl instanceof Object ? rawUrl.constructor.name : String(rawUrl)
  throw new TypeError(
    `rawUrl must be the address as text, exactly as received, such as request.url; it is ${kind}`,
  )
}

function isCurrent(key: ImportedCallbackKey, at: number): boolean {
  return key.notBefore <= at && at <= key.notAfter
}

function hasSigned(
  key: ImportedCallbackKey,
  { signed, signature }: CallbackQuery,
): Promise<boolean> | false {
  const text = `${signed.pay_status};${signed.transaction_id};${signed.order_id}`
  return verifySignature(key, text, signature)
}

/**
 * Finds the reason when no current key verifies; the expired and future keys are tried only for
 * this.
 */
async function explain(
  keys: readonly ImportedCallbackKey[],
  query: CallbackQuery,
  at: number,
): Promise<CallbackRejected> {
  const signatureBytes = readSignature(query.signature)?.length
  if (signatureBytes === undefined) {
    const isEncoded = decodeParameter(query.signature) !== undefined
    return isEncoded ? reject('signature_not_base64') : reject('bad_encoding', 'signature')
  }
  const current = keys.filter((key) => isCurrent(key, at))
  for (const key of keys) {
    if (current.includes(key) || !(await hasSigned(key, query))) continue
    return reject(at > key.notAfter ? 'key_expired' : 'key_not_yet_valid', key.id)
  }
  if (current.length === 0) return reject('no_key')
  const hasLength = current.some((key) => key.signatureBytes === signatureBytes)
  return reject(hasLength ? 'signature_mismatch' : 'signature_length')
}

function currentSeconds(): number {
  return Math.floor(Date.now() / 1000)
}

async function verifyWith(
  keys: readonly ImportedCallbackKey[],
  rawUrl: string,
  at: number,
): Promise<CallbackAccepted | CallbackRejected> {
  const query = readCallbackQuery(rawUrl)
  if ('verified' in query) return query
  for (const key of keys) {
    if (isCurrent(key, at) && (await hasSigned(key, query))) {
      const { signed, unsignedFields, spacesRestored } = query
      return { verified: true, keyId: key.id, signed, unsignedFields, spacesRestored }
    }
  }
  return explain(keys, query, at)
}

function importKeys({
  keys,
}: VerifyPaymentCallbackOptions): Promise<readonly ImportedCallbackKey[]> {
  return Promise.all(keys.map(importCallbackKey))
}

/**
 * Creates a verifier that imports its keys once, on first use.
 *
 * All cheap checks run before RSA: length and encoding of the URL, each required parameter exactly
 * once, the form of the signed fields (none can hold the separator), and a signature that is
 * canonical base64 and as long as the key makes it.
 *
 * @see Specification 5.4 and 6.1
 * @example
 * ```ts
 * import { createCallbackVerifier, type CallbackKey } from '@merchant-edge/callback'
 *
 * // During a rotation both keys are listed. `pem` is what the service gave you.
 * export function verifierFor(pem: string, nextPem: string) {
 *   const keys: CallbackKey[] = [
 *     { id: 'production-1', key: pem, notAfter: 1_798_761_600 },
 *     { id: 'production-2', key: nextPem, notBefore: 1_796_083_200 },
 *   ]
 *   return createCallbackVerifier({ keys })
 * }
 * ```
 */
export function createCallbackVerifier(options: {
  readonly keys: readonly CallbackKey[]
}): CallbackVerifier {
  checkKeys('createCallbackVerifier', options)
  checkOptions('createCallbackVerifier', options, { keys: 'any' })
  let keys: readonly ImportedCallbackKey[] | undefined
  return {
    async verify(rawUrl, at = currentSeconds()) {
      checkIsText(rawUrl)
      checkSeconds('at', at)
      keys ??= await importKeys(options)
      return verifyWith(keys, rawUrl, at)
    },
  }
}

/** Keys and time for the verification of a callback. */
export interface VerifyPaymentCallbackOptions {
  /** Public keys of the service; the currently valid ones are tried in order. */
  readonly keys: readonly CallbackKey[]
  /** The time of receipt in seconds since 1970; the current time when left out. */
  readonly at?: number | undefined
}

/**
 * Verifies the payment callback in a raw URL, and returns the reason when it is rejected. Keys that
 * are text are imported once per process.
 *
 * @param rawUrl absolute URL, or path and query, exactly as received: neither decoded nor parsed
 *   and serialized again. For a `Request` pass its `url`.
 * @throws KeyError when one of the keys cannot be used; a callback never makes it throw
 * @throws TypeError when `rawUrl` is not a string (a `URL` or a `Request`), a time is not in
 *   seconds, or the keys are not a list of `CallbackKey`
 * @see Specification 5.4 and 6.1
 * @example
 * ```ts
 * import { verifyPaymentCallback } from '@merchant-edge/callback'
 *
 * export async function receive(request: Request, env: { SERVICE_KEY: string }): Promise<Response> {
 *   const keys = [{ id: 'production-1', key: env.SERVICE_KEY }]
 *   const callback = await verifyPaymentCallback(request.url, { keys })
 *   if (!callback.verified) return new Response('rejected', { status: callback.status })
 *   const { order_id, transaction_id } = callback.signed
 *   // Put it on disk here, once for each order_id with transaction_id; then answer.
 *   return new Response(`${order_id} ${transaction_id}`)
 * }
 * ```
 */
export async function verifyPaymentCallback(
  rawUrl: string,
  options: VerifyPaymentCallbackOptions,
): Promise<CallbackAccepted | CallbackRejected> {
  checkIsText(rawUrl)
  checkKeys('verifyPaymentCallback', options)
  checkOptions('verifyPaymentCallback', options, { keys: 'any', at: 'any' })
  const keys = await importKeys(options)
  const { at = currentSeconds() } = options
  checkSeconds('at', at)
  return verifyWith(keys, rawUrl, at)
}
