import type { ModuleRow } from './module-row.ts'

/** Modules of another plan that fit this service too. */
export const borrowedModules = {
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
