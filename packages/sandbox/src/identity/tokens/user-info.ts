import { takeFaults } from '../faults/fault-switches.ts'
import { signJwt } from '../jwt.ts'
import { currentKey } from '../signing-keys.ts'
import { OAuthError } from '../oauth-error.ts'
import { findProfile, type CustomerProfile } from '../customer-profile.ts'
import type { IdentityServer } from '../identity-server.ts'
import { findWallet, type Wallet } from '../../wallets/wallets.ts'
import { findToken, type Grant } from './grants.ts'

/** Answer of user-info. @see Specification 2.15 */
export interface UserInfoAnswer {
  readonly type: 'application/json' | 'application/jwt'
  readonly body: string
}

/** The fields that each scope opens. Assumes G-80. */
function dataOf(
  scopes: readonly string[],
  wallet: Wallet,
  profile: CustomerProfile | undefined,
): Readonly<Record<string, unknown>> {
  return {
    ...(scopes.includes('profile') && {
      full_name: wallet.fullName,
      dob: profile?.dob,
      gender: profile?.gender,
      nationality: profile?.nationality,
    }),
    ...(scopes.includes('email') && { email: profile?.email }),
    ...(scopes.includes('phone') && { phone_number: wallet.phone }),
    ...(scopes.includes('identity') && { identity_documents: profile?.identityDocuments ?? [] }),
    ...(scopes.includes('address') && { addresses: profile?.addresses ?? [] }),
  }
}

function bearerOf(server: IdentityServer, headers: Headers): string {
  const { readsAuthorization } = server.options
  const value =
    headers.get('authentication') ?? (readsAuthorization ? headers.get('authorization') : null)
  const token = /^bearer +([\w.~+/=-]+)$/i.exec(value ?? '')?.[1]
  if (token === undefined) {
    const also = readsAuthorization ? ' or `Authorization`' : ''
    throw new OAuthError(
      'invalid_token',
      `The access token belongs in the header \`Authentication: bearer ...\`${also}.`,
    )
  }
  return token
}

async function liveGrant(server: IdentityServer, headers: Headers): Promise<Grant> {
  const { database, clock } = server.sandbox
  const token = await findToken(database, bearerOf(server, headers))
  const isLive =
    token?.kind === 'access' &&
    token.replacedAt === null &&
    token.grant.revokedAt === null &&
    token.expiresAt > clock.nowSeconds()
  if (!isLive) throw new OAuthError('invalid_token', 'The access token is not active.')
  return token.grant
}

/**
 * Serves user-info: `data` with what the granted scopes open, and `meta`.
 *
 * @throws OAuthError `invalid_token`
 * @see Specification 2.15, 4.1
 */
export async function serveUserInfo(
  server: IdentityServer,
  headers: Headers,
): Promise<UserInfoAnswer> {
  const { database } = server.sandbox
  const grant = await liveGrant(server, headers)
  const wallet = await findWallet(database, grant.walletId)
  if (wallet === undefined) throw new OAuthError('invalid_token', 'The customer is gone.')
  const faults = await takeFaults(database, 'user_info', grant.clientId)
  const isOfStranger = faults.includes('oidcc-client-test-userinfo-invalid-sub')
  const sub = isOfStranger ? 'somebody-else' : grant.walletId
  const data = dataOf(grant.scopes, wallet, await findProfile(database, grant.walletId))
  const answer = {
    ...((server.options.hasUserInfoSub || isOfStranger) && { sub }),
    data: { ...(isOfStranger && { sub }), ...data },
    meta: { code: 200 },
  }
  if (!faults.includes('oidcc-client-test-userinfo-signed')) {
    return { type: 'application/json', body: JSON.stringify(answer) }
  }
  const { kid, key } = await currentKey(database)
  const claims = { iss: server.issuer, aud: [grant.clientId], sub, ...answer }
  const body = await signJwt(key, { header: { alg: 'RS256', kid, typ: 'JWT' }, claims })
  return { type: 'application/jwt', body }
}
