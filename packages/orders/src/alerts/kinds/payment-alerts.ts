import type { AlertKindEntry } from './alert-kind-entry.ts'

/** Alerts about payments. */
export const paymentAlerts = {
  amount_mismatch: {
    about: 'payments',
    meaning:
      'The signed query says that another amount was paid than the order asks for. The order is disputed; nothing was fulfilled.',
    remedy:
      'Compare the amounts of the alert with the order. Accept the payment, and the order is paid with what was paid, or return it by a refund that names its transaction.',
  },
  token_amount_mismatch: {
    about: 'payments',
    meaning:
      'A callback arrived at an address that was made for another amount than the order has. The order is disputed as soon as the service says that it is paid, unless it counts this payment already.',
    remedy:
      'Find out whether CALLBACK_SECRET has leaked or the order was changed in the database. Where the order is disputed, accept the payment then or return it by a refund that names its transaction.',
  },
  possible_double_payment: {
    about: 'payments',
    meaning: 'A second payment of an order arrived: the customer has probably paid twice.',
    remedy:
      'Look both transactions up at the service. Return the one that stands in disputedPayments of the order, in full, by a refund that names it: the order is then paid by the other one.',
  },
  payment_of_disputed_order: {
    about: 'payments',
    meaning: 'Money arrived for an order that is disputed already.',
    remedy:
      'Accept one of the payments in disputedPayments of the order, and return each other one in full by a refund that names it.',
  },
  transaction_of_other_order: {
    about: 'payments',
    meaning:
      'The service names for this order a transaction that another one has already. The order is disputed; nothing was fulfilled for it.',
    remedy:
      'Ask the service which order the transaction belongs to, and whether money has moved once or twice. Where this order has no money of its own, release the payment to the other one; the order is over, and the customer pays a new one. Where money has arrived for it too, accept the payment, or return it by a refund that names its transaction.',
  },
  paid_parts_differ: {
    about: 'payments',
    meaning:
      'The order is paid to the dong, but the parts that the service names do not add up to its amount. Refunds of this order may be refused.',
    remedy: 'Ask the service for the parts of the transaction before anything of it is returned.',
  },
  callback_not_confirmed: {
    about: 'payments',
    meaning:
      'A signed callback says that an order was paid, and the signed query has not confirmed it in twelve tries. The order stays paid_unverified and is still asked about: every hour while the service does not answer, every day when it denies the payment.',
    remedy:
      'Read `why` in the alert. When the service is down, wait; when it denies the payment, ask it about the transaction and do not fulfil the order. Where there is no payment, call it none: the service is asked once more, the order is expired and the shop is told; a late payment still counts.',
    closesOnce: 'order_confirmed',
  },
  callback_of_other_order: {
    about: 'payments',
    meaning:
      "A signed callback arrived at the address of an order, and names an order of the service that is not this order's. It was not used.",
    remedy: 'Look both ids up at the service; replay the callback once it is clear whose it is.',
  },
  callbacks_silent: {
    about: 'payments',
    meaning:
      'Payments are found by polling, and no callback has arrived in 15 minutes: the way of the callbacks is interrupted. No payment is lost, but orders are paid later.',
    remedy:
      'Open the address of the ipn Worker from outside. Look at its log, its route and its certificate, and ask the service whether it sends.',
  },
  orphan_callback: {
    about: 'payments',
    meaning:
      'A signed callback names an order that is not known here, for 5 minutes or longer. Money may have moved that no order counts. It is looked for until a day is over and stays in the journal.',
    remedy:
      'Look the transaction up at the service. If it belongs to an order of ours, replay the callback once the order is here; else let the service return it.',
    closesOnce: 'callback_settled',
  },
  query_failing: {
    about: 'payments',
    meaning: 'The question after a payment has failed five times in a row. It is asked on.',
    remedy:
      'Read `why` in the alert: an outage ends by itself; a refusal of the key or of the signature has to be mended here.',
    closesOnce: 'question_answered',
  },
  service_order_differs: {
    about: 'payments',
    meaning:
      'Callback and answer name different orders of the service for one attempt. The one of the callback is used.',
    remedy: 'Ask the service about both ids; the customer may have been charged for the other one.',
  },
  service_order_used_twice: {
    about: 'payments',
    meaning:
      'The service gave a new payment the order id of an earlier payment of ours. The customer was not sent to it, and may pay by another attempt.',
    remedy:
      'Tell the service both references of the alert. Look at the earlier order: a payment under this id may have been meant for the later one.',
  },
  fractional_points: {
    about: 'payments',
    meaning:
      'A payment names a fraction of a point. The order is paid; whole points are stored, and no more than these can be returned.',
    remedy:
      'Ask the service for the points of the transaction. What is owed beyond the whole points is returned in the merchant web site.',
  },
  payment_page_refused: {
    about: 'payments',
    meaning:
      'The service named a payment page on an origin that is not allowed. The customer was not sent there, and the attempt is unknown.',
    remedy:
      'If the service has moved its page, add the origin to PAYMENT_ORIGINS. If not, somebody else may have answered: look at SERVICE_URL.',
  },
} as const satisfies Readonly<Record<string, AlertKindEntry>>
