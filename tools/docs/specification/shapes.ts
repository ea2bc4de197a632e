import { section } from './statement.ts'

/** Section 2: envelopes, objects, keys, clients and the daily files. */
export const shapes = [
  ...section('2.0', [
    ['An answer has `meta`, with code and message, and `data`.', 'contract/src/envelope.ts'],
    ['The code of success is 200; refunds have two more success codes.', 'contract/src/refund'],
    [
      'One sample of a refund names the message by another key.',
      'contract/src/envelope.ts',
      'G-14',
    ],
  ]),
  ...section('2.1', [
    ['The answer to an order with a QR has five fields.', 'contract/src/transaction-qr'],
    ['order_id consists of a date, the letter T and digits.', 'sandbox/src/orders'],
    ['expiration is a Unix time in seconds; qr_url may be empty.', 'contract/src/transaction-qr'],
  ]),
  ...section('2.2', [
    [
      'The order for the wallet app has signature, order_id and expired_at.',
      'contract/src/transaction-qr',
    ],
  ]),
  ...section('2.3', [
    ['The answer to an order query has nine fields.', 'contract/src/transaction-qr'],
  ]),
  ...section('2.4', [['The answer to a web payment has six fields.', 'contract/src/web-payment']]),
  ...section('2.5', [
    ['extra_data contains partner_code and order_info.', 'orders/src/rules/extra-data.ts'],
    ['extra_data is text for a QR and an object for a web payment.', 'contract/src/fields'],
  ]),
  ...section('2.6', [
    ['The answer to a complete refund has four ids.', 'contract/src/refund'],
    ['The answer 2000801 has two ids, the answer 2000802 three.', 'contract/src/refund'],
    ['2000801 means that the money was refunded and the points follow.', 'orders/src/refunds'],
    ['The half of a refund that follows arrives later.', 'orders/src/refunds'],
  ]),
  ...section('2.7', [
    [
      'The answer to a transfer has both ids and the balance after it.',
      'contract/src/money-transfer',
    ],
  ]),
  ...section('2.8', [
    ['The answer to a member look-up has member and tier_info.', 'contract/src/membership'],
  ]),
  ...section('2.9', [
    [
      'The member of a top-up has seven fields, among them the states of account and card.',
      'contract/src/top-up',
    ],
  ]),
  ...section('2.10', [
    ['An order of gift codes contains its cards.', 'contract/src/gift-code'],
    [
      'The stock query answers quantities; the check of a code answers USED or ACTIVE.',
      'contract/src/gift-code',
    ],
  ]),
  ...section('2.11', [
    [
      'The state of a top-up has two forms: one over REST and one over the gateway.',
      'contract/src/top-up',
    ],
  ]),
  ...section('2.12', [['A verified voucher has seven fields.', 'contract/src/e-voucher']]),
  ...section('2.13', [
    [
      'The answer to a link request has web_url, link_id and the time to confirm in minutes.',
      'contract/src/linked-account',
    ],
    [
      'The phone number of a link is masked except for its last three digits.',
      'sandbox/src/linked-accounts',
    ],
    [
      'The answer to a linked payment has five fields, among them verification_methods.',
      'contract/src/linked-account',
    ],
  ]),
  ...section('2.14', [
    ['The answer of the token endpoint has six fields.', 'sandbox/src/identity/tokens'],
  ]),
  ...section('2.15', [
    ['User info has the listed fields, each of the listed type.', 'oidc/src/user-info'],
    [
      'gender and the type of an address are numbers; what they mean is left open.',
      'oidc/src/user-info',
      'G-81',
    ],
  ]),
  ...section('2.16', [
    [
      'A client has an id, redirect addresses, and a secret if its authentication needs one.',
      'sandbox/src/identity/clients',
    ],
    ['A client has an owner, contacts and a name.', 'sandbox/src/identity/clients'],
    [
      "A login page with the client's branding needs five fields of the client.",
      'sandbox/src/identity/clients',
    ],
    [
      'The logo on the login page links to the post_logout_redirect_uri.',
      'sandbox/src/identity/pages',
    ],
    ['A client has addresses for logout notices.', 'sandbox/src/identity/clients'],
    [
      'metadata contains a background image, a hotline and a support contact.',
      'sandbox/src/identity/clients',
    ],
    ['The operator registers clients on request.', 'sandbox/src/identity/pages'],
  ]),
  ...section('2.17', [
    ['A key has a name.', 'sandbox/src/merchants'],
    ['A key can have an expiry date; without one it never expires.', 'sandbox/src/authentication'],
    [
      'By default the service generates the key pair and shows the private key once.',
      'sandbox/src/merchants',
    ],
    ['Alternatively the partner supplies its public key.', 'sandbox/src/merchants'],
    ['The id of the key is sent as X-Key-Code.', 'sandbox/src/authentication'],
    [
      'Two keys can be valid at the same time, so that a rotation loses no request.',
      'workers/orders/src/settings/settings-schema.ts',
    ],
  ]),
  ...section('2.18', [
    ['Each of the three daily files has its own form of name.', 'reconcile/src/file-name.ts'],
    ['The partner file has 17 columns.', 'reconcile/src/layouts.ts'],
    ['The currency of the partner file is VND.', 'reconcile/src/layouts.ts'],
    [
      'Fee, tax and discount are mandatory numbers.',
      'orders/src/daily-files/partner-file/partner-rows.ts',
    ],
    ['Merchant code, MID and TID are those of the place of sale.', 'orders/src/daily-files'],
    ['Dates have the form DD/MM/YYYY; times use 24 hours.', 'reconcile/src/rows'],
    ['The status in the partner file is 0, 1 or 2.', 'reconcile/src/layouts.ts'],
    ['The description is optional: JSON of at most 1000 characters.', 'orders/src/daily-files'],
    ['The type is 1 for a payment and -1 for a refund.', 'orders/src/daily-files'],
    ['The checksum of a row is the MD5 of the row and the key.', 'reconcile/src/checksum'],
    ['The service file has 17 columns; the currency is POINT or VND.', 'sandbox/src/day-close'],
    ['The status in the service file is 0, 1 or -1.', 'sandbox/src/day-close'],
    ['The result file has the columns of both files.', 'reconcile/src/layouts.ts'],
    ['The status of a row in the result file is 00, 01, 02 or 03.', 'reconcile/src/matching'],
    [
      'The result file lists only rows that differ, unless both sides have agreed to list all.',
      'sandbox/src/day-close',
    ],
    ['Both sides agree on the checksum key.', 'orders/src/daily-files'],
  ]),
]
