/** What an event of the log about security means, and what to do when it comes often. */
export interface SecurityEvent {
  readonly meaning: string
  readonly remedy: string
}

/** Every event that the log tells about security, by its stable code. */
export const securityEvents = {
  bearer_missing: {
    meaning: "A request for the shop's backend had no bearer secret.",
    remedy: 'Scanners do this. When the shop does it, its configuration has lost the secret.',
  },
  bearer_wrong: {
    meaning: "A request for the shop's backend had a wrong bearer secret.",
    remedy:
      'When it comes from the shop, a change of CHECKOUT_SECRET is half done. Else somebody is guessing: block the network.',
  },
  bearer_let_in: {
    meaning:
      "Requests of the shop's backend came with the secret that the line names, and were let in: one line for each network, Worker and five minutes.",
    remedy:
      'Nothing is to be done. A network that is not the shop is somebody with the secret: change CHECKOUT_SECRET. While it is changed, retire the one before when no line names it any more.',
  },
  operator_token_missing: {
    meaning: 'A request for the API of operators had no token.',
    remedy: 'Scanners do this; nothing is to be done.',
  },
  operator_token_wrong: {
    meaning: 'A request for the API of operators had a token that nobody has.',
    remedy:
      'Ask the operators whether one of them uses an old token. Else block the network; a token that may be known is taken out of OPERATORS.',
  },
  operator_let_in: {
    meaning: 'A request came with the token of the operator whom the line names, and was let in.',
    remedy:
      'Nothing is to be done. Requests from a network or at an hour that the operator does not know are somebody with the token: take it out of OPERATORS.',
  },
  operator_sign_in_needed: {
    meaning:
      'An operator with the role money asked for an action with a token of OPERATORS, which only looks. Nothing was done.',
    remedy:
      'The operator signs in with merchant-edge sign-in. Somebody who does not know of it has the token: take it out of OPERATORS.',
  },
  operator_signed_in: {
    meaning:
      'A command line has come for its token, after the operator whom the line names had approved it at the desk.',
    remedy:
      'Nothing is to be done. Who does not know of it ends it at the desk, under /command-lines.',
  },
  sign_in_code_wrong: {
    meaning:
      'A command line came with a code that is wrong, too old or used before. A sign-in whose code came twice has ended.',
    remedy: 'A person who was slow looks like this. Many are somebody guessing: block the network.',
  },
  operator_role_missing: {
    meaning: 'An operator who may look only has asked for an action.',
    remedy: 'Ask the operator whom the line names.',
  },
  desk_signed_in: {
    meaning: 'The operator whom the line names has signed in at the desk, with a second factor.',
    remedy:
      'Nothing is to be done. A sign-in that the operator does not know of is somebody with their account: take the operator out of CONSOLE_OPERATORS, and end their command lines.',
  },
  desk_stranger: {
    meaning:
      'Somebody who is not in CONSOLE_OPERATORS has signed in at the desk, or asked for a page with that session. They saw nothing.',
    remedy: 'A new colleague looks like this. Else ask who has an account at the identity server.',
  },
  desk_one_factor: {
    meaning:
      'The operator whom the line names came without a second factor, as far as the identity server says. They saw nothing.',
    remedy:
      'The operator switches the second factor on. When many do this, SECOND_FACTOR does not fit the identity server.',
  },
  desk_sign_in_failed: {
    meaning:
      'A sign-in at the desk was broken off or forged; `reason` says how. No session was opened.',
    remedy:
      'A person who turned back looks like this. Many, or a reason that an honest browser has not, are somebody trying.',
  },
  desk_session_over: {
    meaning: 'A request came to the desk with a session that is over or was never one.',
    remedy:
      'A desk that was left open looks like this. Many from one network are somebody guessing.',
  },
  desk_role_missing: {
    meaning: 'An operator who may look only has sent a form of the desk. Nothing was done.',
    remedy: 'Ask the operator whom the line names.',
  },
  desk_login_old: {
    meaning:
      'An operator has sent a form more than half an hour after the last login, and was asked to sign in again. Nothing was done.',
    remedy: 'Nothing is to be done.',
  },
  desk_foreign_form: {
    meaning: 'A form for the desk came from another site. Nothing was done.',
    remedy:
      'Somebody tries to let an operator act unawares: ask who has followed a link. An old browser that says neither Origin nor Sec-Fetch-Site looks the same.',
  },
  command_line_approved: {
    meaning: 'The operator whom the line names has approved a command line at the desk.',
    remedy:
      'Nothing is to be done. Who does not know of it ends it at the desk, under /command-lines.',
  },
  command_line_refused: {
    meaning: 'The operator whom the line names was asked to approve a command line, and refused.',
    remedy:
      'Ask the operator. Who has not started it was led there by a program or a page: find out which.',
  },
  order_key_wrong: {
    meaning: 'An address of an order had a key that is not the one of the order.',
    remedy:
      'A link that was cut off or is older than the last ORDER_KEY_SECRET looks like this. Many orders from one network are somebody guessing: block the network.',
  },
  foreign_form: {
    meaning: 'A form that pays with a linked wallet came from another site. Nothing was charged.',
    remedy: 'Somebody tries to let a customer pay unawares. Tell the customer of the order.',
  },
  link_token_wrong: {
    meaning: 'A link callback came to an address whose token is not ours. Nothing was done.',
    remedy:
      'After a change of CALLBACK_SECRET set the one before as CALLBACK_SECRET_PREVIOUS. Else nothing is to be done.',
  },
  callback_token_wrong: {
    meaning:
      'A payment callback came to an address whose token is not ours. It was refused before its signature was looked at.',
    remedy:
      'After a change of CALLBACK_SECRET set the one before as CALLBACK_SECRET_PREVIOUS. Else somebody is forging callbacks: block the network.',
  },
  callback_signature_wrong: {
    meaning: 'A payment callback was not signed with a key of the service. It was refused.',
    remedy:
      'Compare CALLBACK_KEYS with the keys that the service announces. If they agree, somebody is forging callbacks.',
  },
  rate_limited: {
    meaning: 'An address asked more often than it may, and was answered 429.',
    remedy:
      'A network that goes on is to be blocked. When it is a mobile network with many customers, raise the limit in wrangler.jsonc.',
  },
} as const satisfies Record<string, SecurityEvent>

/** Stable code of an event about security. */
export type SecurityEventCode = keyof typeof securityEvents
