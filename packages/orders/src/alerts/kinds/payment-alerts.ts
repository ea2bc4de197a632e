import type { AlertKindEntry } from './alert-kind-entry.ts'

/** Alerts about payments. */
export const paymentAlerts = {
  amount_mismatch: {
    about: 'payments',
    meaning:
      'The signed query says that the paid amount differs from the amount of the order. The order is disputed and was not fulfilled.',
    remedy:
      'Compare the amounts of the alert with the order. Accept the payment (the order is then paid with the paid amount), or return it by a refund that names its transaction: on the page of the order at the desk, or with `payments accept` or `refunds create --transaction`.',
    closesOnce: 'dispute_ended',
  },
  token_amount_mismatch: {
    about: 'payments',
    meaning:
      "A callback arrived at an address whose token was made for a different amount than that of the order. The order becomes disputed once the service confirms the payment, unless the payment already counts as the order's.",
    remedy:
      'Find out whether CALLBACK_SECRET has leaked or the order was changed in the database. If the order is disputed, then accept the payment, or return it by a refund that names its transaction: on the page of the order at the desk, or with `payments accept` or `refunds create --transaction`.',
    closedByHand:
      'a secret may have leaked, and nothing that the order store sees later shows that it has not',
  },
  possible_double_payment: {
    about: 'payments',
    meaning: 'A second payment of an order arrived: the customer has probably paid twice.',
    remedy:
      'Look both transactions up at the service. Return the disputed one in full, by a refund that names its transaction (on the page of the order at the desk, or with `refunds create --transaction`): the order is then paid by the other one. If there was one payment only, which its callback and its query have named differently (`transaction_id_of_query`), return nothing: the refund would return that payment. Release the disputed one instead (at the desk, or with `payments release`). If only a person has called the disputed payment paid, and the service knows of no such payment, end it as never made (“It was never made” at the desk, or `payments release` with `--never-made`): a refund of it would be refused for ever. If it is the payment that counts which only a person has called paid, and which was never made, accept the disputed one in its place (at the desk, or `payments accept` with `--instead-of`), and return nothing: the refund would return the only money that came.',
    closesOnce: 'dispute_ended',
  },
  payment_of_disputed_order: {
    about: 'payments',
    meaning: 'Another payment arrived for an order that is already disputed.',
    remedy:
      'Accept one of the disputed payments of the order, and return every other one in full by a refund that names its transaction: on the page of the order at the desk, or with `payments accept` and `refunds create --transaction`. End one that only a person has called paid, and that was never made, with “It was never made” at the desk, or `payments release` with `--never-made`.',
    closesOnce: 'dispute_ended',
  },
  transaction_of_other_order: {
    about: 'payments',
    meaning:
      'The service names for this order a transaction that already belongs to another order. This order is disputed and was not fulfilled.',
    remedy:
      'Ask the service which order the transaction belongs to, and whether money has moved once or twice. If money has moved once, release the payment to the other order; this order ends, and the customer pays a new one. If money has moved for this order too, accept the payment, or return it by a refund that names its transaction. If a person has named the transaction for a payment with a linked wallet that was never made, end it so (`--never-made`). All of this is done on the page of the order at the desk, or with `payments release`, `payments accept` or `refunds create --transaction`.',
    closesOnce: 'dispute_ended',
  },
  paid_amount_differs: {
    about: 'payments',
    meaning:
      'A person has recorded a payment with a linked wallet as paid, and the service names its transaction for another payment of the order, with another amount than the price (`order_amount`). The order stays paid, with the amount that the service names unless money of it was returned before; it was not disputed.',
    remedy:
      'Compare the amount of the alert with the order, and look the transaction up at the service. If the customer has paid too little, ask for the rest, or do not fulfil the order and return what was paid; if too much, return the difference: by a refund, on the page of the order at the desk or with `refunds create`.',
    closedByHand:
      'what counts as the payment of an order stays so, and only a person knows what was settled with the customer',
  },
  paid_parts_differ: {
    about: 'payments',
    meaning:
      'The order is paid exactly, but the parts (money and points) that the service names do not add up to its amount. Refunds of this order may be refused.',
    remedy: 'Ask the service for the parts of the transaction before you refund any of it.',
    closedByHand:
      'the service names the parts of a payment once, and nothing later shows which ones are right',
  },
  callback_denied: {
    about: 'payments',
    replacesFacts: true,
    meaning:
      'A signed callback says that an order was paid, and two minutes or more after it arrived the signed query says something else, or that the service knows no order with this id (4040001). The order is paid_unverified, unless it had another state; the query is repeated for three hours.',
    remedy:
      'Do not fulfil the order. Read `why` in the alert. If it lasts, ask the service about the transaction. If there was no payment, decide “There is no payment” at the desk once the time of the order is over, or run `merchant-edge payments deny`.',
    closesOnce: 'callback_not_repeated',
  },
  confirmations_unanswered: {
    about: 'payments',
    replacesFacts: true,
    meaning:
      'Signed callbacks say that orders were paid, and for two minutes or more the service has given no usable answer to the signed query about them. These orders stay paid_unverified and are marked paid later; the queries are repeated. There is one alert an hour while it lasts; the facts are those of the last query.',
    remedy:
      'Read `why` in the alert. An outage of the service ends by itself. If the key, the signature or the time is refused, run `merchant-edge doctor`.',
    closesOnce: 'confirmations_answered',
  },
  callback_not_confirmed: {
    about: 'payments',
    meaning:
      'A signed callback says that an order was paid, and the signed query has not confirmed it in twelve tries. The order stays paid_unverified and is still queried: every hour while the service does not answer, every day when it denies the payment or does not know it.',
    remedy:
      'Read `why` in the alert. If the service is down, wait. If it denies the payment or knows no order with this id (4040001), ask it about the transaction, and do not fulfil the order. If there was no payment, decide “There is no payment” at the desk, or run `merchant-edge payments deny`: the service is queried once more, the order expires and the shop gets an event. A later payment still counts.',
    closesOnce: 'order_confirmed',
  },
  callback_of_other_order: {
    about: 'payments',
    meaning:
      'A signed callback arrived at the address of an order, but names an order id of the service that does not belong to this order. It was not used.',
    remedy:
      'Look both ids up at the service; replay the callback once it is clear which order it belongs to (`callbacks replay`, or “Run it again” at the desk).',
    closedByHand: 'the callback was not used, and only the service knows which order it belongs to',
  },
  callbacks_silent: {
    about: 'payments',
    meaning:
      'Polling has found five payments or more, but no callback has arrived, in 15 minutes or, for a merchant with few payments, in a day (`minutes` says which): callbacks do not reach the ipn Worker. No payment is lost, but orders are marked paid later.',
    remedy:
      'Open the address of the ipn Worker from outside. Check its log, its route and its certificate, and ask the service whether it sends callbacks.',
    closesOnce: 'callbacks_back',
  },
  orphan_callback: {
    about: 'payments',
    meaning:
      'A signed callback names an order that the order store has not known for 5 minutes or longer. Money may have moved that no order counts. The order is searched for one day; the callback stays in the journal.',
    remedy:
      'Look the transaction up at the service. If it belongs to one of our orders, replay the callback once the order is stored (`callbacks replay`, or “Run it again” at the desk); otherwise let the service return the money.',
    closesOnce: 'callback_settled',
  },
  payments_not_started: {
    about: 'payments',
    replacesFacts: true,
    meaning:
      'Payments cannot be started, so that customers cannot pay: the service turns the key, the signature or the time away, or the last three payments have got a refusal or no answer for a minute at least. There is one alert an hour while it lasts and customers try.',
    remedy:
      'Read `code` and `reason` in the alert; without a code there was no answer. For a code that begins with 401, run `merchant-edge doctor`: it names what is wrong with the key, its code or the clock. For another code, look it up in docs/refusals.md: it is about STORE_CODE, POS_CODE or a right that the service has withdrawn. An outage of the service ends by itself.',
    closesOnce: 'payments_started',
  },
  query_failing: {
    about: 'payments',
    meaning:
      'The query about a payment has failed five times in a row. It is repeated: every hour if there is no answer, every day if the service answers that it knows no order with this id (4040001). The order keeps its state.',
    remedy:
      'Read `why` in the alert. An outage ends by itself. If the key or the signature is refused, repair it here. With 4040001, check whether SERVICE_URL and the key belong to the service that took the payment, and ask the service. If there was no payment, decide “There is no payment” at the desk once its time is over, or run `merchant-edge payments deny`: the order expires and the shop gets an event. A later payment still counts.',
    closesOnce: 'question_answered',
  },
  service_order_differs: {
    about: 'payments',
    meaning:
      'Callback and answer name different orders of the service for one attempt. The id of the callback is used.',
    remedy: 'Ask the service about both ids; the customer may have been charged for the other one.',
    closedByHand:
      'no later answer says whether the customer was charged for the other order of the service',
  },
  service_order_used_twice: {
    about: 'payments',
    meaning:
      'The service gave a new payment the order id of an earlier payment of ours. The customer was not sent to the new payment and may pay by another attempt.',
    remedy:
      'Tell the service both references of the alert. Look at the earlier order: a payment under this id may have been meant for the later order.',
    closedByHand:
      'no later answer says for which of the two orders a payment under this id was meant',
  },
  fractional_points: {
    about: 'payments',
    meaning:
      'A payment names a fraction of a point. The order is paid; whole points are stored, and no more than these can be returned.',
    remedy:
      'Ask the service for the points of the transaction. Return the fraction of a point on the merchant web site.',
    closedByHand:
      'the fraction is returned on the merchant web site, which the order store does not see',
  },
  payment_page_refused: {
    about: 'payments',
    meaning:
      'The service named a payment page on an origin that is not allowed. The customer was not sent there, and the attempt is unknown.',
    remedy:
      'If the service has moved its page, add the origin to PAYMENT_ORIGINS. If not, somebody else may have answered: look at SERVICE_URL.',
    closedByHand:
      'only a person knows whether the page belongs to the service; another payment proves nothing about it',
  },
} as const satisfies Readonly<Record<string, AlertKindEntry>>
