import { checkOptions } from '@merchant-edge/signing/options'
import type { ControlClient } from './control-client.ts'
import { type ControlClientOptions, type Send, pathOf, sendersFor } from './control-requests.ts'
import { exchangeMethods } from './exchange-methods.ts'
import type { IdentityControl } from './identity-control.ts'

function searchText(search: object): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

function orderMethods(send: Send) {
  const at = (orderId: string, ...rest: string[]) => pathOf('orders', orderId, ...rest)
  return {
    orders: () => send('GET', '/orders'),
    order: (orderId) => send('GET', at(orderId)),
    pay: (orderId, payment = {}) => send('POST', at(orderId, 'pay'), payment),
    fail: (orderId, reason) => send('POST', at(orderId, 'fail'), { reason }),
    cancel: (orderId) => send('POST', at(orderId, 'cancel'), {}),
    sendOtp: (orderId, walletId) => send('POST', at(orderId, 'otp'), { walletId }),
    refundOnSite: (orderId, refund) => send('POST', at(orderId, 'site-refunds'), refund),
    flagOrder: (orderId, flags) => send('PATCH', at(orderId), flags),
    payMerchantQr: (payment) => send('POST', '/merchant-qr-payments', payment),
    resendCallback: (orderId, request = {}) => send('POST', at(orderId, 'callbacks'), request),
    callbacks: () => send('GET', '/callbacks'),
    setCallbackSwitches: (switches) => send('PUT', '/callback-switches', switches),
    setNextOrderSwitches: (switches) => send('PUT', '/next-order/callback-switches', switches),
  } satisfies Partial<ControlClient>
}

function merchantMethods(send: Send) {
  return {
    wallets: () => send('GET', '/wallets'),
    changeWallet: (walletId, change) => send('PATCH', pathOf('wallets', walletId), change),
    ledger: () => send('GET', '/ledger'),
    merchants: () => send('GET', '/merchants'),
    createMerchant: (merchant) => send('POST', '/merchants', merchant),
    merchantStaff: () => send('GET', '/merchant-staff'),
    createMerchantStaff: (staff) => send('POST', '/merchant-staff', staff),
    changeMerchantStaff: (userName, change) =>
      send('PATCH', pathOf('merchant-staff', userName), change),
    renewStaffPassword: (userName) =>
      send('POST', pathOf('merchant-staff', userName, 'password'), {}),
    changeMerchant: (code, change) => send('PATCH', pathOf('merchants', code), change),
    apiKeys: () => send('GET', '/api-keys'),
    createApiKey: (key) => send('POST', '/api-keys', key),
    revokeApiKey: (keyCode) => send('DELETE', pathOf('api-keys', keyCode)),
    stores: () => send('GET', '/stores'),
    createStore: (store) => send('POST', '/stores', store),
    changeStore: (code, change) => send('PATCH', pathOf('stores', code), change),
    saveTerminal: (storeCode, terminal) =>
      send('PUT', pathOf('stores', storeCode, 'terminals'), terminal),
    refunds: () => send('GET', '/refunds'),
    settleRefund: (merchantCode, orderReferenceId) =>
      send('POST', pathOf('refunds', merchantCode, orderReferenceId, 'settle'), {}),
  } satisfies Partial<ControlClient>
}

function transferMethods(send: Send) {
  return {
    merchantAccounts: () => send('GET', '/merchant-accounts'),
    openMerchantAccount: (account) => send('POST', '/merchant-accounts', account),
    changeMerchantAccount: (id, change) => send('PATCH', pathOf('merchant-accounts', id), change),
    topUpMerchantAccount: (id, topUp) =>
      send('POST', pathOf('merchant-accounts', id, 'bank-top-ups'), topUp),
    bankTopUps: () => send('GET', '/bank-top-ups'),
    creditBankTopUp: (id) => send('POST', pathOf('bank-top-ups', id, 'credit'), {}),
    transfers: () => send('GET', '/transfers'),
    vouchers: () => send('GET', '/vouchers'),
    issueVoucher: (voucher) => send('POST', '/vouchers', voucher),
    changeVoucher: (serial, change) => send('PATCH', pathOf('vouchers', serial), change),
  } satisfies Partial<ControlClient>
}

function linkedAccountMethods(send: Send) {
  return {
    links: () => send('GET', '/links'),
    link: (linkId) => send('GET', pathOf('links', linkId)),
    confirmLink: (linkId, walletId) =>
      send('POST', pathOf('links', linkId, 'confirm'), { walletId }),
    cancelLink: (linkId) => send('POST', pathOf('links', linkId, 'cancel'), {}),
    expireLink: (linkId) => send('POST', pathOf('links', linkId, 'expire'), {}),
    unlinkWallet: (linkId) => send('POST', pathOf('links', linkId, 'unlink'), {}),
    linkedPurchases: () => send('GET', '/linked-purchases'),
    linkedPurchase: (transactionId) => send('GET', pathOf('linked-purchases', transactionId)),
    linkedPurchaseOtp: (transactionId) =>
      send('GET', pathOf('linked-purchases', transactionId, 'otp')),
  } satisfies Partial<ControlClient>
}

function loyaltyMethods(send: Send) {
  return {
    members: () => send('GET', '/members'),
    changeMember: (memberCode, change) => send('PATCH', pathOf('members', memberCode), change),
    topUps: () => send('GET', '/top-ups'),
    setMerchantPoints: (code, points) =>
      send('PUT', pathOf('merchants', code, 'points'), { points }),
    giftCodes: () => send('GET', '/gift-codes'),
    addGiftCodes: (codes) => send('POST', '/gift-codes', codes),
    changeGiftCode: (serial, change) => send('PATCH', pathOf('gift-codes', serial), change),
    giftCodeOrders: () => send('GET', '/gift-code-orders'),
    giftCodeOrder: (merchantCode, merchantOrderId) =>
      send('GET', pathOf('gift-code-orders', merchantCode, merchantOrderId)),
    setGiftCodeKey: (code, publicKeyPem) =>
      send('PUT', pathOf('merchants', code, 'gift-code-key'), { publicKeyPem }),
  } satisfies Partial<ControlClient>
}

function identityMethods(send: Send) {
  return {
    signOnClients: () => send('GET', '/identity/clients'),
    registerSignOnClient: (client) => send('POST', '/identity/clients', client),
    removeSignOnClient: (clientId) => send('DELETE', pathOf('identity', 'clients', clientId)),
    customerProfile: (walletId) => send('GET', pathOf('wallets', walletId, 'profile')),
    changeCustomerProfile: (walletId, change) =>
      send('PATCH', pathOf('wallets', walletId, 'profile'), change),
    signInCustomer: (signIn) => send('POST', '/identity/sign-ins', signIn),
    signOnSessions: () => send('GET', '/identity/sessions'),
    endSignOnSession: (sid) => send('DELETE', pathOf('identity', 'sessions', sid)),
    logoutNotifications: () => send('GET', '/identity/notifications'),
    grants: () => send('GET', '/identity/grants'),
    revokeGrant: (grantId) => send('DELETE', pathOf('identity', 'grants', grantId)),
    forgetConsents: () => send('DELETE', '/identity/consents'),
    signingKeys: () => send('GET', '/identity/keys'),
    rotateSigningKey: (options = {}) => send('POST', '/identity/keys', options),
    conformanceModules: () => send('GET', '/identity/modules'),
    identityFaults: () => send('GET', '/identity/faults'),
    addIdentityFault: (fault) => send('POST', '/identity/faults', fault),
    clearIdentityFaults: () => send('DELETE', '/identity/faults'),
  } satisfies IdentityControl
}

/**
 * A typed client of the control API of a running sandbox.
 *
 * @example
 * ```ts
 * import { ControlRefused, createControlClient } from '@merchant-edge/sandbox/control'
 *
 * const control = createControlClient({ url: 'http://127.0.0.1:8788' })
 *
 * export async function payAsCustomer(orderId: string): Promise<string> {
 *   try {
 *     const { transactionId } = await control.pay(orderId, { points: 20 })
 *     return transactionId
 *   } catch (error) {
 *     if (error instanceof ControlRefused && error.reason === 'order_paid') return ''
 *     throw error
 *   }
 * }
 * ```
 */
export function createControlClient(options: ControlClientOptions): ControlClient {
  checkOptions('createControlClient', options, {
    url: 'string!',
    secret: 'string',
    fetch: 'function',
  })
  const senders = sendersFor(options)
  const { send } = senders
  return {
    state: () => send('GET', ''),
    moveClock: (change) => send('PUT', '/clock', change),
    setRules: (rules) => send('PUT', '/rules', rules),
    callbackKeys: () => send('GET', '/callback-keys'),
    rotateCallbackKey: (change = {}) => send('POST', '/callback-keys', change),
    tick: () => send('POST', '/tick', {}),
    reset: () => send('POST', '/reset', {}),
    requests: (search = {}) => send('GET', `/requests${searchText(search)}`),
    addFault: (fault) => send('POST', '/faults', fault),
    clearFaults: () => send('DELETE', '/faults'),
    ...orderMethods(send),
    ...merchantMethods(send),
    ...loyaltyMethods(send),
    ...linkedAccountMethods(send),
    ...transferMethods(send),
    ...identityMethods(send),
    ...exchangeMethods(senders),
  }
}
