/** Meaning of a security event in the log, and what to do when it occurs often. */
export interface SecurityEvent {
  readonly meaning: string
  readonly remedy: string
}

/** Every security event of the log, by its stable code. */
export const securityEvents = {
  bearer_missing: {
    meaning: "A request for the shop's backend had no bearer secret.",
    remedy:
      'Scanners do this. When the request came from the shop, its configuration has lost the secret.',
  },
  bearer_wrong: {
    meaning: "A request for the shop's backend had a wrong bearer secret.",
    remedy:
      'When it comes from the shop, a change of CHECKOUT_SECRET is half done. Otherwise somebody is guessing: block the network.',
  },
  bearer_let_in: {
    meaning:
      "Requests of the shop's backend came with the secret that the line names, and were accepted: one line for each network, Worker and five minutes.",
    remedy:
      'Nothing has to be done. If the network does not belong to the shop, somebody else has the secret: change CHECKOUT_SECRET. During a change, retire the previous secret when no line names it any more.',
  },
  operator_token_missing: {
    meaning: 'A request for the API of operators had no token.',
    remedy: 'Scanners do this; nothing has to be done.',
  },
  operator_token_wrong: {
    meaning: 'A request for the API of operators had an unknown token.',
    remedy:
      'Ask the operators whether one of them uses an old token. Otherwise block the network, and remove a token that may have leaked from OPERATORS.',
  },
  operator_let_in: {
    meaning: 'A request came with the token of the operator whom the line names, and was accepted.',
    remedy:
      'Nothing has to be done. If the operator does not recognize the network or the hour, somebody else has the token: remove it from OPERATORS.',
  },
  operator_sign_in_needed: {
    meaning:
      'An operator with the role money requested an action with a token of OPERATORS, which is read-only for persons. Nothing was done.',
    remedy:
      'The operator must sign in with merchant-edge sign-in. If the operator did not send the request, somebody else has the token: remove it from OPERATORS.',
  },
  operator_signed_in: {
    meaning:
      'A command line has fetched its token, after the operator whom the line names had approved it at the desk.',
    remedy:
      'Nothing has to be done. If the operator does not recognize this sign-in, end it at the desk under /command-lines.',
  },
  sign_in_code_wrong: {
    meaning:
      'A command line sent a code that is wrong, expired or already used. A sign-in whose code was sent twice has been ended.',
    remedy:
      'A slow person can cause this. When there are many, somebody is guessing: block the network.',
  },
  operator_role_missing: {
    meaning: 'A read-only operator (role view) requested an action.',
    remedy: 'Ask the operator whom the line names.',
  },
  desk_signed_in: {
    meaning: 'The operator whom the line names has signed in at the desk, with a second factor.',
    remedy:
      'Nothing has to be done. If the operator does not recognize this sign-in, somebody else uses the account: remove the operator from CONSOLE_OPERATORS, and end their command lines.',
  },
  desk_stranger: {
    meaning:
      'Somebody who is not in CONSOLE_OPERATORS has signed in at the desk, or asked for a page with that session. They saw nothing.',
    remedy:
      'A new colleague can cause this. Otherwise ask who has an account at the identity server.',
  },
  desk_one_factor: {
    meaning:
      'The operator whom the line names came without a second factor, as far as the identity server says. They saw nothing.',
    remedy:
      'The operator must enable the second factor. When many operators are affected, SECOND_FACTOR does not match the identity server.',
  },
  desk_sign_in_failed: {
    meaning:
      'A sign-in at the desk was broken off or forged; `reason` says how. No session was opened.',
    remedy:
      'A person who went back can cause this. Many events, or a reason that no honest browser causes, mean an attack.',
  },
  desk_session_over: {
    meaning: 'A request came to the desk with a session that has ended or never existed.',
    remedy:
      'A desk page that was left open can cause this. Many events from one network mean that somebody is guessing.',
  },
  desk_role_missing: {
    meaning: 'A read-only operator (role view) has sent a form of the desk. Nothing was done.',
    remedy: 'Ask the operator whom the line names.',
  },
  desk_login_old: {
    meaning:
      'An operator has sent a form more than half an hour after the last login, and was asked to sign in again. Nothing was done.',
    remedy: 'Nothing has to be done.',
  },
  desk_foreign_form: {
    meaning: 'A form for the desk came from another site. Nothing was done.',
    remedy:
      'Somebody may be trying cross-site request forgery: ask who has followed a link. An old browser that sends neither Origin nor Sec-Fetch-Site causes the same event.',
  },
  command_line_approved: {
    meaning: 'The operator whom the line names has approved a command line at the desk.',
    remedy:
      'Nothing has to be done. If the operator does not recognize this sign-in, end it at the desk under /command-lines.',
  },
  command_line_refused: {
    meaning: 'The operator whom the line names was asked to approve a command line, and refused.',
    remedy:
      'Ask the operator. If the operator did not start a sign-in, a program or a page led there: find out which.',
  },
  order_key_wrong: {
    meaning: 'A request for the page of an order had a wrong key.',
    remedy:
      'A truncated link, or a link older than the last ORDER_KEY_SECRET, can cause this. Many orders from one network mean that somebody is guessing: block the network.',
  },
  foreign_form: {
    meaning: 'A form that pays with a linked wallet came from another site. Nothing was charged.',
    remedy:
      'Somebody may be trying to charge a customer by cross-site request forgery. Tell the customer of the order.',
  },
  link_token_wrong: {
    meaning: 'A link callback came to an address with a wrong token. Nothing was done.',
    remedy:
      'After a change of CALLBACK_SECRET, set the previous value as CALLBACK_SECRET_PREVIOUS. Otherwise nothing has to be done.',
  },
  callback_token_wrong: {
    meaning:
      'A payment callback came to an address with a wrong token or none. It was rejected before its signature was checked.',
    remedy:
      'After a change of CALLBACK_SECRET, set the previous value as CALLBACK_SECRET_PREVIOUS. Otherwise somebody is forging callbacks, or sends those of another merchant: block the network.',
  },
  callback_signature_wrong: {
    meaning: 'A payment callback was not signed with a key of the service. It was rejected.',
    remedy:
      'Compare CALLBACK_KEYS with the keys that the service has published. If they match, somebody is forging callbacks.',
  },
  rate_limited: {
    meaning: 'A client address exceeded its rate limit and was answered 429.',
    remedy:
      'Block a network that continues. If it is a mobile network with many customers, raise the limit in wrangler.jsonc.',
  },
} as const satisfies Record<string, SecurityEvent>

/** Stable code of an event about security. */
export type SecurityEventCode = keyof typeof securityEvents
