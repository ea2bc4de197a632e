import { isSignOnFailure, type SignOnReason } from '../src/index.ts'
import { createRelyingParty, fetchStandardClaims, type ClientAuthentication } from '../src/index.ts'
import { clientId, clientSecret, type FaultProvider } from './fault-provider.ts'
import { Browser, makeWorld, origin } from './world.ts'

/** What a module of the conformance suite expects of the relying party. */
export interface RpModule {
  /** Name of the module, without `oidcc-client-test`; FAPI modules are named in full. */
  readonly name: string
  /** What the suite wants; `either` leaves it to the relying party. */
  readonly suite: 'accept' | 'reject' | 'either'
  /** What we do, with the reason of a refusal. */
  readonly verdict: 'accepted' | SignOnReason
  readonly run: (provider: FaultProvider) => Promise<'accepted' | SignOnReason>
}

type Fault = (provider: FaultProvider) => void | Promise<void>

const loggedOut = 'http://schemas.openid.net/event/backchannel-logout'

function signIn(fault: Fault, authentication?: ClientAuthentication): RpModule['run'] {
  return async (provider) => {
    await fault(provider)
    const world = makeWorld(provider, {
      ...(authentication && { relyingParty: { authentication } }),
    })
    const browser = new Browser(world.web)
    const location = await browser.startSignIn()
    if (!location.startsWith('https://id.example/oauth2/auth?')) {
      return world.failures[0]?.reason ?? 'accepted'
    }
    await browser.open(provider.authorize(location))
    const isSignedIn = await browser.isSignedIn()
    const [failure] = world.failures
    if (isSignedIn !== (failure === undefined)) throw new Error('Session and failure disagree.')
    return failure?.reason ?? 'accepted'
  }
}

async function reasonOf(work: () => Promise<unknown>): Promise<'accepted' | SignOnReason> {
  try {
    await work()
    return 'accepted'
  } catch (error) {
    if (!isSignOnFailure(error)) throw error
    return error.reason
  }
}

function userInfo(fault: Fault): RpModule['run'] {
  return async (provider) => {
    provider.userInfo = () => Response.json({ sub: 'customer-1', name: 'Lan' })
    await fault(provider)
    const relyingParty = createRelyingParty({
      issuer: 'https://id.example',
      clientId,
      authentication: { method: 'none' },
      userInfoHeader: 'authorization',
      metadata: { userinfo_endpoint: 'https://id.example/userinfo' },
      ports: {
        fetch: provider.fetch,
        now: provider.clock,
        wait: () => Promise.resolve(),
        deadline: (milliseconds) => AbortSignal.timeout(milliseconds),
      },
    })
    const reason = await reasonOf(() =>
      fetchStandardClaims(relyingParty, { accessToken: 'access-1', subject: 'customer-1' }),
    )
    const sent = provider.received.at(-1)
    const asked = provider.received.find(({ url }) => url.pathname === '/userinfo')
    if (asked?.headers.get('authorization') !== 'bearer access-1' || sent?.url.search !== '') {
      throw new Error('The access token did not travel in the header.')
    }
    return reason
  }
}

function refresh(fault: Fault): RpModule['run'] {
  return async (provider) => {
    const world = makeWorld(provider)
    const browser = new Browser(world.web)
    await browser.signIn(provider)
    await fault(provider)
    world.advance(3590)
    return reasonOf(() => browser.accessToken())
  }
}

function backChannel(mutate: Parameters<FaultProvider['logoutToken']>[0]): RpModule['run'] {
  return async (provider) => {
    const world = makeWorld(provider)
    const browser = new Browser(world.web)
    await browser.signIn(provider)
    const token = await provider.logoutToken(mutate)
    const body = new URLSearchParams({ logout_token: token, unknown_field: '1' })
    const answer = await world.web.handle(
      new Request(`${origin}/auth/back-channel-logout`, { method: 'POST', body }),
    )
    const isObeyed = answer?.status === 200
    if (answer?.headers.get('cache-control') !== 'no-store') throw new Error('It may be cached.')
    if (isObeyed === (await browser.isSignedIn())) throw new Error('Status and session disagree.')
    if (!isObeyed && answer.status !== 400) throw new Error(`It answered ${answer.status}.`)
    return world.failures[0]?.reason ?? 'accepted'
  }
}

function signOut(change: (url: URL) => void): RpModule['run'] {
  return async (provider) => {
    const world = makeWorld(provider)
    const browser = new Browser(world.web)
    await browser.signIn(provider)
    const answer = await browser.open('/auth/sign-out', { method: 'POST' })
    const sent = new URL(answer.headers.get('location') ?? '')
    if (sent.searchParams.get('id_token_hint') === null) throw new Error('There is no hint.')
    const back = new URL(sent.searchParams.get('post_logout_redirect_uri') ?? '')
    back.searchParams.set('state', sent.searchParams.get('state') ?? '')
    change(back)
    await browser.open(back.href)
    if (await browser.isSignedIn()) throw new Error('The session is still there.')
    return world.failures[0]?.reason ?? 'accepted'
  }
}

/** @param begins who begins the sign-out: the relying party, or the provider */
function frontChannel(begins: 'relying party' | 'provider'): RpModule['run'] {
  return async (provider) => {
    const world = makeWorld(provider)
    const browser = new Browser(world.web)
    await browser.signIn(provider)
    if (begins === 'relying party') await browser.open('/auth/sign-out', { method: 'POST' })
    // From inside a frame of another site no cookie comes along.
    const notice = `${origin}/auth/front-channel-logout?iss=https%3A%2F%2Fid.example%2F&sid=login-1`
    const answer = await world.web.handle(new Request(notice))
    if (answer?.status !== 200 || (await browser.isSignedIn())) return 'logout_notice_invalid'
    return 'accepted'
  }
}

async function initiate(provider: FaultProvider): Promise<'accepted' | SignOnReason> {
  const world = makeWorld(provider)
  const browser = new Browser(world.web)
  const query = '?iss=https://id.example/&login_hint=lan&target_link_uri=https://shop.example/cart'
  const location = await browser.startSignIn(query)
  if (new URL(location).searchParams.get('login_hint') !== 'lan') throw new Error('No hint.')
  const answer = await browser.open(provider.authorize(location))
  if (answer.headers.get('location') !== '/cart') throw new Error('It went elsewhere.')
  return world.failures[0]?.reason ?? 'accepted'
}

const nothing: Fault = () => {}

function claims(change: (claims: Record<string, unknown>) => void): Fault {
  return (provider) => {
    provider.idToken = (token, use) => {
      if (use === 'code') change(token.claims)
    }
  }
}

function header(change: (header: { alg: string; kid?: string }) => void): Fault {
  return (provider) => {
    provider.idToken = (token) => change(token.header)
  }
}

const accept = (name: string, run: RpModule['run']): RpModule => ({
  name,
  suite: 'accept',
  verdict: 'accepted',
  run,
})

const reject = (name: string, verdict: SignOnReason, run: RpModule['run']): RpModule => ({
  name,
  suite: 'reject',
  verdict,
  run,
})

const either = (name: string, verdict: RpModule['verdict'], run: RpModule['run']): RpModule => ({
  name,
  suite: 'either',
  verdict,
  run,
})

const idTokens: readonly RpModule[] = [
  accept('(base)', signIn(nothing)),
  reject('-invalid-iss', 'id_token_invalid', signIn(claims((c) => (c['iss'] = 'https://evil')))),
  reject('-missing-sub', 'id_token_invalid', signIn(claims((c) => delete c['sub']))),
  reject('-invalid-aud', 'id_token_invalid', signIn(claims((c) => (c['aud'] = ['other'])))),
  reject('-missing-aud', 'id_token_invalid', signIn(claims((c) => delete c['aud']))),
  reject('-missing-iat', 'id_token_invalid', signIn(claims((c) => delete c['iat']))),
  accept('-kid-absent-single-jwks', signIn(header((h) => delete h.kid))),
  either(
    '-kid-absent-multiple-jwks',
    'accepted',
    signIn(async (provider) => {
      await provider.addKey()
      provider.idToken = (token) => delete token.header.kid
    }),
  ),
  accept('-idtoken-sig-rs256', signIn(nothing)),
  either('-idtoken-sig-none', 'id_token_invalid', signIn(header((h) => (h.alg = 'none')))),
  reject(
    '-invalid-sig-rs256',
    'signature_invalid',
    signIn(async (provider) => {
      provider.signer = await provider.makeForeignKey(provider.keys[0]?.kid ?? '')
    }),
  ),
  reject(
    '-invalid-sig-es256',
    'id_token_invalid',
    signIn(async (provider) => {
      provider.signer = await provider.makeForeignKey('es', 'ES256')
      provider.idToken = (token) => (token.header.alg = 'ES256')
    }),
  ),
  reject('-invalid-sig-hs256', 'id_token_invalid', signIn(header((h) => (h.alg = 'HS256')))),
  reject('-nonce-invalid', 'nonce_mismatch', signIn(claims((c) => (c['nonce'] = 'another')))),
  reject('-invalid-athash', 'at_hash_mismatch', signIn(claims((c) => (c['at_hash'] = 'AAAA')))),
]

const clients: readonly RpModule[] = [
  accept(
    '-client-secret-basic',
    signIn(
      (provider) => {
        provider.intercept = ({ url, headers }) => {
          // Both halves are form-encoded before they are joined.
          const halves = atob(headers.get('authorization')?.slice('Basic '.length) ?? '').split(':')
          const [id, secret] = halves.map(decodeURIComponent)
          const isProven = id === clientId && secret === clientSecret
          if (url.pathname !== '/oauth2/token' || isProven) return undefined
          return Response.json({ error: 'invalid_client' }, { status: 401 })
        }
      },
      { method: 'client_secret_basic', secret: clientSecret },
    ),
  ),
  accept('-scope-userinfo-claims', userInfo(nothing)),
  accept('-userinfo-bearer-header', userInfo(nothing)),
  reject(
    '-userinfo-invalid-sub',
    'subject_changed',
    userInfo((provider) => {
      provider.userInfo = () => Response.json({ sub: 'someone-else' })
    }),
  ),
  accept(
    '-userinfo-signed',
    userInfo((provider) => {
      provider.userInfo = async () =>
        new Response(
          await provider.sign({ iss: provider.issuer, aud: clientId, sub: 'customer-1' }),
          { headers: { 'content-type': 'application/jwt' } },
        )
    }),
  ),
]

const configuration: readonly RpModule[] = [
  accept('-discovery-openid-config', signIn(nothing)),
  accept('-discovery-jwks-uri-keys', signIn(nothing)),
  reject(
    '-discovery-issuer-mismatch',
    'issuer_unexpected',
    signIn((provider) => {
      provider.document = (document) => (document['issuer'] = 'https://id.example/other')
    }),
  ),
  accept('-signing-key-rotation', async (provider) => {
    const world = makeWorld(provider)
    await new Browser(world.web).signIn(provider)
    await provider.rotate()
    await new Browser(world.web).signIn(provider)
    await provider.rotate()
    await new Browser(world.web).signIn(provider)
    return world.failures[0]?.reason ?? 'accepted'
  }),
  accept(
    '-signing-key-rotation-just-before-signing',
    signIn((provider) => {
      provider.intercept = ({ url }) =>
        url.pathname === '/oauth2/token' ? provider.rotate().then(() => undefined) : undefined
    }),
  ),
]

const refreshes: readonly RpModule[] = [
  accept('-refresh-token', refresh(nothing)),
  reject(
    '-refresh-token-invalid-issuer',
    'id_token_invalid',
    refresh((provider) => {
      provider.idToken = (token) => (token.claims.iss = 'https://evil.example/')
    }),
  ),
  reject(
    '-refresh-token-invalid-sub',
    'subject_changed',
    refresh((provider) => {
      provider.idToken = (token) => (token.claims.sub = 'someone-else')
    }),
  ),
]

const logouts: readonly RpModule[] = [
  accept(
    '-rp-init-logout',
    signOut(() => {}),
  ),
  reject(
    '-rp-init-logout-other-state',
    'sign_out_state_mismatch',
    signOut((url) => url.searchParams.set('state', 'another')),
  ),
  // The suite sends no state back; we always send one, so its absence is a mismatch.
  either(
    '-rp-init-logout-no-state',
    'sign_out_state_mismatch',
    signOut((url) => url.searchParams.delete('state')),
  ),
  accept('-rp-frontchannel-rpinitlogout', frontChannel('relying party')),
  accept('-rp-frontchannel-opinitlogout', frontChannel('provider')),
  accept(
    '-rp-backchannel-rpinitlogout',
    backChannel((token) => {
      token.header.typ = 'logout+jwt'
      Object.assign(token.claims, { sub: 'customer-1', exp: Date.now() / 1000 + 120, extra: '1' })
    }),
  ),
  accept(
    '-rp-backchannel (as the real server sends it)',
    backChannel(() => {}),
  ),
  reject(
    '-rp-backchannel-rpinitlogout-alg-none',
    'signature_invalid',
    backChannel((token) => (token.header.alg = 'none')),
  ),
  reject(
    '-rp-backchannel-rpinitlogout-wrong-alg',
    'signature_invalid',
    backChannel((token) => (token.header.alg = 'HS256')),
  ),
  reject(
    '-rp-backchannel-rpinitlogout-no-event',
    'logout_token_invalid',
    backChannel((token) => delete token.claims['events']),
  ),
  reject(
    '-rp-backchannel-rpinitlogout-wrong-event',
    'logout_token_invalid',
    backChannel((token) => (token.claims['events'] = { [`${loggedOut}-x`]: {} })),
  ),
  reject(
    '-rp-backchannel-rpinitlogout-with-nonce',
    'logout_token_invalid',
    backChannel((token) => (token.claims['nonce'] = 'n')),
  ),
  reject(
    '-rp-backchannel-rpinitlogout-wrong-aud',
    'logout_token_invalid',
    backChannel((token) => (token.claims.aud = 'other')),
  ),
  reject(
    '-rp-backchannel-rpinitlogout-wrong-iss',
    'logout_token_invalid',
    backChannel((token) => (token.claims.iss = 'https://evil.example/')),
  ),
  accept('-3rd-party-init-login', initiate),
]

const borrowed: readonly RpModule[] = [
  reject(
    'EnsureAuthorizationResponseWithInvalidState',
    'transaction_missing',
    signIn((provider) => {
      provider.callback = (query) => query.set('state', 'another')
    }),
  ),
  reject(
    'EnsureAuthorizationResponseWithMissingState',
    'transaction_missing',
    signIn((provider) => {
      provider.callback = (query) => query.delete('state')
    }),
  ),
  reject(
    'EnsureAuthorizationResponseWithRepeatedState',
    'state_mismatch',
    signIn((provider) => {
      provider.callback = (query) => query.append('state', 'another')
    }),
  ),
  reject(
    'InvalidAuthorizationResponseIss',
    'issuer_mismatch',
    signIn((provider) => {
      provider.callback = (query) => query.set('iss', 'https://evil.example/')
    }),
  ),
  reject(
    'RemoveAuthorizationResponseIss',
    'issuer_mismatch',
    signIn((provider) => {
      provider.document = (document) => {
        document['authorization_response_iss_parameter_supported'] = true
      }
    }),
  ),
  reject(
    'InvalidSecondaryAud',
    'id_token_invalid',
    signIn(claims((c) => (c['aud'] = [clientId, 'other']))),
  ),
  accept('ValidAudAsArray', signIn(claims((c) => (c['aud'] = [clientId])))),
  reject('InvalidExpiredExp', 'id_token_out_of_date', signIn(claims((c) => (c['exp'] = 1)))),
  reject('InvalidMissingExp', 'id_token_invalid', signIn(claims((c) => delete c['exp']))),
  reject('InvalidMissingIss', 'id_token_invalid', signIn(claims((c) => delete c['iss']))),
  reject('InvalidMissingNonce', 'id_token_invalid', signIn(claims((c) => delete c['nonce']))),
  reject('InvalidNullAlg', 'id_token_invalid', signIn(header((h) => (h.alg = 'none')))),
  accept(
    'TokenTypeCaseInsensitivity',
    signIn((provider) => {
      provider.tokenResponse = (body) => (body['token_type'] = 'bEaReR')
    }),
  ),
  accept(
    'TokenEndpointResponseWithoutExpiresIn',
    signIn((provider) => {
      provider.tokenResponse = (body) => delete body['expires_in']
    }),
  ),
  either(
    'IatIsWeekInPast',
    'accepted',
    signIn(claims((c) => (c['iat'] = Math.floor(Date.now() / 1000) - 7 * 86_400))),
  ),
]

/** The relying-party modules of the conformance suite that apply to this service, none left out. */
export const rpModules: readonly RpModule[] = [
  ...idTokens,
  ...clients,
  ...configuration,
  ...refreshes,
  ...logouts,
  ...borrowed,
]
