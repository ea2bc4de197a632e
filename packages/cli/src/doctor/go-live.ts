/** One line of the go-live list. */
export interface GoLiveLine {
  /** Requirement before go-live, as a sentence. */
  readonly what: string
  /** Name of its check of `doctor`; without one a person has to check it. */
  readonly check?: GoLiveCheck
}

/** Checks of `doctor` that the list names. */
export type GoLiveCheck =
  | 'private key'
  | 'key size'
  | 'key pair'
  | 'reachable'
  | 'clock'
  | 'key code'
  | 'addresses'
  | 'checkout settings'
  | 'ipn settings'
  | 'desk settings'
  | 'till settings'
  | 'environment'
  | 'forged callback'
  | 'shop API closed'
  | 'operator API closed'
  | 'desk closed'
  | 'till closed'
  | 'alerts'
  | 'due work'
  | 'money sent'

/** All requirements before a deployment takes real money. */
export const goLiveList: readonly GoLiveLine[] = [
  { what: 'The private key can be used.', check: 'private key' },
  { what: 'The key has 2048 bits.', check: 'key size' },
  { what: 'The registered public key belongs to the private key.', check: 'key pair' },
  { what: 'The address of the service is the one of the merchant API.', check: 'reachable' },
  {
    what: 'The clock of the machine that signs agrees with the clock of the service.',
    check: 'clock',
  },
  { what: 'The service accepts the key code of production.', check: 'key code' },
  { what: 'Checkout, ipn, desk and till have https addresses.', check: 'addresses' },
  {
    what: 'Every setting of checkout and orders is valid, and the database is bound to this service.',
    check: 'checkout settings',
  },
  {
    what: 'Every setting of ipn is valid, above all the keys of the service.',
    check: 'ipn settings',
  },
  {
    what: 'Every setting of the desk is valid, if operators use it.',
    check: 'desk settings',
  },
  { what: 'Every setting of the till is valid, if there is a till.', check: 'till settings' },
  { what: 'All Workers belong to the intended environment.', check: 'environment' },
  { what: 'A callback that was not signed by the service is rejected.', check: 'forged callback' },
  { what: 'The API for the shop refuses requests without its secret.', check: 'shop API closed' },
  { what: 'The API for operators refuses requests without a token.', check: 'operator API closed' },
  { what: 'The desk shows no page without a sign-in.', check: 'desk closed' },
  { what: 'The till shows no bill on a device that is not paired.', check: 'till closed' },
  { what: 'No alert is open.', check: 'alerts' },
  { what: 'No due work waits for long: the cron triggers run.', check: 'due work' },
  {
    what: 'Refunds, transfers and charges are sent: MONEY_PAUSED is not set.',
    check: 'money sent',
  },
  { what: 'The service has accepted the integration in UAT, and has confirmed this in writing.' },
  {
    what: 'Store codes, terminal codes and PARTNER_ID are the ones that were issued for production.',
  },
  {
    what: 'The key in CALLBACK_KEYS came from the service over a second channel, and its fingerprint was compared.',
  },
  { what: 'The host key of the file server was compared in the same way, and is pinned.' },
  {
    what: 'Both sides agree on CHECKSUM_KEY, and a file of UAT was compared without a difference.',
  },
  { what: 'Keys and secrets are used in production only, and have an equally protected backup.' },
  { what: 'A monitor checks /health of checkout, ipn and desk, and notifies a person.' },
  {
    what: 'WEBHOOK_ENDPOINTS sends alerts to somebody who is on call; this was tested by resending one.',
  },
  {
    what: 'Two operators have the role money at the desk, and no token with that role in OPERATORS belongs to a person.',
  },
  { what: 'The minimum version of TLS at the edge is 1.2, and plain http is not answered.' },
  { what: 'An order of 1,000 VND was paid, refunded, and found in the files of that day.' },
]
