/** Kind, cause and remedy of each reason to suspect an attack. */
export const attackReasons = {
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
} as const satisfies Record<string, readonly ['attack', cause: string, remedy: string]>
