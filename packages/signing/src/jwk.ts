import { decodeBase64 } from './base64.ts'
import { encodeHex } from './hex.ts'
import { wrongKind } from './wrong-kinds.ts'

/** The content of the INTEGER for a base64url number; empty when it is none, or zero. */
function readNumber(base64Url: string): string {
  const padding = '='.repeat(-base64Url.length & 3)
  const base64 = base64Url.replace(/-/g, '+').replace(/_/g, '/') + padding
  const hex = encodeHex(decodeBase64(base64) ?? [])
  return hex.replace(/^(00)+/, '').replace(/^[89a-f]/, '00$&')
}

/**
 * Reads an RSA JWK as `readDer` reads PKCS#1; a number that is missing is left empty.
 *
 * @throws KeyError when it is of another type or for another use
 */
export function readJwk(jwk: Readonly<Record<string, unknown>>): string {
  const isPrivate = jwk['d'] !== undefined
  const needs = [
    ['kty', 'RSA'],
    ['alg', 'RS256'],
    ['use', 'sig'],
    ['key_ops', isPrivate ? 'sign' : 'verify'],
  ] as const
  for (const [name, needed] of needs) {
    const isThere = [jwk[name] ?? needed].flat().includes(needed)
    if (!isThere) throw wrongKind('a JWK for another use', [jwk['kty']].join())
  }
  if (jwk['keys']) throw wrongKind('more than one key')
  const numbers = ['n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi']
    .slice(0, isPrivate ? 8 : 2)
    .map((name) => `02<${readNumber([jwk[name]].join())}>`)
  return `30<${isPrivate ? '02<00>' : ''}${numbers.join('')}>`
}
