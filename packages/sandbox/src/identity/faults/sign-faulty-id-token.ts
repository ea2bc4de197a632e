import { leftHashOf } from '../jwt/digest.ts'
import { signJwt, type JwtContent } from '../jwt/sign-jwt.ts'
import { keySet } from '../keys/key-set.ts'
import { currentKey, publishIdleKey, rotateKeys, withdrawOldKeys } from '../keys/signing-keys.ts'
import type { IdentityServer } from '../identity-server.ts'
import type { FaultsAt } from './conformance-modules.ts'
import { es256Jwt, hs256Jwt, spoilSignature, unsignedJwt } from './fault-keys.ts'

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
  if (faults.includes('oidcc-client-test-kid-absent-multiple-jwks')) await publishIdleKey(sandbox)
}

/** Signs an id_token with what faults make of it; without any, as it should be. */
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
