import * as v from 'valibot'
import { seedMerchant } from '../../seed-data.ts'
import { identityScopes } from '../scopes.ts'

/** Whether a host name is a loopback name. */
export function isLocalHost(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '127.0.0.1' ||
    hostname === '[::1]'
  )
}

function refuseRedirect(text: string): string | undefined {
  const url = URL.parse(text)
  if (url === null) return 'must be an absolute address'
  if (text.includes('#')) return 'must have no fragment'
  return url.protocol === 'http:' && !isLocalHost(url.hostname)
    ? 'may be http on this machine only'
    : undefined
}

/** A URL for redirects: https, http on a loopback host, or the scheme of an app. */
const redirectAddress = v.pipe(
  v.string('must be a string'),
  v.maxLength(2048),
  v.check(
    (text) => refuseRedirect(text) === undefined,
    'must be https, a scheme of an app, or http on this machine, and without a fragment',
  ),
)

/** An http address. */
const webAddress = v.pipe(
  v.string('must be a string'),
  v.maxLength(2048),
  v.check((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'must be an http address'),
)

function isPicture(text: string): boolean {
  const url = URL.parse(text)
  if (url?.protocol === 'data:') return /^data:image\/(?:png|jpeg|gif|webp|svg\+xml)[;,]/.test(text)
  return /^https?:$/.test(url?.protocol ?? '') && text.length <= 2048
}

/** The address of a picture: http, or the picture itself as a `data:` address. */
export const pictureAddress = v.pipe(
  v.string('must be a string'),
  v.maxLength(32_768),
  v.check(isPicture, 'must be an http address or a data address of a picture'),
)

const line = v.pipe(v.string('must be a string'), v.maxLength(200))
const optionalAddress = v.optional(v.nullable(webAddress), null)

const publicJwk = v.looseObject({
  kty: v.literal('RSA'),
  kid: v.pipe(v.string(), v.minLength(1)),
  use: v.literal('sig'),
  n: v.string(),
  e: v.string(),
})

/** Registration of a client without its id and secret. */
export const clientRegistration = v.strictObject({
  /** Merchant on whose site the client is shown. */
  merchantCode: v.optional(line, seedMerchant.code),
  clientName: v.optional(line, ''),
  /** The only method with which the client may authenticate at the token endpoint. */
  tokenEndpointAuthMethod: v.optional(
    v.picklist(['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none']),
    'client_secret_basic',
  ),
  redirectUris: v.pipe(v.array(redirectAddress), v.minLength(1, 'must have one at least')),
  /**
   * URLs to which a logout may redirect; each on the origin of one of the redirect URIs.
   * Assumes G-82.
   */
  postLogoutRedirectUris: v.optional(v.array(redirectAddress), []),
  /** Scopes that the client may ask for. */
  scopes: v.optional(v.array(v.picklist(identityScopes)), [...identityScopes]),
  frontchannelLogoutUri: optionalAddress,
  backchannelLogoutUri: optionalAddress,
  owner: v.optional(line, ''),
  contacts: v.optional(v.array(line), []),
  /** Picture on the login screens. */
  logoUri: v.optional(v.nullable(pictureAddress), null),
  clientUri: optionalAddress,
  policyUri: optionalAddress,
  tosUri: optionalAddress,
  /**
   * `acr` of id_tokens for this client, which says how its customers sign in; left out of them when
   * null.
   */
  acr: v.optional(v.nullable(line), null),
  /** `amr` of id_tokens for this client; left out of them when empty. */
  amr: v.optional(v.array(line), []),
  /**
   * Extra data. The login screens show `background_image` (the address of a picture), `hotline` and
   * `support_contact`. Assumes G-153.
   */
  metadata: v.optional(v.record(v.string(), v.unknown()), {}),
  /** Public keys of a client that authenticates with `private_key_jwt`. */
  jwks: v.optional(v.nullable(v.object({ keys: v.array(publicJwk) })), null),
})

/** What is registered about a client besides its id and secret. @see Specification 2.16 */
export interface ClientRegistration extends v.InferOutput<typeof clientRegistration> {}

/** Id and secret of a client; each is generated when left out. */
const identification = {
  clientId: v.optional(
    v.pipe(v.string(), v.regex(/^[\w.~-]{1,100}$/, 'must be 1 to 100 of A-Z a-z 0-9 . _ ~ -')),
  ),
  clientSecret: v.optional(
    v.pipe(v.string(), v.minLength(6, 'must have 6 characters at least'), v.maxLength(200)),
  ),
}

function originOf(address: string): string {
  const url = URL.parse(address)
  return url === null ? '' : `${url.protocol}//${url.host}`
}

/** A client to register. */
export const newClient = v.pipe(
  v.strictObject({ ...clientRegistration.entries, ...identification }),
  v.forward(
    v.check(
      ({ redirectUris, postLogoutRedirectUris }) =>
        postLogoutRedirectUris.every((uri) =>
          redirectUris.some((redirectUri) => originOf(redirectUri) === originOf(uri)),
        ),
      'must be on the origin of one of the redirect URIs',
    ),
    ['postLogoutRedirectUris'],
  ),
  v.forward(
    v.check(
      ({ tokenEndpointAuthMethod, jwks }) =>
        tokenEndpointAuthMethod !== 'private_key_jwt' || jwks !== null,
      'must be given for private_key_jwt',
    ),
    ['jwks'],
  ),
)

/** A client to register. */
export interface NewClient extends v.InferOutput<typeof newClient> {}

/** A client to register; what is left out takes its default. */
export interface NewClientInput extends v.InferInput<typeof newClient> {}

/** Changes of clients at start-up; fields that are left out do not change. */
export const seedClientChanges = v.array(
  v.strictObject({
    ...v.partial(clientRegistration).entries,
    ...identification,
    clientId: v.pipe(v.string(), v.regex(/^[\w.~-]{1,100}$/)),
  }),
)

/** A client as SEED_CLIENTS gives it. */
export type SeedClient = v.InferInput<typeof seedClientChanges>[number]
