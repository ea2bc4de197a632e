import { importCallbackKey, type CallbackKey, type ImportedCallbackKey } from './callback-key.ts'
import { readCallbackQuery, type CallbackQuery } from './callback-query.ts'
import type { VerifiedCallback } from './verified-callback.ts'
import { reject, type CallbackRejected } from './rejection.ts'
import { verifySignature } from './signature.ts'

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
  verify(rawUrl: string, now?: number): Promise<VerifiedCallback | CallbackRejected>
}

function isCurrent(key: ImportedCallbackKey, now: number): boolean {
  return key.notBefore <= now && now <= key.notAfter
}

/** RSA runs only over a signature that is canonical base64 and as long as the key makes it. */
function hasSigned(
  { key, signatureBytes }: ImportedCallbackKey,
  { signed, signature }: CallbackQuery,
): Promise<boolean> | false {
  if (signature?.length !== signatureBytes) return false
  const text = `${signed.pay_status};${signed.transaction_id};${signed.order_id}`
  return verifySignature(key, text, signature)
}

/** Finds the reason when no current key has signed; the others are tried for that only. */
async function explain(
  keys: readonly ImportedCallbackKey[],
  query: CallbackQuery,
  now: number,
): Promise<CallbackRejected> {
  const signatureBytes = query.signature?.length
  if (signatureBytes === undefined) return reject('signature_not_base64')
  const current = keys.filter((key) => isCurrent(key, now))
  for (const key of keys) {
    if (current.includes(key) || !(await hasSigned(key, query))) continue
    return reject(now > key.notAfter ? 'key_expired' : 'key_not_yet_valid', key.id)
  }
  if (current.length === 0) return reject('no_key')
  const hasLength = current.some((key) => key.signatureBytes === signatureBytes)
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
  let keys: readonly ImportedCallbackKey[] | undefined
  return {
    async verify(rawUrl, now = Math.floor(Date.now() / 1000)) {
      keys ??= await Promise.all(options.keys.map(importCallbackKey))
      const query = readCallbackQuery(rawUrl)
      if ('verified' in query) return query
      for (const key of keys) {
        if (isCurrent(key, now) && (await hasSigned(key, query))) {
          const { signed, unsignedFields, spacesRestored } = query
          return { verified: true, keyId: key.id, signed, unsignedFields, spacesRestored }
        }
      }
      return explain(keys, query, now)
    },
  }
}
