import { checkOptions } from '@merchant-edge/signing/options'
import * as v from 'valibot'
import type { ExchangeControl, ControlClient, IdentityControl } from './control-client.ts'

const errorBody = v.object({
  error: v.object({ reason: v.string(), message: v.string(), remedy: v.string() }),
})

/** An error answer of the control API. */
export class ControlRefused extends Error {
  override readonly name = 'ControlRefused'
  readonly status: number
  /** Stable name in snake_case. */
  readonly reason: string

  /**
   * @param status HTTP status
   * @param reason stable name in snake_case
   * @param message what happened and what to do about it
   */
  constructor(status: number, reason: string, message: string) {
    super(message)
    this.status = status
    this.reason = reason
  }

  /** Reads the answer of the control API. */
  static async from(answer: Response): Promise<ControlRefused> {
    const text = await answer.text()
    try {
      const { error } = v.parse(errorBody, JSON.parse(text))
      return new ControlRefused(answer.status, error.reason, `${error.message} ${error.remedy}`)
    } catch {
      return new ControlRefused(answer.status, 'no_answer', `HTTP ${answer.status}: ${text}`)
    }
  }
}

/** How {@link exchangeMethods} calls the control API. */
export interface ExchangeSenders {
  /** Sends JSON and reads JSON. */
  readonly send: <Answer>(method: string, path: string, body?: object) => Promise<Answer>
  /** Sends a raw request and returns the raw answer; throws ControlRefused for an error answer. */
  readonly sendRaw: (path: string, init: RequestInit) => Promise<Response>
}

function at(...parts: string[]): string {
  return `/exchange/${parts.map(encodeURIComponent).join('/')}`
}

function settings(merchantCode: string): string {
  return `/exchange-partners/${encodeURIComponent(merchantCode)}`
}

/** The methods of {@link ExchangeControl}. */
function exchangeMethods({ send, sendRaw }: ExchangeSenders): ExchangeControl {
  return {
    closeDay: (close = {}) => send('POST', '/day-close', close),
    exchangeDays: (merchantCode = 'EDGE') =>
      send('GET', `/day-close?merchantCode=${encodeURIComponent(merchantCode)}`),
    setNextCloseSwitches: (merchantCode, switches) =>
      send('PUT', '/day-close/switches', { merchantCode, switches }),
    exchangePartners: () => send('GET', '/exchange-partners'),
    exchangePartner: (merchantCode) => send('GET', settings(merchantCode)),
    changeExchangePartner: (merchantCode, change) => send('PATCH', settings(merchantCode), change),
    exchangeFiles: (merchantCode) => send('GET', at(merchantCode)),
    async openExchangeFile(merchantCode, name, fromByte = 0) {
      const headers = fromByte === 0 ? {} : { range: `bytes=${fromByte}-` }
      const answer = await sendRaw(at(merchantCode, name), { method: 'GET', headers })
      return answer.body ?? new Blob([]).stream()
    },
    async putExchangeFile(merchantCode, name, bytes) {
      const isStream = bytes instanceof ReadableStream
      const init = { method: 'PUT', body: bytes, ...(isStream && { duplex: 'half' }) }
      const answer = await sendRaw(at(merchantCode, name), init)
      return answer.json()
    },
    renameExchangeFile: (merchantCode, name, change) =>
      send('POST', at(merchantCode, name, 'rename'), change),
    removeExchangeFile: (merchantCode, name) => send('DELETE', at(merchantCode, name)),
  }
}

/** Options of {@link createControlClient}. */
export interface ControlClientOptions {
  /** Origin of the sandbox, such as `http://127.0.0.1:8788`. */
  readonly url: string
  /** CONTROL_SECRET of the sandbox, if one is set. */
  readonly secret?: string
  /** The global `fetch` when left out. */
  readonly fetch?: (request: Request) => Promise<Response>
}

type Send = <Answer>(method: string, path: string, body?: object) => Promise<Answer>
type SendRaw = (path: string, init: RequestInit) => Promise<Response>

function rawSender(options: ControlClientOptions): SendRaw {
  const send = options.fetch ?? ((request: Request) => fetch(request))
  return async (path, init) => {
    const request = new Request(`${options.url}/control${path}`, init)
    if (options.secret !== undefined) {
      request.headers.set('authorization', `Bearer ${options.secret}`)
    }
    const answer = await send(request)
    if (!answer.ok) throw await ControlRefused.from(answer)
    return answer
  }
}

function sender(sendRaw: SendRaw): Send {
  return async (method, path, body) => {
    const answer = await sendRaw(path, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    // The answers come from the server of this package, which has these types.
    return answer.status === 204 ? JSON.parse('null') : answer.json()
  }
}

function searchText(search: object): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

function orderMethods(send: Send) {
  const at = (orderId: string, rest = '') => `/orders/${encodeURIComponent(orderId)}${rest}`
  return {
    orders: () => send('GET', '/orders'),
    order: (orderId) => send('GET', at(orderId)),
    pay: (orderId, payment = {}) => send('POST', at(orderId, '/pay'), payment),
    fail: (orderId, reason) => send('POST', at(orderId, '/fail'), { reason }),
    cancel: (orderId) => send('POST', at(orderId, '/cancel'), {}),
    sendOtp: (orderId, walletId) => send('POST', at(orderId, '/otp'), { walletId }),
    refundOnSite: (orderId, refund) => send('POST', at(orderId, '/site-refunds'), refund),
    flagOrder: (orderId, flags) => send('PATCH', at(orderId), flags),
    payMerchantQr: (payment) => send('POST', '/merchant-qr-payments', payment),
    resendCallback: (orderId, request = {}) => send('POST', at(orderId, '/callbacks'), request),
    callbacks: () => send('GET', '/callbacks'),
    setCallbackSwitches: (switches) => send('PUT', '/callback-switches', switches),
    setNextOrderSwitches: (switches) => send('PUT', '/next-order/callback-switches', switches),
  } satisfies Partial<ControlClient>
}

function merchantMethods(send: Send) {
  const at = (...parts: string[]) => `/${parts.map(encodeURIComponent).join('/')}`
  return {
    wallets: () => send('GET', '/wallets'),
    changeWallet: (walletId, change) => send('PATCH', at('wallets', walletId), change),
    ledger: () => send('GET', '/ledger'),
    merchants: () => send('GET', '/merchants'),
    createMerchant: (merchant) => send('POST', '/merchants', merchant),
    merchantStaff: () => send('GET', '/merchant-staff'),
    createMerchantStaff: (staff) => send('POST', '/merchant-staff', staff),
    changeMerchantStaff: (userName, change) =>
      send('PATCH', at('merchant-staff', userName), change),
    renewStaffPassword: (userName) => send('POST', at('merchant-staff', userName, 'password'), {}),
    changeMerchant: (code, change) => send('PATCH', at('merchants', code), change),
    apiKeys: () => send('GET', '/api-keys'),
    createApiKey: (key) => send('POST', '/api-keys', key),
    revokeApiKey: (keyCode) => send('DELETE', at('api-keys', keyCode)),
    stores: () => send('GET', '/stores'),
    createStore: (store) => send('POST', '/stores', store),
    changeStore: (code, change) => send('PATCH', at('stores', code), change),
    saveTerminal: (storeCode, terminal) =>
      send('PUT', at('stores', storeCode, 'terminals'), terminal),
    refunds: () => send('GET', '/refunds'),
    settleRefund: (merchantCode, orderReferenceId) =>
      send('POST', at('refunds', merchantCode, orderReferenceId, 'settle'), {}),
  } satisfies Partial<ControlClient>
}

function transferMethods(send: Send) {
  const at = (...parts: string[]) => `/${parts.map(encodeURIComponent).join('/')}`
  return {
    merchantAccounts: () => send('GET', '/merchant-accounts'),
    openMerchantAccount: (account) => send('POST', '/merchant-accounts', account),
    changeMerchantAccount: (id, change) => send('PATCH', at('merchant-accounts', id), change),
    topUpMerchantAccount: (id, topUp) =>
      send('POST', at('merchant-accounts', id, 'bank-top-ups'), topUp),
    bankTopUps: () => send('GET', '/bank-top-ups'),
    creditBankTopUp: (id) => send('POST', at('bank-top-ups', id, 'credit'), {}),
    transfers: () => send('GET', '/transfers'),
    vouchers: () => send('GET', '/vouchers'),
    issueVoucher: (voucher) => send('POST', '/vouchers', voucher),
    changeVoucher: (serial, change) => send('PATCH', at('vouchers', serial), change),
  } satisfies Partial<ControlClient>
}

function linkedAccountMethods(send: Send) {
  const at = (...parts: string[]) => `/${parts.map(encodeURIComponent).join('/')}`
  return {
    links: () => send('GET', '/links'),
    link: (linkId) => send('GET', at('links', linkId)),
    confirmLink: (linkId, walletId) => send('POST', at('links', linkId, 'confirm'), { walletId }),
    cancelLink: (linkId) => send('POST', at('links', linkId, 'cancel'), {}),
    expireLink: (linkId) => send('POST', at('links', linkId, 'expire'), {}),
    unlinkWallet: (linkId) => send('POST', at('links', linkId, 'unlink'), {}),
    linkedPurchases: () => send('GET', '/linked-purchases'),
    linkedPurchase: (transactionId) => send('GET', at('linked-purchases', transactionId)),
    linkedPurchaseOtp: (transactionId) => send('GET', at('linked-purchases', transactionId, 'otp')),
  } satisfies Partial<ControlClient>
}

function loyaltyMethods(send: Send) {
  const at = (...parts: string[]) => `/${parts.map(encodeURIComponent).join('/')}`
  return {
    members: () => send('GET', '/members'),
    changeMember: (memberCode, change) => send('PATCH', at('members', memberCode), change),
    topUps: () => send('GET', '/top-ups'),
    setMerchantPoints: (code, points) => send('PUT', at('merchants', code, 'points'), { points }),
    giftCodes: () => send('GET', '/gift-codes'),
    addGiftCodes: (codes) => send('POST', '/gift-codes', codes),
    changeGiftCode: (serial, change) => send('PATCH', at('gift-codes', serial), change),
    giftCodeOrders: () => send('GET', '/gift-code-orders'),
    giftCodeOrder: (merchantCode, merchantOrderId) =>
      send('GET', at('gift-code-orders', merchantCode, merchantOrderId)),
    setGiftCodeKey: (code, publicKeyPem) =>
      send('PUT', at('merchants', code, 'gift-code-key'), { publicKeyPem }),
  } satisfies Partial<ControlClient>
}

function identityMethods(send: Send) {
  const at = (...parts: string[]) => `/${parts.map(encodeURIComponent).join('/')}`
  return {
    signOnClients: () => send('GET', '/identity/clients'),
    registerSignOnClient: (client) => send('POST', '/identity/clients', client),
    removeSignOnClient: (clientId) => send('DELETE', at('identity', 'clients', clientId)),
    customerProfile: (walletId) => send('GET', at('wallets', walletId, 'profile')),
    changeCustomerProfile: (walletId, change) =>
      send('PATCH', at('wallets', walletId, 'profile'), change),
    signInCustomer: (signIn) => send('POST', '/identity/sign-ins', signIn),
    signOnSessions: () => send('GET', '/identity/sessions'),
    endSignOnSession: (sid) => send('DELETE', at('identity', 'sessions', sid)),
    logoutNotifications: () => send('GET', '/identity/notifications'),
    grants: () => send('GET', '/identity/grants'),
    revokeGrant: (grantId) => send('DELETE', at('identity', 'grants', grantId)),
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
  const sendRaw = rawSender(options)
  const send = sender(sendRaw)
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
    ...exchangeMethods({ send, sendRaw }),
  }
}
