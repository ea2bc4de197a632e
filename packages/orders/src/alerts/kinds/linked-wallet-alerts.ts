import type { AlertKindEntry } from './alert-kind-entry.ts'

/** Alerts about linked wallets and held money. */
export const linkedWalletAlerts = {
  linked_payment_unknown: {
    about: 'linked wallets',
    meaning:
      'The service gave no trustworthy answer to a payment with a linked wallet, or, in the month after a restore of the database (then there is a `code`), refused it as it refuses a reference that it already has: the wallet may have been charged in the lost time. Or a person had recorded it as paid under a transaction that the service names for another payment of the order (`paid_reference`), so that nothing says any more whether this one was made. The payment is not sent again, and the customer is offered no other way to pay.',
    remedy:
      'Look it up at the service by its reference, and settle it by a verdict. After a restore, the file of the day settles it if it names the reference as paid.',
    closesOnce: 'payment_known',
  },
  linked_answer_contradicts: {
    about: 'linked wallets',
    meaning:
      'The answer to a payment with a linked wallet contradicts itself or names something else. The payment is unknown.',
    remedy: 'Ask the service about the reference, and settle the payment by a verdict.',
    closesOnce: 'payment_known',
  },
  linked_payment_contradicted: {
    about: 'linked wallets',
    meaning:
      'A person has recorded a payment with a linked wallet as paid, and the late answer of the service names another transaction for it (`transaction_id`). The payment is that of the order, or a disputed one, by the same money, under the transaction that the person has named.',
    remedy:
      'Look both transactions up at the service, and record the payment as paid under the one that it has named: on the page of its order at the desk, or with `payments settle`. Nothing is taken or returned by that.',
    closesOnce: 'transaction_corrected',
  },
  linked_payment_denied: {
    about: 'linked wallets',
    meaning:
      'A person has recorded a payment with a linked wallet as paid, and an answer of the service says that no money was taken (`says`): the payment was refused, waits for a code, its capture has failed, or the service knows no such payment. It still counts as paid.',
    remedy:
      'Look the reference up at the service. If no money was taken and it is a disputed payment, end it as never made (on the page of its order at the desk, or `payments release` with `--never-made`). If it is the payment of the order, and another one is disputed, accept that one in its place (`payments accept` with `--instead-of`). Otherwise do not fulfil the order, or ask the customer to pay again under a new order: what counts as the payment of an order stays so, and the daily file does not have it.',
    closedByHand:
      'the payment of an order stays so, and only a person learns whether the customer has paid in another way',
  },
  linked_payment_taken: {
    about: 'linked wallets',
    meaning:
      'A person has recorded a payment with a linked wallet as not paid, and the service answers a request to release its money that the money is captured. The order store does not count it.',
    remedy:
      'Look the reference up at the service, and record the payment as paid after all: on the page of its order at the desk, or with `payments settle`. It then pays its order, or is a disputed payment that can be returned.',
    closesOnce: 'payment_paid',
  },
  link_token_unreadable: {
    about: 'linked wallets',
    meaning:
      'The stored token of a linked wallet opens neither under LINK_SECRET nor under LINK_SECRET_PREVIOUS. The link has ended here; the service still has it.',
    remedy:
      'Set the previous secret as LINK_SECRET_PREVIOUS before more links end. The customer, whom `links show` names by the subject of the alert, links the wallet again; ask the service to remove the old link, `service_link_id`.',
    closedByHand:
      'the service removes the old link when somebody asks it to, and does not report that',
  },
  link_page_refused: {
    about: 'linked wallets',
    meaning:
      'The service named a page for linking on an origin that is not allowed. The customer was not sent there.',
    remedy: 'If the service has moved its page, add the origin to PAYMENT_ORIGINS.',
    closedByHand: 'only a person knows whether the page belongs to the service',
  },
  second_link: {
    about: 'linked wallets',
    meaning:
      'The service has confirmed a link for a customer who has another one already, which is still valid. The second one cannot pay here, and the service is asked to unlink it.',
    remedy:
      'Nothing as long as it closes by itself. If the service does not unlink it, another alert says so.',
    closesOnce: 'wallet_unlinked',
  },
  link_unanswered: {
    about: 'linked wallets',
    replacesFacts: true,
    meaning:
      'The service has not said for more than an hour after the deadline of a request to link a wallet whether the customer has confirmed it. The request has ended here, so that the customer may request another link. The query is repeated, up to forty times; a late answer still links the wallet.',
    remedy:
      'Read `why` in the alert. An outage ends by itself. If the key or the signature is refused, repair it here. If only this link is answered with errors, ask the service about it, `service_link_id`.',
    closesOnce: 'link_not_repeated',
  },
  link_given_up: {
    about: 'linked wallets',
    meaning:
      'The service has not said whether a customer has confirmed a link, and is not queried any more, after forty queries or because the customer was erased. The link cannot pay here; the service may show it as linked. If a callback about it comes, the service is queried again, unless the customer was erased.',
    remedy:
      'Look the link up at the service, `service_link_id`. If it exists there, ask the service to remove it, and let the customer, whom `links show` names by the subject of the alert, link the wallet again. Close the alert then, or if there is no such link.',
    closesOnce: 'link_known',
  },
  unlink_unanswered: {
    about: 'linked wallets',
    replacesFacts: true,
    meaning:
      'Five requests to unlink a wallet were not confirmed by the service. The wallet cannot pay here any more; the request is retried.',
    remedy: 'Read `why` in the alert; an outage ends by itself.',
    closesOnce: 'unlink_not_repeated',
  },
  unlink_given_up: {
    about: 'linked wallets',
    meaning:
      'A wallet could not be unlinked at the service. It cannot pay here, but the service may still show it as linked.',
    remedy:
      'Let the backend of the shop unlink the wallet once more (`DELETE /links/{customerId}` of the checkout; `links show` names the customer by the subject of the alert), or ask the service to remove the link, `service_link_id`.',
    closesOnce: 'wallet_unlinked',
  },
  hold_overdue: {
    about: 'linked wallets',
    meaning:
      'Money of a customer has been held for longer than HOLD_MINUTES. After twice this time it is released.',
    remedy:
      'Capture the order if it was fulfilled; otherwise release it. Only the backend of the shop can do this: `POST /orders/{id}/capture` or `POST /orders/{id}/release` of the checkout.',
    closesOnce: 'hold_ended',
  },
  hold_released_overdue: {
    about: 'linked wallets',
    meaning: 'Money was held for twice HOLD_MINUTES and is released now.',
    remedy: 'If the order was fulfilled, ask the customer to pay again, by a new order.',
    closedByHand:
      'only a person knows whether the order was fulfilled, and whether the customer has paid it by another one',
  },
  hold_unanswered: {
    about: 'linked wallets',
    replacesFacts: true,
    meaning:
      'Five requests to capture or release held money got no answer from the service, or one that settles nothing. The request is retried.',
    remedy:
      'Read `why` in the alert. An outage ends by itself. If the service does not know the payment (4040001), look its reference up at the service: if there is no such payment, settle it as not paid (on the page of its order at the desk, or with `payments settle`).',
    closesOnce: 'hold_not_repeated',
  },
  hold_given_up: {
    about: 'linked wallets',
    replacesFacts: true,
    meaning:
      'Held money could be neither captured nor released, and the request is not retried any more. The money stays held. The alert is raised again every day until this is settled.',
    remedy:
      'Let the backend of the shop capture or release the order once more (`POST /orders/{id}/capture` or `POST /orders/{id}/release` of the checkout), which sends the request again. Otherwise ask the service by the reference, and settle the payment by a verdict.',
    closesOnce: 'hold_ended',
  },
  hold_contradicted: {
    about: 'linked wallets',
    replacesFacts: true,
    meaning:
      'A person has recorded a payment with a linked wallet as paid, or as not paid, and an answer of the service says that the money is held: it is neither captured nor released. The service is asked to do what the person has said, up to forty times, and has not confirmed it.',
    remedy:
      'Let the backend of the shop send the request again: `POST /orders/{id}/capture` of the checkout if the payment counts as paid, or `POST /orders/{id}/release` if not. Otherwise ask the service by the reference.',
    closesOnce: 'hold_known',
  },
  hold_unconfirmed: {
    about: 'linked wallets',
    replacesFacts: true,
    meaning:
      'A person has called a payment with a linked wallet paid, or not paid, whose money may be held, and the service has not answered forty requests to capture or release it accordingly. The money may still be held, and the request is not retried any more.',
    remedy:
      'Look the reference up at the service. If the money is held, let the backend of the shop send the request again: `POST /orders/{id}/capture` of the checkout if the payment counts as paid, or `POST /orders/{id}/release` if not. If nothing is held, close the alert.',
    closesOnce: 'hold_known',
  },
  capture_failed: {
    about: 'linked wallets',
    meaning:
      'The service refused to capture held money, and is now asked to release it. The order is not paid.',
    remedy:
      'Do not fulfil the order; if it was fulfilled, ask the customer to pay again, by a new order.',
    closedByHand:
      'only a person knows whether the order was fulfilled, and whether the customer has paid it by another one',
  },
  superfluous_hold: {
    about: 'linked wallets',
    meaning:
      'An order was paid in another way while money was held for it; the held money is released.',
    remedy:
      'Nothing as long as it closes by itself. If the service does not release the money, another alert says so.',
    closesOnce: 'hold_ended',
  },
  released_after_paid: {
    about: 'linked wallets',
    meaning:
      'The service now says that it has released money that it had reported as captured. The order counts as paid.',
    remedy:
      'Ask the service which answer is true; if the money was released, do not fulfil the order.',
    closedByHand:
      'the service has given two answers that contradict each other, and no further call is made about the money',
  },
} as const satisfies Readonly<Record<string, AlertKindEntry>>
