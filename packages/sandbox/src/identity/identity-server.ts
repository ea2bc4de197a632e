import type { Sandbox } from '../sandbox.ts'
import type { IdentityRules } from '../settings/rules.ts'

/** Options that differ between the profiles. */
interface ProfileOptions {
  /** The issuer ends with a slash. */
  readonly issuerHasSlash: boolean
  /** An id_token has a nonce, empty when none was sent, and always after a refresh. */
  readonly hasEmptyNonce: boolean
  /**
   * `state` is required with at least eight characters; a `nonce`, when sent, must have as many.
   */
  readonly wantsEntropy: boolean
  /** A redirect URI is compared case-insensitively, and decoded once too often. */
  readonly isLaxAboutRedirects: boolean
  /** Client id and secret in a body are form-decoded a second time. */
  readonly decodesBodySecretTwice: boolean
  /** The authorization response names the issuer. @see RFC 9207 */
  readonly sendsIssuer: boolean
  /** Every code needs PKCE. */
  readonly requiresPkce: boolean
  /** What the second use of a refresh token does. Assumes G-84. */
  readonly refreshReuse: 'legacy' | 'modern'
  /** Error for a refresh token that has expired. */
  readonly expiredRefresh: 'invalid_request' | 'invalid_grant'
  /** Error for a grant type that is not served. */
  readonly unknownGrant: 'invalid_request' | 'unsupported_grant_type'
  /** User-info also reads the header `Authorization`. Assumes G-21. */
  readonly readsAuthorization: boolean
  /** User-info also has `sub` at its top. */
  readonly hasUserInfoSub: boolean
  /** A logout token has the type `logout+jwt`, `exp` and `sub`. */
  readonly hasFullLogoutToken: boolean
  /** After a logout `state` is appended even when none was sent. */
  readonly appendsEmptyState: boolean
  /** Client assertions may also be meant for the issuer. */
  readonly takesIssuerAudience: boolean
}

/**
 * The two profiles of the identity server. `hydra-1.4` is inferred from the discovery document of
 * Specification 4.1, which is the same as that of Hydra, word for word. Assumes G-20.
 */
const profiles = {
  'hydra-1.4': {
    issuerHasSlash: true,
    hasEmptyNonce: true,
    wantsEntropy: true,
    isLaxAboutRedirects: true,
    decodesBodySecretTwice: true,
    sendsIssuer: false,
    requiresPkce: false,
    refreshReuse: 'legacy',
    expiredRefresh: 'invalid_request',
    unknownGrant: 'invalid_request',
    readsAuthorization: false,
    hasUserInfoSub: false,
    hasFullLogoutToken: false,
    appendsEmptyState: true,
    takesIssuerAudience: false,
  },
  strict: {
    issuerHasSlash: false,
    hasEmptyNonce: false,
    wantsEntropy: false,
    isLaxAboutRedirects: false,
    decodesBodySecretTwice: false,
    sendsIssuer: true,
    requiresPkce: true,
    refreshReuse: 'modern',
    expiredRefresh: 'invalid_grant',
    unknownGrant: 'unsupported_grant_type',
    readsAuthorization: true,
    hasUserInfoSub: true,
    hasFullLogoutToken: true,
    appendsEmptyState: false,
    takesIssuerAudience: true,
  },
} as const satisfies Record<string, ProfileOptions>

/** The identity server for one request: its address and its rules. */
export interface IdentityServer {
  readonly sandbox: Sandbox
  /** Value of `iss` in everything that is signed. */
  readonly issuer: string
  readonly rules: IdentityRules
  /** Options of the profile, changed by the rules of the sandbox. */
  readonly options: ProfileOptions
  /** Address of a path of this server. */
  readonly urlOf: (path: string) => string
}

/** The identity server under the rules of a sandbox. */
export function identityServer(sandbox: Sandbox): IdentityServer {
  const rules = sandbox.settings.rules.identity
  const ofProfile = profiles[rules.profile]
  return {
    sandbox,
    issuer: `${sandbox.url}${ofProfile.issuerHasSlash ? '/' : ''}`,
    rules,
    options: {
      ...ofProfile,
      requiresPkce: rules.requirePkce ?? ofProfile.requiresPkce,
      refreshReuse: rules.refreshReuse ?? ofProfile.refreshReuse,
      readsAuthorization: rules.userInfoAuthorization ?? ofProfile.readsAuthorization,
    },
    urlOf: (path) => sandbox.url + path,
  }
}
