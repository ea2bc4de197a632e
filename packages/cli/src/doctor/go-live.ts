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

/** All requirements before a deployment takes real money. */
export const goLiveList: readonly GoLiveLine[] = [
  { what: 'The private key is one that can be used.', check: 'private key' },
  { what: 'The key has 2048 bits.', check: 'key size' },
  { what: 'The registered public key is its other half.', check: 'key pair' },
  { what: 'The address of the service is that of the merchant API.', check: 'reachable' },
  { what: 'The clock of the machine that signs agrees with the service.', check: 'clock' },
  { what: 'The service takes the key code of production.', check: 'key code' },
  { what: 'Checkout, ipn, desk and till are reached by https.', check: 'addresses' },
  {
    what: 'Every setting of checkout and orders is right, and the database is bound to this service.',
    check: 'checkout settings',
  },
  {
    what: 'Every setting of ipn is right, the keys of the service above all.',
    check: 'ipn settings',
  },
  {
    what: 'Every setting of the desk is right, where operators work at it.',
    check: 'desk settings',
  },
  { what: 'Every setting of the till is right, where there is one.', check: 'till settings' },
  { what: 'All Workers are of the environment that is meant.', check: 'environment' },
  { what: 'A callback that somebody else has signed is refused.', check: 'forged callback' },
  { what: 'The API of the shop opens to nobody without its secret.', check: 'shop API closed' },
  { what: 'The API of operators opens to nobody without a token.', check: 'operator API closed' },
  { what: 'The desk shows no page to who has not signed in.', check: 'desk closed' },
  { what: 'The till shows no bill on a device that is not paired.', check: 'till closed' },
  { what: 'No alert waits for a person.', check: 'alerts' },
  { what: 'No work is due that nobody has begun: the cron triggers run.', check: 'due work' },
  { what: 'The service has accepted the integration in UAT, and has said so in writing.' },
  { what: 'Store and terminal codes, and PARTNER_ID, are those that were issued for production.' },
  {
    what: 'CALLBACK_KEYS came from the service over a second channel, and its fingerprint was compared.',
  },
  { what: 'The host key of the file server was compared the same way, and is pinned.' },
  {
    what: 'Both sides agree on CHECKSUM_KEY, and a file of UAT was compared without a difference.',
  },
  { what: 'Keys and secrets are of production alone, with a backup that is as safe as they are.' },
  { what: 'A monitor asks /health of checkout, ipn and desk, and calls a person.' },
  {
    what: 'WEBHOOK_ENDPOINTS brings alerts to somebody who is on duty, and one was resent to see it.',
  },
  {
    what: 'Two operators have the role money at the desk, and no token with that role in OPERATORS is a person’s.',
  },
  { what: 'The least version of TLS is 1.2 at the edge, and plain http is not answered.' },
  { what: 'An order of 1,000 VND was paid, refunded, and found in the files of that day.' },
]
