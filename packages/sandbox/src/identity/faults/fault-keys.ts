import { encodeBase64Url } from '../jwt/base64url.ts'
import { jwtSignedText, type JwtContent } from '../jwt/sign-jwt.ts'

/** A JWT of the algorithm `none`: it has an empty signature. */
export function unsignedJwt({ header, claims }: JwtContent): string {
  return `${jwtSignedText({ header: { ...header, alg: 'none', kid: undefined }, claims })}.`
}

/** A JWT whose signature is not its own. */
export function spoilSignature(jwt: string): string {
  const at = jwt.lastIndexOf('.') + 1
  // The first character of the signature: every bit of it counts.
  return jwt.slice(0, at) + (jwt[at] === 'A' ? 'B' : 'A') + jwt.slice(at + 1)
}

/** A JWT that is signed with ES256 by a key that nobody was told of. */
export async function es256Jwt({ header, claims }: JwtContent): Promise<string> {
  const text = jwtSignedText({ header: { ...header, alg: 'ES256' }, claims })
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const pair = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
  if (!('privateKey' in pair)) throw new TypeError('ECDSA made no key pair')
  const signature = await crypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    pair.privateKey,
    new TextEncoder().encode(text),
  )
  return `${text}.${encodeBase64Url(new Uint8Array(signature))}`
}

/** A JWT that is signed with HS256, with a public text as its secret. */
export async function hs256Jwt({ header, claims }: JwtContent, secret: string): Promise<string> {
  const text = jwtSignedText({ header: { ...header, alg: 'HS256' }, claims })
  const encoder = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, [
    'sign',
  ])
  const signature = await crypto.subtle.sign(algorithm.name, key, encoder.encode(text))
  return `${text}.${encodeBase64Url(new Uint8Array(signature))}`
}
