import { callbackSignedText, decodeBase64, verifyText } from '@merchant-edge/signing'
import { readyKey, type CallbackKey, type ReadyKey } from './callback-key.ts'
import { readCallbackQuery, type CallbackQuery } from './callback-query.ts'
import type { PaymentCallback } from './payment-callback.ts'
import { reject, type CallbackRejected } from './rejection.ts'

/** Verifies callbacks with a fixed list of keys. */
export interface CallbackVerifier {
  /**
   * Verifies one callback.
   *
   * @param rawUrl absolute URL, or path and query, exactly as received: neither decoded nor parsed and
   *   written again
   * @param now seconds since 1970, for `notBefore` and `notAfter` of the keys; the present when left out
   * @throws KeyError when one of the keys cannot be used; a callback never makes it throw
   */
  verify(rawUrl: string, now?: number): Promise<PaymentCallback | CallbackRejected>
}

function isCurrent(key: ReadyKey, now: number): boolean {
  return key.notBefore <= now && now <= key.notAfter
}

/** How many bytes a base64 text stands for, when it is one. */
function byteLength(base64: string): number {
  return (base64.length / 4) * 3 - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0)
}

/** RSA runs only over a signature that is canonical base64 and as long as the key makes it. */
function hasSigned(key: ReadyKey, text: string, signature: string): Promise<boolean> | false {
  return key.signatureBytes === byteLength(signature) && verifyText(key.key, text, signature)
}

/** Finds the reason when no current key has signed; the others are tried for that only. */
async function explain(
  keys: readonly ReadyKey[],
  { signed, signature }: CallbackQuery,
  now: number,
): Promise<CallbackRejected> {
  if (!decodeBase64(signature)) return reject('signature_not_base64')
  const current = keys.filter((key) => isCurrent(key, now))
  for (const key of keys) {
    if (current.includes(key)) continue
    if (!(await hasSigned(key, callbackSignedText(signed), signature))) continue
    return reject(now > key.notAfter ? 'key_expired' : 'key_not_yet_valid', key.id)
  }
  if (current.length === 0) return reject('no_key')
  const hasLength = current.some((key) => key.signatureBytes === byteLength(signature))
  return reject(hasLength ? 'signature_mismatch' : 'signature_length')
}

/**
 * Makes a verifier that imports its keys once, on first use.
 *
 * Everything that is cheap is checked before RSA: length and encoding of the URL, each required
 * parameter exactly once, the form of the signed fields (none can hold the separator), and a signature
 * that is canonical base64 and as long as the key makes it.
 *
 * @see Specification 5.4 and 6.1
 */
export function createCallbackVerifier(options: {
  readonly keys: readonly CallbackKey[]
}): CallbackVerifier {
  let keys: readonly ReadyKey[] | undefined
  return {
    async verify(rawUrl, now = Math.floor(Date.now() / 1000)) {
      keys ??= await Promise.all(options.keys.map(readyKey))
      const query = readCallbackQuery(rawUrl)
      if ('verified' in query) return query
      const { signed, hints, signature, spacesRestored } = query
      const text = callbackSignedText(signed)
      for (const key of keys) {
        if (isCurrent(key, now) && (await hasSigned(key, text, signature))) {
          return { verified: true, keyId: key.id, signed, hints, spacesRestored }
        }
      }
      return explain(keys, query, now)
    },
  }
}
