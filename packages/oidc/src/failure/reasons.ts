/** What a program can do about a failure of sign-on. */
export type SignOnFailureKind = 'retryable' | 'reauthenticate' | 'misconfigured' | 'attack'

type Row = readonly [kind: SignOnFailureKind, cause: string, remedy: string]

/** What a failure means: its kind, its cause and what to do, by its reason. */
export const reasons = {
  network_failed: [
    'retryable',
    'The connection to the identity server failed.',
    'Try again; check DNS and the firewall when it lasts.',
  ],
  timed_out: [
    'retryable',
    'The identity server did not answer in time.',
    'Try again; raise timeoutMs when it lasts.',
  ],
  server_unavailable: [
    'retryable',
    'The identity server says that it cannot answer now.',
    'Try again after a moment.',
  ],
  refresh_in_progress: [
    'retryable',
    'Another request refreshes this session and has not finished.',
    'Try again after a moment.',
  ],
  sign_in_in_progress: [
    'retryable',
    'The same callback is being worked on in another request.',
    'Load the page again after a moment.',
  ],
  session_not_saved: [
    'retryable',
    'The session store refused to save the refreshed tokens.',
    'Check the store. The customer may have to sign in again.',
  ],
  login_required: [
    'reauthenticate',
    'The identity server wants the customer to sign in.',
    'Start a sign-in without prompt=none.',
  ],
  consent_required: [
    'reauthenticate',
    'The identity server wants the consent of the customer.',
    'Start a sign-in without prompt=none.',
  ],
  access_denied: [
    'reauthenticate',
    'The customer did not sign in, or did not consent.',
    'Offer to sign in again.',
  ],
  login_too_old: [
    'reauthenticate',
    'The customer has signed in at the identity server longer ago than this sign-in accepts.',
    'Let the customer sign in again, with prompt=login when it happens every time.',
  ],
  transaction_missing: [
    'reauthenticate',
    'This browser has no sign-in under way that fits the callback.',
    'Start the sign-in again in the same browser, with cookies on.',
  ],
  transaction_expired: [
    'reauthenticate',
    'The sign-in was started too long ago.',
    'Start the sign-in again.',
  ],
  code_refused: [
    'reauthenticate',
    'The identity server refused the code: used before, expired, or of another client.',
    'Start the sign-in again. Check redirectUri when it happens every time.',
  ],
  refresh_refused: [
    'reauthenticate',
    'The identity server refused the refresh token: used, expired or revoked.',
    'Let the customer sign in again.',
  ],
  token_refused: [
    'reauthenticate',
    'The identity server refused the access token: expired or revoked.',
    'Refresh the tokens, or let the customer sign in again.',
  ],
  session_ended: [
    'reauthenticate',
    'The session is over: signed out, expired, or without a way to renew its token.',
    'Let the customer sign in again. Ask for the scope "offline" to renew tokens.',
  ],
  issuer_unexpected: [
    'misconfigured',
    'The discovery document names another issuer than the configured one.',
    'Set issuer to the address that the operator gave you for this environment.',
  ],
  metadata_unreadable: [
    'misconfigured',
    'The discovery document or the key set is not what OpenID Connect Discovery describes.',
    'Open the document in a browser; check issuer, or override metadata.',
  ],
  endpoint_missing: [
    'misconfigured',
    'The identity server does not name the endpoint that is needed.',
    'Override it in metadata.',
  ],
  endpoint_insecure: [
    'misconfigured',
    'An endpoint of the identity server is not https.',
    'Use https; plain http is for an issuer on the loopback interface only.',
  ],
  response_unreadable: [
    'misconfigured',
    'The identity server answered something that this protocol does not know.',
    'Check issuer and the endpoints in metadata: a proxy or another service may answer.',
  ],
  client_refused: [
    'misconfigured',
    'The identity server did not accept the client authentication.',
    'Check clientId, the secret or key, and that the registered method is the configured one.',
  ],
  client_secret_mangled: [
    'misconfigured',
    'The client was refused, and its secret holds % or +, which some servers decode twice.',
    'Set encoding to "twice" on client_secret_post, or use client_secret_basic.',
  ],
  request_refused: [
    'misconfigured',
    'The identity server refused the request itself.',
    'Compare redirectUri, scope and grant types with the registration of the client.',
  ],
  scope_refused: [
    'misconfigured',
    'The identity server does not give this client the scope.',
    'Ask the operator to register the scope for the client, or ask for less.',
  ],
  id_token_out_of_date: [
    'misconfigured',
    'The id_token is already over, not yet valid, or tells of a login that is yet to come.',
    'Set the clock of this machine: more than 30 seconds of difference are not tolerated. The server gives auth_time in seconds.',
  ],
  key_unusable: [
    'misconfigured',
    'The private key of the client is none to sign RS256 with.',
    'Give an RSA key of 2048 to 4096 bits, made by importPrivateKey of @merchant-edge/signing.',
  ],
  session_too_large: [
    'misconfigured',
    'The sealed session does not fit into the cookies that a browser keeps.',
    'Keep sessions in the store.',
  ],
  state_mismatch: [
    'attack',
    'The callback does not carry the state of this sign-in, exactly once.',
    'Do not sign in. Start again; look at who links to the callback when it recurs.',
  ],
  issuer_mismatch: [
    'attack',
    'The answer comes from another issuer than the one that was asked.',
    'Do not sign in. Use one redirectUri per identity server.',
  ],
  nonce_mismatch: [
    'attack',
    'The id_token was not made for this sign-in.',
    'Do not sign in. Start again.',
  ],
  id_token_invalid: [
    'attack',
    'The id_token is missing, lacks a claim, is for another client, or is signed otherwise.',
    'Do not sign in. Check clientId; ask the operator when it happens every time.',
  ],
  signature_invalid: [
    'attack',
    'No published key of the identity server has signed the token.',
    'Do not sign in. Check issuer; ask the operator when it happens every time.',
  ],
  at_hash_mismatch: [
    'attack',
    'The access token is not the one that the id_token was issued with.',
    'Do not sign in. Start again.',
  ],
  subject_changed: [
    'attack',
    'The answer is about another customer than the one who signed in.',
    'End the session, and let the customer sign in again.',
  ],
  logout_token_invalid: [
    'attack',
    'The logout token breaks a rule of OpenID Connect Back-Channel Logout.',
    'Answer 400. Check clientId and issuer when genuine ones are refused.',
  ],
  logout_token_replayed: [
    'attack',
    'The logout token was obeyed before.',
    'Answer 400; nothing is left to do.',
  ],
  logout_notice_invalid: [
    'attack',
    'The front-channel notice has not exactly one iss and one sid of this identity server.',
    'Answer 400. Register the logout address with session ids required.',
  ],
  sign_out_state_mismatch: [
    'attack',
    'The return from sign-out does not carry the state of this browser.',
    'Show the page, but believe nothing from the address.',
  ],
  request_forged: [
    'attack',
    'The request came from a page of another origin, or names another identity server.',
    'Send it from your own pages with POST.',
  ],
} as const satisfies Record<string, Row>

/** Stable name of the reason of a failure, for `switch`, counters and logs. */
export type SignOnReason = keyof typeof reasons
