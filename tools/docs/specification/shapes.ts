import { section } from './statement.ts'

/** Section 2: envelopes, objects, keys, clients and the daily files. */
export const shapes = [
  ...section('2.0', [
    ['An answer has meta with code and message, and data.', 'contract/src/envelope.ts'],
    ['Success is 200; a refund has two more codes.', 'contract/src/refund'],
    ['A sample of a refund has another key for the message.', 'contract/src/envelope.ts', 'G-14'],
  ]),
  ...section('2.1', [
    ['An order with a QR has five fields.', 'contract/src/transaction-qr'],
    ['order_id is a date, T and digits.', 'sandbox/src/orders'],
    ['expiration is in unix seconds, and qr_url may be empty.', 'contract/src/transaction-qr'],
  ]),
  ...section('2.2', [
    ['The app hands over a signature, order_id and expired_at.', 'contract/src/transaction-qr'],
  ]),
  ...section('2.3', [['The state of an order has nine fields.', 'contract/src/transaction-qr']]),
  ...section('2.4', [['A web payment answers six fields.', 'contract/src/web-payment']]),
  ...section('2.5', [
    ['extra_data holds partner_code and order_info.', 'orders/src/rules/extra-data.ts'],
    ['extra_data is text for a QR and an object for a web payment.', 'contract/src/fields'],
  ]),
  ...section('2.6', [
    ['A refund in full answers four ids.', 'contract/src/refund'],
    ['2000801 answers two ids and 2000802 three.', 'contract/src/refund'],
    ['2000801: the money is back and the points follow.', 'orders/src/refunds'],
    ['What follows arrives later.', 'orders/src/refunds'],
  ]),
  ...section('2.7', [
    ['A transfer answers both ids and the balance after it.', 'contract/src/money-transfer'],
  ]),
  ...section('2.8', [['A member has member and tier_info.', 'contract/src/membership']]),
  ...section('2.9', [
    [
      'The member of a top-up has seven fields and states of account and card.',
      'contract/src/top-up',
    ],
  ]),
  ...section('2.10', [
    ['An order of gift codes has its cards.', 'contract/src/gift-code'],
    ['The stock has quantities, and a check USED or ACTIVE.', 'contract/src/gift-code'],
  ]),
  ...section('2.11', [['The state of a top-up has two forms.', 'contract/src/top-up']]),
  ...section('2.12', [['A verified voucher has seven fields.', 'contract/src/e-voucher']]),
  ...section('2.13', [
    ['A link answers web_url, link_id and minutes.', 'contract/src/linked-account'],
    ['The phone of a link is masked to its last three digits.', 'sandbox/src/linked-accounts'],
    [
      'A linked payment answers five fields, verification_methods among them.',
      'contract/src/linked-account',
    ],
  ]),
  ...section('2.14', [['A token answer has six fields.', 'sandbox/src/identity/tokens']]),
  ...section('2.15', [
    ['The fields of a customer and their types.', 'oidc/src/user-info'],
    ['What gender and the type of an address mean.', 'oidc/src/user-info', 'G-81'],
  ]),
  ...section('2.16', [
    [
      'A client has an id, perhaps a secret, and addresses to return to.',
      'sandbox/src/identity/clients',
    ],
    ['A client has an owner, contacts and a name.', 'sandbox/src/identity/clients'],
    [
      'A log-in under the look of the client needs five of its fields.',
      'sandbox/src/identity/clients',
    ],
    ['The logo leads to the post_logout_redirect_uri.', 'sandbox/src/identity/pages'],
    ['A client has addresses for notices of sign-out.', 'sandbox/src/identity/clients'],
    ['metadata holds a background, a hotline and support.', 'sandbox/src/identity/clients'],
    ['The operator registers clients on request.', 'sandbox/src/identity/pages'],
  ]),
  ...section('2.17', [
    ['A key has a name.', 'sandbox/src/merchants'],
    ['A key may expire; without a date it never does.', 'sandbox/src/authentication'],
    [
      'The service makes the pair by default, and gives the private key once.',
      'sandbox/src/merchants',
    ],
    ['Or the partner supplies its public key.', 'sandbox/src/merchants'],
    ['The id of the key is sent as X-Key-Code.', 'sandbox/src/authentication'],
    ['Two keys overlap, so that a change loses nothing.', 'workers/orders/src/orders-env.ts'],
  ]),
  ...section('2.18', [
    ['The three files have names of their own.', 'reconcile/src/file-name.ts'],
    ['The file of the partner has 17 columns.', 'reconcile/src/layouts.ts'],
    ['The currency of the partner is VND.', 'reconcile/src/layouts.ts'],
    [
      'Fee, tax and discount are numbers that must be there.',
      'orders/src/daily-files/partner-rows.ts',
    ],
    ['Merchant code, MID and TID are those of the sale.', 'orders/src/daily-files'],
    ['Dates are DD/MM/YYYY, times of 24 hours.', 'reconcile/src/rows'],
    ['Status of the partner is 0, 1 or 2.', 'reconcile/src/layouts.ts'],
    ['The description is optional, JSON of 1000 characters.', 'orders/src/daily-files'],
    ['The type is 1 for a payment and -1 for a refund.', 'orders/src/daily-files'],
    ['The checksum of a row is MD5 over it and the key.', 'reconcile/src/checksum'],
    ['The file of the service has 17 columns, in POINT or VND.', 'sandbox/src/day-close'],
    ['Status of the service is 0, 1 or -1.', 'sandbox/src/day-close'],
    ['The result has the columns of both.', 'reconcile/src/layouts.ts'],
    ['A row is 00, 01, 02 or 03.', 'reconcile/src/matching'],
    ['Only rows that differ are in it, unless both agree on all.', 'sandbox/src/day-close'],
    ['Both sides agree on the key of the checksum.', 'orders/src/daily-files'],
  ]),
]
