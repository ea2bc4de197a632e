import { takeFaults } from '../faults/fault-switches.ts'
import type { FaultsAt } from '../faults/conformance-modules.ts'
import { hs256Jwt, unsignedJwt } from '../faults/fault-keys.ts'
import { signJwt, type JwtContent } from '../jwt/sign-jwt.ts'
import { currentKey } from '../keys/signing-keys.ts'
import type { IdentityServer } from '../identity-server.ts'
import type { LoginSession } from '../sessions/login-sessions.ts'

/** The body of a back-channel notification. */
export interface LogoutForm {
  readonly fields: Readonly<Record<string, string>>
  /** Fault switches that changed it. */
  readonly faults: readonly string[]
}

type Fault = FaultsAt<'back_channel'>

const event = 'http://schemas.openid.net/event/backchannel-logout'
const base = 'oidcc-client-test-rp-backchannel-rpinitlogout'

const changedClaims: Readonly<Record<Fault, JwtContent['claims']>> = {
  [base]: { unknown_claim: 'to be ignored' },
  [`${base}-alg-none`]: {},
  [`${base}-no-event`]: { events: undefined },
  [`${base}-with-nonce`]: { nonce: 'a-logout-token-has-none' },
  [`${base}-wrong-alg`]: {},
  [`${base}-wrong-aud`]: { aud: ['somebody-else'] },
  [`${base}-wrong-event`]: { events: { 'http://schemas.openid.net/event/another': {} } },
  [`${base}-wrong-iss`]: { iss: 'https://other-issuer.example/' },
}

function claimsOf(
  server: IdentityServer,
  logout: { readonly clientId: string; readonly session: LoginSession },
  faults: readonly Fault[],
): JwtContent['claims'] {
  const { session, clientId } = logout
  const now = server.sandbox.clock.nowSeconds()
  const isFull = server.behaviour.hasFullLogoutToken || faults.includes(base)
  const claims = {
    aud: [clientId],
    events: { [event]: {} },
    iat: now,
    iss: server.issuer,
    jti: crypto.randomUUID(),
    sid: session.sid,
    ...(isFull && { exp: now + 120, sub: session.walletId }),
  }
  return Object.assign({}, claims, ...faults.map((fault) => changedClaims[fault]))
}

/**
 * Makes the form that tells a client of the end of a session. Assumes G-20
 *
 * @see Specification 6.3
 */
export async function logoutForm(
  server: IdentityServer,
  logout: { readonly clientId: string; readonly session: LoginSession },
): Promise<LogoutForm> {
  const { database } = server.sandbox
  const faults = await takeFaults(database, 'back_channel', logout.clientId)
  const { kid, key } = await currentKey(database)
  const typ = server.behaviour.hasFullLogoutToken ? 'logout+jwt' : 'JWT'
  const content = {
    header: { alg: 'RS256', kid, typ },
    claims: claimsOf(server, logout, faults),
  }
  const token = async () => {
    if (faults.includes(`${base}-alg-none`)) return unsignedJwt(content)
    if (faults.includes(`${base}-wrong-alg`)) return hs256Jwt(content, kid)
    return signJwt(key, content)
  }
  return {
    fields: {
      logout_token: await token(),
      ...(faults.includes(base) && { unknown_field: 'to be ignored' }),
    },
    faults,
  }
}
