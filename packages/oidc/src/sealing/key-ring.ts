import {
  createKeyRing as createRing,
  type KeyRing,
  type SealingKey,
} from '@merchant-edge/signing/sealing'

export type { KeyRing, SealingKey }

const minSecretChars = 32

/**
 * Makes the key ring that seals cookies and stored sessions: the first key seals, every key opens.
 * To rotate the secret, put a new key in front and remove the old one when the sessions that it
 * sealed have ended.
 *
 * @throws TypeError when there is no key, an id is not of the form that `SealingKey` describes, or
 *   a secret is shorter than 32 characters
 * @example
 * ```ts
 * import { createKeyRing } from '@merchant-edge/oidc/session'
 *
 * export function keyRingOf(env: { SEALING_SECRET: string; SEALING_SECRET_BEFORE?: string }) {
 *   const before = env.SEALING_SECRET_BEFORE
 *   return createKeyRing([
 *     { id: '2026-11', secret: env.SEALING_SECRET },
 *     ...(before === undefined ? [] : [{ id: '2026-05', secret: before }]),
 *   ])
 * }
 * ```
 */
export function createKeyRing(keys: readonly SealingKey[]): KeyRing {
  const ring = createRing('merchant-edge sign-on 1', keys)
  const short = keys.find(({ secret }) => secret.length < minSecretChars)
  if (!short) return ring
  throw new TypeError(`The sealing key "${short.id}" is shorter than ${minSecretChars} characters.`)
}
