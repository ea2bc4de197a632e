import { section } from './statement.ts'

/** Sections 4.1, 5 and 6: sign-on, signatures and what the service sends. */
export const security = [
  ...section('4.1', [
    ['GET /oauth2/auth takes seven parameters.', 'sandbox/src/identity/authorization'],
    [
      'After log-in and consent it leads back with code and state.',
      'sandbox/src/identity/authorization',
    ],
    ['POST /oauth2/token exchanges the code, as a form.', 'sandbox/src/identity/tokens'],
    ['It renews; PKCE needs no client_secret; multipart is taken.', 'sandbox/src/identity/tokens'],
    ['The code_verifier is checked.', 'sandbox/src/identity/tokens'],
    ['GET user-info takes Authentication: bearer.', 'oidc/src/user-info'],
    ['The scopes limit what it answers.', 'sandbox/src/identity/scopes.ts'],
    ['GET sessions/logout takes a hint, an address and state.', 'sandbox/src/identity/logout'],
    ['Front channel: a GET with iss and sid.', 'sandbox/src/identity/logout'],
    ['Back channel: a POST with a logout_token.', 'sandbox/src/identity/logout'],
    ['The discovery document has every member.', 'sandbox/src/identity/discovery.ts'],
    [
      'Grants and response types that discovery announces besides the code.',
      'sandbox/src/identity/discovery.ts',
      'G-85',
    ],
    ['Tokens are revoked.', 'sandbox/src/identity/tokens'],
    ['The flow as a whole, for every kind of client.', 'oidc/src'],
  ]),
  ...section('5.1', [
    ['Five headers are required, with their lengths.', 'sandbox/src/authentication'],
    [
      'The timestamp is in seconds, and a nonce is new for two hours.',
      'sandbox/src/authentication',
    ],
  ]),
  ...section('5.2', [
    ['RSA with SHA-256, PKCS#1 v1.5, as base64.', 'signing/src'],
    ['Keys have 2048 bits.', 'signing/src/import-key.ts', 'G-160'],
    ['A request is verified with the key of X-Key-Code.', 'sandbox/src/authentication'],
    ['The signed text has six parts, the body as it is sent.', 'signing/src/signed-text.ts'],
    ['Without a body it ends with the semicolon.', 'signing/src/signed-text.ts'],
    ['Whether the query belongs to the signed address.', 'client/src/sending', 'G-01'],
    ['The pair is made by the partner or by the service, and shown once.', 'cli/src/keys'],
  ]),
  ...section('5.3', [
    ['Six bodies have a signed text of their own.', 'signing/src/joined-values.ts'],
    ['The amount in points is part of that of a linked payment.', 'signing/src/joined-values.ts'],
  ]),
  ...section('5.4', [
    ['The signature of a callback covers status, transaction and order.', 'callback/src'],
    ['The service gives its public key, and may change it.', 'workers/ipn/src/callback-keyring.ts'],
  ]),
  ...section('5.5', [
    ['Four ways in which a client authenticates.', 'sandbox/src/identity/tokens'],
    ['The customer is asked for with Authentication: bearer.', 'oidc/src/user-info'],
    ['Native, single-page and web clients.', 'oidc/src'],
    ['A backend that checks tokens is a client too.', 'oidc/src/user-info'],
    ['An access token lives an hour, a refresh token 720.', 'sandbox/src/settings/rules.ts'],
  ]),
  ...section('6.1', [
    ['The callback of a payment is a GET with its fields.', 'workers/ipn/src/create-ipn.ts'],
  ]),
  ...section('6.2', [
    ['The callback of a link goes to the callback_url.', 'sandbox/src/linked-accounts', 'G-11'],
  ]),
  ...section('6.3', [
    ['Notices of sign-out go to the registered addresses.', 'sandbox/src/identity/logout'],
    ['The claims of a logout_token.', 'sandbox/src/identity/logout', 'G-20'],
  ]),
  ...section('7', [
    ['Every code of the tables has its call, its meaning and its remedy.', 'contract/src/refusals'],
  ]),
  ...section('8', [['Every limit holds, on both of its sides.', 'contract/src/limits.ts']]),
  ...section('9', [
    ['A deprecated call keeps working.', 'contract/src/transaction-qr/gen-transaction-qr.ts'],
  ]),
]
