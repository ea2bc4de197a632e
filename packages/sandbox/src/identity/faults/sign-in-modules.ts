import type { ModuleRow } from './module-row.ts'

/** Modules of the basic plan and of the comprehensive one. */
export const basicModules = {
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
export const configurationModules = {
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
export const refreshModules = {
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
