import type { AlertKindEntry } from './alert-kind-entry.ts'

/** Alerts about linked wallets and held money. */
export const linkedWalletAlerts = {
  linked_payment_unknown: {
    about: 'linked wallets',
    meaning:
      'A payment with a linked wallet has no trustworthy answer. It is not sent again, and no other way to pay is offered.',
    remedy: 'Look it up at the service by its reference, and settle it by a verdict.',
    closesOnce: 'payment_known',
  },
  linked_answer_contradicts: {
    about: 'linked wallets',
    meaning:
      'The answer to a payment with a linked wallet contradicts itself or names something else. The payment is unknown.',
    remedy: 'Ask the service about the reference, and settle the payment by a verdict.',
    closesOnce: 'payment_known',
  },
  link_token_unreadable: {
    about: 'linked wallets',
    meaning:
      'The stored token of a linked wallet opens neither under LINK_SECRET nor under LINK_SECRET_PREVIOUS. The link has ended here; the service still has it.',
    remedy:
      'Set the secret so far as LINK_SECRET_PREVIOUS before more links end. The customer links the wallet again; ask the service to remove the old link.',
  },
  link_page_refused: {
    about: 'linked wallets',
    meaning:
      'The service named a page for linking on an origin that is not allowed. The customer was not sent there.',
    remedy: 'If the service has moved its page, add the origin to PAYMENT_ORIGINS.',
  },
  second_link: {
    about: 'linked wallets',
    meaning:
      'The service has confirmed a link for a customer who has another one already. The second one is not used.',
    remedy: 'Ask the service to remove the second link.',
  },
  unlink_unanswered: {
    about: 'linked wallets',
    tellsWhatIs: true,
    meaning:
      'The service has not confirmed five times that a wallet is unlinked. The wallet cannot pay here any more; it is asked on.',
    remedy: 'Read `why` in the alert; an outage ends by itself.',
    closesOnce: 'wallet_unlinked',
  },
  unlink_given_up: {
    about: 'linked wallets',
    meaning:
      'A wallet could not be unlinked at the service. It cannot pay here, but the service may still show it as linked.',
    remedy: 'Unlink the wallet once more, or ask the service to remove the link.',
    closesOnce: 'wallet_unlinked',
  },
  hold_overdue: {
    about: 'linked wallets',
    meaning:
      'Money of a customer has been held for longer than HOLD_MINUTES. After twice this time it goes back.',
    remedy: 'Capture the order if it was fulfilled, else release it.',
    closesOnce: 'hold_ended',
  },
  hold_released_overdue: {
    about: 'linked wallets',
    meaning: 'Money was held for twice HOLD_MINUTES and is given back now.',
    remedy: 'If the order was fulfilled, ask the customer to pay again.',
  },
  hold_unanswered: {
    about: 'linked wallets',
    tellsWhatIs: true,
    meaning:
      'The service has not answered five times whether held money is taken or given back. It is asked on.',
    remedy: 'Read `why` in the alert; an outage ends by itself.',
    closesOnce: 'hold_ended',
  },
  hold_given_up: {
    about: 'linked wallets',
    tellsWhatIs: true,
    meaning:
      'Held money could be neither taken nor given back, and is not asked about any more. It stays held. The alert is raised anew every day until it is settled.',
    remedy:
      'Capture or release the order once more: it is asked about again. Else ask the service by the reference, and settle the payment by a verdict.',
    closesOnce: 'hold_ended',
  },
  capture_failed: {
    about: 'linked wallets',
    meaning:
      'The service did not let held money be taken; it is asked to give it back. The order is not paid.',
    remedy: 'Do not fulfil the order; if it was fulfilled, ask the customer to pay again.',
  },
  superfluous_hold: {
    about: 'linked wallets',
    meaning:
      'An order was paid in another way while money was held for it; the held money goes back.',
    remedy: 'See that the money is released; nothing else is to be done.',
  },
  released_after_paid: {
    about: 'linked wallets',
    meaning:
      'The service says that money was given back which it had called taken before. The order counts as paid.',
    remedy: 'Ask the service what is true; if the money is back, do not fulfil the order.',
  },
} as const satisfies Readonly<Record<string, AlertKindEntry>>
