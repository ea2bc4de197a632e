/** What a relying party should do when it meets the fault. */
export type ExpectedVerdict = 'accept' | 'reject' | 'either'

/** The answer that a fault changes; `none` for a module that needs a correct server. */
export type FaultStage =
  | 'none'
  | 'discovery'
  | 'authorization'
  | 'token'
  | 'id_token'
  | 'refreshed_id_token'
  | 'user_info'
  | 'post_logout'
  | 'back_channel'

/** The answer that a module changes, what a relying party should do, and what the server does. */
export type ModuleRow = readonly [stage: FaultStage, expected: ExpectedVerdict, about: string]

/** Modules of the basic plan and of the comprehensive one. */
const basicModules = {
  'oidcc-client-test': ['none', 'accept', 'answers as it should'],
  'oidcc-client-test-invalid-iss': ['id_token', 'reject', 'iss names another issuer'],
  'oidcc-client-test-missing-sub': ['id_token', 'reject', 'sub is missing'],
  'oidcc-client-test-invalid-aud': ['id_token', 'reject', 'aud names another client'],
  'oidcc-client-test-missing-aud': ['id_token', 'reject', 'aud is missing'],
  'oidcc-client-test-missing-iat': ['id_token', 'reject', 'iat is missing'],
  'oidcc-client-test-nonce-invalid': ['id_token', 'reject', 'nonce is another one'],
  'oidcc-client-test-invalid-athash': ['id_token', 'reject', 'at_hash is of another token'],
  'oidcc-client-test-kid-absent-single-jwks': [
    'id_token',
    'accept',
    'no kid; older keys leave the key set, so that one key is left',
  ],
  'oidcc-client-test-kid-absent-multiple-jwks': [
    'id_token',
    'either',
    'no kid; one more key joins the key set',
  ],
  'oidcc-client-test-idtoken-sig-rs256': ['none', 'accept', 'signs with RS256'],
  'oidcc-client-test-idtoken-sig-none': ['id_token', 'reject', 'alg is none, no signature'],
  'oidcc-client-test-invalid-sig-rs256': ['id_token', 'reject', 'the RS256 signature is wrong'],
  'oidcc-client-test-invalid-sig-es256': ['id_token', 'reject', 'alg is ES256, of no known key'],
  'oidcc-client-test-invalid-sig-hs256': [
    'id_token',
    'reject',
    'alg is HS256, with the public key as its secret',
  ],
  'oidcc-client-test-userinfo-invalid-sub': ['user_info', 'reject', 'sub is of somebody else'],
  'oidcc-client-test-userinfo-signed': ['user_info', 'either', 'answers with a signed JWT'],
  'oidcc-client-test-userinfo-bearer-header': ['none', 'accept', 'wants the token in a header'],
  'oidcc-client-test-scope-userinfo-claims': ['none', 'accept', 'gives the claims of the scopes'],
  'oidcc-client-test-client-secret-basic': ['none', 'accept', 'takes the registered method only'],
} as const satisfies Record<string, ModuleRow>

/** Modules about discovery and keys. */
const configurationModules = {
  'oidcc-client-test-discovery-openid-config': ['none', 'accept', 'publishes its configuration'],
  'oidcc-client-test-discovery-jwks-uri-keys': ['none', 'accept', 'publishes its keys'],
  'oidcc-client-test-discovery-issuer-mismatch': [
    'discovery',
    'reject',
    'the discovery document names another issuer',
  ],
  'oidcc-client-test-signing-key-rotation': [
    'id_token',
    'accept',
    'signs with a new key; the old one stays in the key set',
  ],
  'oidcc-client-test-signing-key-rotation-just-before-signing': [
    'id_token',
    'accept',
    'signs with a new key; the old ones leave the key set',
  ],
} as const satisfies Record<string, ModuleRow>

/** Modules about refresh tokens. */
const refreshModules = {
  'oidcc-client-test-refresh-token': ['none', 'accept', 'answers a refresh with an id_token'],
  'oidcc-client-test-refresh-token-invalid-issuer': [
    'refreshed_id_token',
    'reject',
    'iss after a refresh names another issuer',
  ],
  'oidcc-client-test-refresh-token-invalid-sub': [
    'refreshed_id_token',
    'reject',
    'sub after a refresh is of somebody else',
  ],
  'oidcc-client-test-refresh-token-invalid-aud': [
    'refreshed_id_token',
    'reject',
    'aud after a refresh names another client',
  ],
} as const satisfies Record<string, ModuleRow>

/** Modules about signing out. */
const logoutModules = {
  'oidcc-client-test-rp-init-logout': ['none', 'accept', 'signs out and returns the state'],
  'oidcc-client-test-rp-init-logout-other-state': [
    'post_logout',
    'reject',
    'returns another state after a logout',
  ],
  'oidcc-client-test-rp-init-logout-no-state': [
    'post_logout',
    'reject',
    'returns no state after a logout',
  ],
  'oidcc-client-test-rp-frontchannel-rpinitlogout': ['none', 'accept', 'opens the logout frame'],
  'oidcc-client-test-rp-frontchannel-opinitlogout': ['none', 'accept', 'opens the logout frame'],
  'oidcc-client-test-rp-backchannel-rpinitlogout': [
    'back_channel',
    'accept',
    'sends sub, sid, exp, an unknown claim and an unknown form field',
  ],
  'oidcc-client-test-rp-backchannel-rpinitlogout-alg-none': [
    'back_channel',
    'reject',
    'alg is none, no signature',
  ],
  'oidcc-client-test-rp-backchannel-rpinitlogout-no-event': [
    'back_channel',
    'reject',
    'events is missing',
  ],
  'oidcc-client-test-rp-backchannel-rpinitlogout-with-nonce': [
    'back_channel',
    'reject',
    'has a nonce',
  ],
  'oidcc-client-test-rp-backchannel-rpinitlogout-wrong-alg': [
    'back_channel',
    'reject',
    'alg is HS256',
  ],
  'oidcc-client-test-rp-backchannel-rpinitlogout-wrong-aud': [
    'back_channel',
    'reject',
    'aud names another client',
  ],
  'oidcc-client-test-rp-backchannel-rpinitlogout-wrong-event': [
    'back_channel',
    'reject',
    'events names another event',
  ],
  'oidcc-client-test-rp-backchannel-rpinitlogout-wrong-iss': [
    'back_channel',
    'reject',
    'iss names another issuer',
  ],
} as const satisfies Record<string, ModuleRow>

/** Modules of other plans that apply to this service too. */
const borrowedModules = {
  'fapi2-security-profile-final-client-test-ensure-authorization-response-with-invalid-state-fails':
    ['authorization', 'reject', 'returns another state with the code'],
  'fapi2-security-profile-final-client-test-ensure-authorization-response-with-invalid-missing-state-fails':
    ['authorization', 'reject', 'returns no state with the code'],
  'fapi2-security-profile-final-client-test-invalid-authorization-response-iss': [
    'authorization',
    'reject',
    'iss beside the code names another issuer',
  ],
  'fapi2-security-profile-final-client-test-remove-authorization-response-iss': [
    'authorization',
    'either',
    'sends no iss beside the code, also in the profile strict',
  ],
  'fapi2-security-profile-final-client-test-invalid-expired-exp': [
    'id_token',
    'reject',
    'exp lies an hour back',
  ],
  'fapi2-security-profile-final-client-test-invalid-missing-exp': [
    'id_token',
    'reject',
    'exp is missing',
  ],
  'fapi2-security-profile-final-client-test-invalid-missing-iss': [
    'id_token',
    'reject',
    'iss is missing',
  ],
  'fapi2-security-profile-final-client-test-invalid-missing-nonce': [
    'id_token',
    'reject',
    'nonce is missing',
  ],
  'fapi2-security-profile-final-client-test-token-endpoint-response-without-expires_in': [
    'token',
    'accept',
    'expires_in is missing',
  ],
  'fapi2-security-profile-final-client-test-token-type-case-insensitivity': [
    'token',
    'accept',
    'token_type is written bEaReR',
  ],
} as const satisfies Record<string, ModuleRow>

const rows = {
  ...basicModules,
  ...configurationModules,
  ...refreshModules,
  ...logoutModules,
  ...borrowedModules,
}

/** Name of a fault switch: that of a module of the OpenID conformance suite. */
export type FaultName = keyof typeof rows

/** Names of the faults that change one answer. */
export type FaultsAt<Stage extends FaultStage> = {
  [Name in FaultName]: (typeof rows)[Name][0] extends Stage ? Name : never
}[FaultName]

/** A module of the OpenID conformance suite for relying parties, as a fault switch. */
export interface ConformanceModule {
  readonly name: string
  /** The answer that it changes. */
  readonly stage: FaultStage
  readonly expected: ExpectedVerdict
  /** What the server does. */
  readonly about: string
}

/** Every fault switch, in the order of the suite's plans. */
export const conformanceModules: readonly ConformanceModule[] = Object.entries<ModuleRow>(rows).map(
  ([name, [stage, expected, about]]) => ({ name, stage, expected, about }),
)
