import type { IdentityServer } from '../identity-server.ts'
import { encodeBase64Url, jwtSignedText, type JwtContent, signJwt } from '../jwt.ts'
import { leftHashOf } from '../opaque-token.ts'
import {
  keySet,
  currentKey,
  publishExtraKey,
  rotateKeys,
  withdrawOldKeys,
} from '../signing-keys.ts'
import type { FaultsAt } from './conformance-modules.ts'

/** A JWT of the algorithm `none`: it has an empty signature. */
export function unsignedJwt({ header, claims }: JwtContent): string {
  return `${jwtSignedText({ header: { ...header, alg: 'none', kid: undefined }, claims })}.`
}

/** A JWT with a wrong signature. */
function spoilSignature(jwt: string): string {
  const at = jwt.lastIndexOf('.') + 1
  // The first character of the signature: every bit of it counts.
  return jwt.slice(0, at) + (jwt[at] === 'A' ? 'B' : 'A') + jwt.slice(at + 1)
}

/** A JWT that is signed with ES256 by a key that is not published. */
async function es256Jwt({ header, claims }: JwtContent): Promise<string> {
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

/** A fault that changes an id_token. */
export type IdTokenFault = FaultsAt<'id_token'> | FaultsAt<'refreshed_id_token'>

type Claims = JwtContent['claims']

const stranger = 'somebody-else'
const otherIssuer = 'https://other-issuer.example/'

const changedClaims: Partial<Record<IdTokenFault, Claims>> = {
  'oidcc-client-test-invalid-iss': { iss: otherIssuer },
  'oidcc-client-test-missing-sub': { sub: undefined },
  'oidcc-client-test-invalid-aud': { aud: [stranger] },
  'oidcc-client-test-missing-aud': { aud: undefined },
  'oidcc-client-test-missing-iat': { iat: undefined },
  'oidcc-client-test-nonce-invalid': { nonce: 'another-nonce' },
  'oidcc-client-test-refresh-token-invalid-issuer': { iss: otherIssuer },
  'oidcc-client-test-refresh-token-invalid-sub': { sub: stranger },
  'oidcc-client-test-refresh-token-invalid-aud': { aud: [stranger] },
  'fapi2-security-profile-final-client-test-invalid-missing-exp': { exp: undefined },
  'fapi2-security-profile-final-client-test-invalid-missing-iss': { iss: undefined },
  'fapi2-security-profile-final-client-test-invalid-missing-nonce': { nonce: undefined },
}

async function faultyClaims(
  claims: Claims,
  faults: readonly IdTokenFault[],
  now: number,
): Promise<Claims> {
  const changes = faults.map((fault) => changedClaims[fault] ?? {})
  const hour = 3600
  return Object.assign({}, claims, ...changes, {
    ...(faults.includes('oidcc-client-test-invalid-athash') && {
      at_hash: await leftHashOf('another-token'),
    }),
    ...(faults.includes('fapi2-security-profile-final-client-test-invalid-expired-exp') && {
      iat: now - 2 * hour,
      exp: now - hour,
    }),
  })
}

async function changeKeys(server: IdentityServer, faults: readonly IdTokenFault[]): Promise<void> {
  const { sandbox } = server
  if (faults.includes('oidcc-client-test-signing-key-rotation')) {
    await rotateKeys(sandbox, 'published')
  }
  if (faults.includes('oidcc-client-test-signing-key-rotation-just-before-signing')) {
    await rotateKeys(sandbox, 'withdrawn')
  }
  if (faults.includes('oidcc-client-test-kid-absent-single-jwks')) {
    await withdrawOldKeys(sandbox.database)
  }
  if (faults.includes('oidcc-client-test-kid-absent-multiple-jwks')) await publishExtraKey(sandbox)
}

/** Signs an id_token, changed by the given faults; correct when there are none. */
export async function signFaultyIdToken(
  server: IdentityServer,
  claims: Claims,
  faults: readonly IdTokenFault[],
): Promise<string> {
  const { database, clock } = server.sandbox
  await changeKeys(server, faults)
  const { kid, key } = await currentKey(database)
  const isNamed =
    !faults.includes('oidcc-client-test-kid-absent-single-jwks') &&
    !faults.includes('oidcc-client-test-kid-absent-multiple-jwks')
  const content = {
    header: { alg: 'RS256', kid: isNamed ? kid : undefined, typ: 'JWT' },
    claims: await faultyClaims(claims, faults, clock.nowSeconds()),
  }
  if (faults.includes('oidcc-client-test-idtoken-sig-none')) return unsignedJwt(content)
  if (faults.includes('oidcc-client-test-invalid-sig-es256')) return es256Jwt(content)
  if (faults.includes('oidcc-client-test-invalid-sig-hs256')) {
    const jwk = (await keySet(database)).keys.find((candidate) => candidate.kid === kid)
    return hs256Jwt(content, JSON.stringify(jwk))
  }
  const jwt = await signJwt(key, content)
  return faults.includes('oidcc-client-test-invalid-sig-rs256') ? spoilSignature(jwt) : jwt
}
