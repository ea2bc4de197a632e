import { section } from './statement.ts'

/** Sections 4.0, 4.1, 5 and 6: what all calls have, sign-on, signatures and callbacks. */
export const security = [
  ...section('4.0', [
    [
      'A call has a JSON body; its Content-Type and Accept are application/json.',
      'client/src/sending',
    ],
  ]),
  ...section('4.1', [
    ['GET /oauth2/auth takes seven parameters.', 'sandbox/src/identity/authorization'],
    [
      'After login and consent it redirects back with code and state.',
      'sandbox/src/identity/authorization',
    ],
    [
      'POST /oauth2/token exchanges the code; the request is a form.',
      'sandbox/src/identity/tokens',
    ],
    [
      'The token endpoint renews tokens, needs no client_secret with PKCE, and accepts multipart forms.',
      'sandbox/src/identity/tokens',
    ],
    ['The token endpoint checks the code_verifier.', 'sandbox/src/identity/tokens'],
    ['GET user-info takes the token in the header Authentication: bearer.', 'oidc/src/user-info'],
    ['The scopes limit which fields user-info returns.', 'sandbox/src/identity/scopes.ts'],
    [
      'GET sessions/logout takes a hint, a redirect address and state.',
      'sandbox/src/identity/logout',
    ],
    [
      'A logout notice over the front channel is a GET with iss and sid.',
      'sandbox/src/identity/logout',
    ],
    [
      'A logout notice over the back channel is a POST with a logout_token.',
      'sandbox/src/identity/logout',
    ],
    ['The discovery document has every listed member.', 'sandbox/src/identity/discovery.ts'],
    [
      'The discovery document announces more grants and response types than the code flow.',
      'sandbox/src/identity/discovery.ts',
      'G-85',
    ],
    ['Tokens can be revoked.', 'sandbox/src/identity/tokens'],
    ['The whole flow works for every kind of client.', 'oidc/src'],
  ]),
  ...section('5.1', [
    [
      'Four headers are required and X-Request-ID is optional; their lengths are limited.',
      'sandbox/src/authentication',
    ],
    [
      'The timestamp is in seconds; a nonce may not be repeated within two hours.',
      'sandbox/src/authentication',
    ],
  ]),
  ...section('5.2', [
    ['Signatures are RSA with SHA-256 and PKCS#1 v1.5, in base64.', 'signing/src'],
    ['Keys have 2048 bits.', 'signing/src/import-key.ts', 'G-160'],
    ['A request is verified with the key that X-Key-Code names.', 'sandbox/src/authentication'],
    [
      'The signed text has six parts; the last one is the body as sent.',
      'signing/src/signed-text.ts',
    ],
    ['Without a body the signed text ends with the semicolon.', 'signing/src/signed-text.ts'],
    [
      'The address is signed; whether the query belongs to it is left open.',
      'client/src/sending',
      'G-01',
    ],
    [
      'The partner or the service generates the key pair; the private key is shown once.',
      'cli/src/keys',
    ],
    [
      'The body in the signed text is compact JSON; characters beyond ASCII are not escaped.',
      'signing/src/explanation/body-form.ts',
    ],
  ]),
  ...section('5.3', [
    [
      'Six calls have a signature in the body, each over its own text.',
      'signing/src/joined-values.ts',
    ],
    [
      'The signed text of a linked payment contains the amount in points.',
      'signing/src/joined-values.ts',
    ],
  ]),
  ...section('5.4', [
    ['The signature of a callback covers pay_status, transaction_id and order_id.', 'callback/src'],
    [
      'The service publishes its public key and may change it.',
      'workers/ipn/src/callback-keyring.ts',
    ],
  ]),
  ...section('5.5', [
    ['A client authenticates in one of four ways.', 'sandbox/src/identity/tokens'],
    ['The user-info request has the header Authentication: bearer.', 'oidc/src/user-info'],
    ['Clients are native, single-page or web applications.', 'oidc/src'],
    ['A backend that checks access tokens is a client too.', 'oidc/src/user-info'],
    [
      'An access token is valid for one hour, a refresh token for 720 hours.',
      'sandbox/src/settings/rules.ts',
    ],
  ]),
  ...section('6.1', [
    [
      'The callback of a payment is a GET with the fields in the query.',
      'workers/ipn/src/create-ipn.ts',
    ],
  ]),
  ...section('6.2', [
    ['The callback of a link goes to the callback_url.', 'sandbox/src/linked-accounts', 'G-11'],
  ]),
  ...section('6.3', [
    ['Logout notices are sent to the registered addresses.', 'sandbox/src/identity/logout'],
    [
      'A logout_token carries claims; which ones is left open.',
      'sandbox/src/identity/logout',
      'G-20',
    ],
  ]),
  ...section('7', [
    [
      'Every code of the tables belongs to a call and has a meaning and a remedy.',
      'contract/src/refusals',
    ],
  ]),
  ...section('8', [
    [
      'Every limit is enforced: its value is accepted and the next one refused.',
      'contract/src/limits.ts',
    ],
  ]),
  ...section('9', [
    ['A deprecated call keeps working.', 'contract/src/transaction-qr/gen-transaction-qr.ts'],
  ]),
]
