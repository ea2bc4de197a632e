import type { ModuleRow } from './module-row.ts'

/** Modules about signing out. */
export const logoutModules = {
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
