import { decodeBase64 } from './base64.ts'
import { integerTag, sequenceTag, writeElement, type Bytes } from './der.ts'
import { wrongKind } from './wrong-kinds.ts'

const numberNames = ['n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi'] as const

function readNumber(value: unknown): Bytes {
  const text = typeof value === 'string' ? value : ' '
  const standard = text.replace(/-/g, '+').replace(/_/g, '/') + '='.repeat(-text.length & 3)
  const bytes = decodeBase64(standard) ?? new Uint8Array()
  const magnitude = bytes.subarray(bytes.findIndex((byte) => byte > 0))
  const [lead] = magnitude
  if (!lead) throw wrongKind('jwk')
  return writeElement(integerTag, [lead > 127 ? [0] : [], magnitude])
}

/**
 * Turns an RSA JWK into the DER of PKCS#1.
 *
 * @throws KeyError when it is of another type, for another use, or incomplete
 */
export function readJwk(jwk: object): Bytes {
  const member = (name: string): unknown => Reflect.get(jwk, name)
  const allows = (name: string, needed: string): boolean => {
    const value = member(name) ?? needed
    return Array.isArray(value) ? value.includes(needed) : value === needed
  }
  const isPrivate = member('d') !== undefined
  const operation = isPrivate ? 'sign' : 'verify'
  if (member('keys')) throw wrongKind('several')
  if (!allows('kty', 'RSA')) throw wrongKind(allows('kty', 'EC') ? 'ec' : 'other')
  if (!(allows('alg', 'RS256') && allows('use', 'sig') && allows('key_ops', operation))) {
    throw wrongKind('jwkUse')
  }
  const names = numberNames.slice(0, isPrivate ? 8 : 2)
  return writeElement(sequenceTag, [
    ...(isPrivate ? [writeElement(integerTag, [[0]])] : []),
    ...names.map((name) => readNumber(member(name))),
  ])
}
