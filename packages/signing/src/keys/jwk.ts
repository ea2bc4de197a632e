import { decodeBase64 } from '../base64.ts'
import { KeyError } from './key-error.ts'
import { maxKeyChars } from './key-material.ts'
import { publicNumbers, rsaNumberNames, withoutLeadingZeros, type RsaKey } from './rsa-key.ts'
import { wrongKey } from './wrong-key.ts'

/** A JWK of which nothing is known yet. */
export type UnknownJwk = Readonly<Record<string, unknown>>

/** Refuses a member that restricts the key to another use; a missing member is accepted. */
function checkMember(jwk: UnknownJwk, name: string, needed: string): void {
  const value = (Object.hasOwn(jwk, name) ? jwk[name] : undefined) ?? needed
  const isNeeded = Array.isArray(value) ? value.includes(needed) : value === needed
  if (!isNeeded) throw new KeyError('a JWK for another use', `Its ${name} must be ${needed}.`)
}

/** Decodes the number of a member. @see RFC 7518, section 2, Base64urlUInt */
function readNumber(member: unknown): Uint8Array {
  if (typeof member === 'string' && member.length > maxKeyChars) throw wrongKey('tooLong')
  const base64 = typeof member === 'string' ? member.replaceAll('-', '+').replaceAll('_', '/') : ''
  const number = decodeBase64(base64.padEnd(Math.ceil(base64.length / 4) * 4, '='))
  if (number?.some((byte) => byte !== 0) !== true) throw wrongKey('damagedJwk')
  return withoutLeadingZeros(number)
}

/**
 * Reads a JWK of an RSA key.
 *
 * @throws KeyError when it is of another type, for another use or damaged
 * @see RFC 7517, section 4
 */
export function readJwk(jwk: UnknownJwk): RsaKey {
  if (jwk['keys'] !== undefined) throw wrongKey('several')
  if (jwk['kty'] === 'EC') throw wrongKey('ec')
  if (jwk['kty'] === 'OKP' || jwk['kty'] === 'oct') throw wrongKey('otherAlgorithm')
  const isPrivate = Boolean(jwk['d'])
  checkMember(jwk, 'kty', 'RSA')
  checkMember(jwk, 'alg', 'RS256')
  checkMember(jwk, 'use', 'sig')
  checkMember(jwk, 'key_ops', isPrivate ? 'sign' : 'verify')
  const names = isPrivate ? rsaNumberNames : rsaNumberNames.slice(0, publicNumbers)
  return { format: 'JWK', numbers: names.map((name) => readNumber(jwk[name])) }
}
