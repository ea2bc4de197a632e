import { section } from './statement.ts'

/** Section 1: what the service offers, its environments and its ids. */
export const concepts = section('1', [
  [
    'Merchant QR: a store has one QR; the customer scans it and types the amount.',
    'sandbox/src/payments',
  ],
  [
    "Merchant QR: the partner's systems need no connection, and the payment causes no callback.",
    'sandbox/src/payments',
  ],
  ['Merchant QR: the merchant site lists the payments.', 'sandbox/src/merchant-site'],
  [
    'Merchant QR: the service file of the day contains the payments.',
    'sandbox/src/day-close/service-rows.ts',
  ],
  ['Transaction QR: the partner creates the order by a call.', 'contract/src/transaction-qr'],
  [
    'Transaction QR: the QR is shown on a till, a page, in an app or on a bill.',
    'workers/checkout/src/payments/payment-routes.ts',
  ],
  ['Transaction QR: the customer scans and confirms.', 'sandbox/src/phone'],
  ['Transaction QR: a callback reports a successful payment.', 'workers/ipn/src/create-ipn.ts'],
  ['Customer QR: the interface has no call for it.', 'contract/src/endpoints.ts'],
  [
    "App to App: the partner's app hands the order over to the wallet app.",
    'workers/checkout/src/payments/payment-routes.ts',
  ],
  [
    'Web payment: the customer is sent to a hosted page.',
    'workers/checkout/src/payments/pay-routes.ts',
  ],
  ['Web payment: on that page the customer logs in, or scans a QR.', 'sandbox/src/payments'],
  [
    "Linked account: a customer links the wallet once and later pays in the partner's app.",
    'orders/src/linked-payments',
  ],
  [
    'Linked account: a payment above a threshold requires a one-time code.',
    'sandbox/src/online-transactions',
  ],
  ['A payment can be refunded in full or in part.', 'orders/src/refunds'],
  ['A refund returns money, points or both.', 'orders/src/refunds'],
  ['The partner makes a refund by a call.', 'contract/src/refund'],
  ["The partner's staff can also make a refund on the merchant site.", 'sandbox/src/merchant-site'],
  [
    'The partner learns of a refund on the merchant site from the service file.',
    'orders/src/daily-files',
  ],
  [
    'A transfer goes to the wallet of a person, who is named by phone number.',
    'orders/src/transfers',
  ],
  ['A transfer is possible at any hour.', 'orders/src/transfers'],
  ['The partner first tops up its account by bank transfer.', 'sandbox/src/merchant-accounts'],
  ['The service credits the balance and notifies the partner.', 'sandbox/src/merchant-accounts'],
  ["The partner can look up a member and the member's tier.", 'contract/src/membership'],
  ['The partner can top up points for a phone number.', 'contract/src/top-up'],
  ['The partner can buy, fetch, check and list gift codes.', 'contract/src/gift-code'],
  ['A point is worth 1,000 VND when it is spent.', 'sandbox/src/payments/payment-split.ts'],
  ['Gift codes have face values from 50,000 to 10,000,000 VND.', 'contract/src/gift-code'],
  ['The partner can verify a voucher, mark it as used and revoke it.', 'contract/src/e-voucher'],
  [
    'Sign-on: authorization code flow with PKCE, tokens, their renewal, user info and sign-out.',
    'oidc/src',
  ],
  ['Sign-on: logout notices over the front and the back channel, and discovery.', 'oidc/src/web'],
  [
    'Partner and service exchange CSV files over SFTP every day; the service returns a result file.',
    'sftp/src',
  ],
  [
    'Sandbox, UAT and production each have their own host.',
    'workers/orders/src/settings/contradictions.ts',
  ],
  ['A new account starts in the sandbox environment.', 'sandbox/src'],
  ['The address of a call consists of the host and a path.', 'client/src/client.ts'],
  ['The sandbox environment has a version of the wallet app.', 'sandbox/src/phone'],
  ["The service's business team opens the account of a merchant.", 'sandbox/src/onboarding'],
  ['The partner logs in to the merchant site.', 'sandbox/src/merchant-staff'],
  ['The partner creates an API key on the merchant site.', 'sandbox/src/merchants'],
  ['The partner creates stores and terminals on the merchant site.', 'sandbox/src/merchants'],
  ['The first staff account is the master account.', 'sandbox/src/merchant-staff'],
  [
    'The partner integrates and tests in the sandbox environment.',
    'sandbox/src/node/start-sandbox.ts',
  ],
  [
    'Production starts after the service has accepted the integration.',
    'cli/src/doctor/go-live.ts',
  ],
  ['transaction_id is unique; the service assigns it.', 'sandbox/src/orders'],
  ['order_reference_id is unique; the partner chooses it.', 'orders/src/references'],
  ['Refunds and daily files name a payment by its order_reference_id.', 'orders/src/refunds'],
  ['The service issues the codes of stores and terminals.', 'sandbox/src/merchants'],
  ['merchant_id and terminal_id are these codes under other names.', 'contract/src/linked-account'],
  ['A partner can have several stores and terminals.', 'orders/src/stores'],
])

/** Section 3: states of payments, links, refunds and cards. */
export const states = section('3', [
  [
    'A paid Transaction QR has the status SUCCESS, causes a callback, and records money and points.',
    'sandbox/src/payments/pay-order.ts',
  ],
  ['A Transaction QR whose payment fails causes no callback.', 'sandbox/src/payments'],
  ['With holding, the wallet is debited and the money is held.', 'sandbox/src/online-transactions'],
  [
    'The merchant decides about held money later, by confirmOrder.',
    'sandbox/src/online-transactions',
  ],
  ['confirmOrder captures held money or releases it.', 'sandbox/src/online-transactions'],
  [
    'Without holding, a payment below the threshold is completed at once.',
    'sandbox/src/online-transactions',
  ],
  [
    'A payment with verification_methods 2 waits for the one-time code and then debits the wallet.',
    'sandbox/src/online-transactions',
  ],
  ['Three wrong codes end the payment without a debit.', 'sandbox/src/online-transactions'],
  [
    'The answer to a link request has the id of the link, a page, and the time to confirm in minutes.',
    'sandbox/src/linked-accounts',
  ],
  [
    'The customer confirms the link on the page, in the app, or by the QR of the page.',
    'sandbox/src/linked-accounts',
  ],
  [
    'The callback of a confirmed link contains the token and the phone number.',
    'sandbox/src/linked-accounts',
  ],
  ['The partner can query the state of a link.', 'sandbox/src/linked-accounts'],
  ['A link that was ended is final; its token is refused.', 'orders/src/links'],
  [
    'After the service has ended a link, the customer can link the wallet again.',
    'orders/src/linked-payments',
  ],
  ['The wallet app notifies the customer of a refund.', 'sandbox/src/phone'],
  ['An invalid refund is refused with a code.', 'sandbox/src/refunds'],
  ['The status of a gift code is ACTIVE or USED.', 'sandbox/src/gift-codes'],
  ['The status of a top-up is SUCCESS or ERROR; over the gateway S or E.', 'sandbox/src/top-ups'],
  ['The status of a member is A, I or B, that of a card A or I.', 'sandbox/src/members'],
  [
    'The comparison of the daily files gives each transaction a status from 00 to 03.',
    'reconcile/src/outcome',
  ],
  [
    'pay_status and the state of a link have named values; those of an order that is not paid are left open.',
    'sandbox/src/settings/rules.ts',
    'G-08',
    'G-09',
    'G-35',
  ],
])
