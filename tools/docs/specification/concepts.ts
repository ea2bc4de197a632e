import { section } from './statement.ts'

/** Section 1: what the service offers, its environments and its ids. */
export const concepts = section('1', [
  [
    'Merchant QR: a store has one QR; the customer scans it and types the amount.',
    'sandbox/src/payments',
  ],
  ['Merchant QR: needs no connection and makes no callback.', 'sandbox/src/payments'],
  ['Merchant QR: its history is on the merchant site.', 'sandbox/src/merchant-site'],
  [
    'Takings of a Merchant QR stand in the file of the service.',
    'sandbox/src/day-close/service-rows.ts',
  ],
  ['Transaction QR: the partner creates the order by a call.', 'contract/src/transaction-qr'],
  [
    'Transaction QR: the QR is shown on a till, a page, in an app or on a bill.',
    'workers/checkout/src/payments/payment-routes.ts',
  ],
  ['Transaction QR: the customer scans and confirms.', 'sandbox/src/phone'],
  ['Transaction QR: success is told by a callback.', 'workers/ipn/src/create-ipn.ts'],
  [
    'Customer QR: no part of the interface.',
    'contract/src/endpoints.ts',
    'The text leaves it out of the interface.',
  ],
  [
    "App to App: the partner's app hands over to the wallet app.",
    'workers/checkout/src/payments/payment-routes.ts',
  ],
  [
    'Web payment: the customer is sent to a hosted page.',
    'workers/checkout/src/payments/pay-routes.ts',
  ],
  ['Web payment: there the customer logs in, or scans a QR.', 'sandbox/src/payments'],
  [
    'Linked account: linked once, it pays later from the app of the partner.',
    'orders/src/linked-payments',
  ],
  [
    'Linked account: a one-time code is asked for above a threshold.',
    'sandbox/src/online-transactions',
  ],
  ['A payment is refunded in full or in part.', 'orders/src/refunds'],
  ['A refund returns money, points or both.', 'orders/src/refunds'],
  ['A refund is made by a call.', 'contract/src/refund'],
  ['A refund is made on the merchant site.', 'sandbox/src/merchant-site'],
  [
    'A refund of the merchant site is known to the partner by the file of the service.',
    'orders/src/daily-files',
  ],
  ['A transfer goes to a person, by phone number.', 'orders/src/transfers'],
  ['A transfer is possible at any hour.', 'orders/src/transfers'],
  ['The partner fills its account by bank transfer first.', 'sandbox/src/merchant-accounts'],
  ['The balance is credited, and the partner is told.', 'sandbox/src/merchant-accounts'],
  ['A member and the tier are looked up.', 'contract/src/membership'],
  ['Points are topped up to a phone number.', 'contract/src/top-up'],
  ['Gift codes are bought, fetched, checked and listed.', 'contract/src/gift-code'],
  ['A point is worth 1,000 VND when it is spent.', 'sandbox/src/payments/payment-split.ts'],
  ['Gift codes have face values from 50,000 to 10,000,000 VND.', 'contract/src/gift-code'],
  ['A voucher is verified, marked as used and revoked.', 'contract/src/e-voucher'],
  ['Sign-on: code flow with PKCE, tokens, renewal, the customer, sign-out.', 'oidc/src'],
  ['Sign-on: notices of sign-out in both channels, and discovery.', 'oidc/src/web'],
  ['CSV files are exchanged every day over SFTP, and a result comes back.', 'sftp/src'],
  [
    'UAT, sandbox and production each have a host of their own.',
    'workers/orders/src/contradictions.ts',
  ],
  [
    'A new account begins in the sandbox.',
    'sandbox/src',
    'It is the business team that opens accounts.',
  ],
  ['An address is the host and a path.', 'client/src/client.ts'],
  ['There is a sandbox version of the wallet app.', 'sandbox/src/phone'],
  ['The business team opens the account of a merchant.', 'sandbox/src/onboarding'],
  ['The partner logs in to the merchant site.', 'sandbox/src/merchant-staff'],
  ['The partner makes an API key there.', 'sandbox/src/merchants'],
  ['The partner makes stores and terminals there.', 'sandbox/src/merchants'],
  ['The first account of the staff is the master.', 'sandbox/src/merchant-staff'],
  ['The partner integrates and tests in the sandbox.', 'sandbox/src/node/start-sandbox.ts'],
  ['The service accepts the integration, and production follows.', 'cli/src/doctor/go-live.ts'],
  ['transaction_id is unique, and the service gives it.', 'sandbox/src/orders'],
  ['order_reference_id is unique, and the partner chooses it.', 'orders/src/references'],
  ['order_reference_id is what refunds and files name.', 'orders/src/refunds'],
  ['Codes of stores and terminals are issued by the service.', 'sandbox/src/merchants'],
  ['merchant_id and terminal_id are the same codes.', 'contract/src/linked-account'],
  ['A partner has several stores and terminals.', 'orders/src/stores'],
])

/** Section 3: what becomes of payments, links, refunds and cards. */
export const states = section('3', [
  [
    'A paid Transaction QR is SUCCESS, is called back, and records money and points.',
    'sandbox/src/payments/pay-order.ts',
  ],
  ['A Transaction QR that fails is not called back.', 'sandbox/src/payments'],
  ['With holding the wallet is debited and the money held.', 'sandbox/src/online-transactions'],
  ['The merchant decides later by confirmOrder.', 'sandbox/src/online-transactions'],
  ['confirmOrder takes the money or gives it back.', 'sandbox/src/online-transactions'],
  ['Without holding, below the threshold, it is paid at once.', 'sandbox/src/online-transactions'],
  [
    'With verification_methods 2 it waits for the code, then debits.',
    'sandbox/src/online-transactions',
  ],
  ['Three wrong codes end it without a debit.', 'sandbox/src/online-transactions'],
  [
    'A request for a link answers its id, a page, and a life in minutes.',
    'sandbox/src/linked-accounts',
  ],
  [
    'The customer confirms it on the page, in the app, or by its QR.',
    'sandbox/src/linked-accounts',
  ],
  ['The service calls back with the token and the phone.', 'sandbox/src/linked-accounts'],
  ['The partner may ask for the state of a link.', 'sandbox/src/linked-accounts'],
  ['A link that is ended is unlinked.', 'orders/src/links'],
  ['A link that the service has ended can be made anew.', 'orders/src/linked-payments'],
  [
    'The customer is told of a refund in the wallet app.',
    'sandbox/src/phone',
    'The phone of the sandbox shows transfers, and no refund.',
  ],
  ['An invalid refund is refused with a code.', 'sandbox/src/refunds'],
  ['A gift code is ACTIVE or USED.', 'sandbox/src/gift-codes'],
  ['A top-up is SUCCESS or ERROR; S or E over the gateway.', 'sandbox/src/top-ups'],
  ['A member is A, I or B, and a card A or I.', 'sandbox/src/members'],
  ['The result of a comparison is 00 to 03.', 'reconcile/src/outcome'],
  [
    'pay_status of what is not paid, and the names of link states.',
    'sandbox/src/settings/rules.ts',
    'G-08, G-09, G-35',
  ],
])
