import {
  captureOrder,
  confirmOtp,
  findLink,
  findOrder,
  findTransfer,
  linkWallet,
  openOrder,
  type OrdersContext,
  payWithLink,
  readHealth,
  recordLinkCallback,
  refreshPayment,
  refundOrder,
  releaseOrder,
  requestNewCode,
  startPayment,
  systemClock,
  transferMoney,
  unlinkWallet,
} from '@merchant-edge/orders'
import type { PaymentMethod } from '@merchant-edge/orders/api'
import {
  approveSignIn,
  findSignIn,
  redeemCode,
  signOut,
  type DeskSignInsApi,
  type SignInsApi,
} from '@merchant-edge/orders/operators'
import { listOrders } from '@merchant-edge/orders/search'
import type { LinkedTransaction, PaymentPort, PortAnswer } from '@merchant-edge/orders/service'
import type { CheckoutEnv } from '../src/checkout-env.ts'

/** The customer's one-time code. */
export const rightOtp = '424242'

function accepted<Data>(data: Data): PortAnswer<Data> {
  return { outcome: 'accepted', code: 200, data, repeatedAfterUnknown: false }
}

async function notScripted(): Promise<never> {
  throw new Error('This call is no part of the story.')
}

/** The wallet service for the story of a linked payment; every payment requires a code. */
export class StoryService implements PaymentPort {
  callbackUrl = ''
  isConfirmed = false
  /** Whether the answer to the next confirmation is lost after it took effect. */
  losesAnswer = false
  /** Whether no call reaches it. */
  isClosed = false
  charges = 0
  payment: (LinkedTransaction & { reference: string }) | undefined
  createWebPayment: PaymentPort['createWebPayment'] = notScripted
  createTqrOrder = notScripted
  createAppPayment = notScripted
  queryOrder: PaymentPort['queryOrder'] = notScripted
  refundOrder = notScripted
  unlinkWallet = notScripted
  transferMoney = notScripted

  async linkWallet({ callbackUrl }: { callbackUrl: string }) {
    this.callbackUrl = callbackUrl
    return accepted({ linkId: 'LINK-1', webUrl: 'https://link.example/1', expiresInMinutes: 10 })
  }

  async checkLink() {
    return accepted(
      this.isConfirmed ? { linkId: 'LINK-1', userToken: 'USER-TOKEN', phone: '*******456' } : {},
    )
  }

  async payWithLink({ reference }: { reference: string }) {
    this.payment = { reference, transactionId: 'LT1', status: 'PROCESSING', verification: 2 }
    return accepted<LinkedTransaction>(this.payment)
  }

  async confirmLinkedPayment({ otp }: { otp: string }): Promise<PortAnswer<LinkedTransaction>> {
    if (this.isClosed) return { outcome: 'not_sent', message: 'the connection failed' }
    if (otp !== rightOtp) {
      const refusal = {
        reason: 'invalid_data',
        remedy: '',
        applied: 'no',
        kind: 'decided',
      } as const
      const first = { repeatedAfterUnknown: false, repeatedAfterUnclear: false }
      return { outcome: 'refused', code: 4000001, ...refusal, ...first }
    }
    if (this.payment?.status !== 'HOLDING') this.charges += 1
    this.payment = { reference: '', ...this.payment, status: 'HOLDING' }
    const { verification: _none, ...transaction } = this.payment
    if (!this.losesAnswer) return accepted<LinkedTransaction>(transaction)
    this.losesAnswer = false
    return { outcome: 'unknown', silent: true, message: 'no answer' }
  }

  async settleHold({ result }: { result: 'capture' | 'release' }) {
    return accepted({ status: result === 'capture' ? 'SUCCESS' : 'FAIL' })
  }
}

function contextOf(database: D1Database, port: PaymentPort): OrdersContext {
  return {
    database,
    port,
    fetch: async () => new Response(null, { status: 204 }),
    ...systemClock,
    random: Math.random,
    callbackSecret: 'callback secret of the tests',
    linkSecret: 'link secret of the tests',
    ipnUrl: 'https://ipn.example',
    checkoutUrl: 'https://checkout.example',
    endpoints: [
      {
        id: 'default',
        url: 'https://shop.example/webhooks',
        events: ['*'],
        secrets: ['whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX'],
      },
    ],
    returnOrigins: ['https://shop.example'],
  }
}

/** The real sign-ins of command lines over a real database, for the checkout and the desk. */
export function realSignIns(
  database: D1Database,
  now: () => number,
): SignInsApi & Pick<DeskSignInsApi, 'approveSignIn'> {
  const context = { ...contextOf(database, new StoryService()), now }
  return {
    approveSignIn: (approval) => approveSignIn(context, approval),
    redeemCode: (redemption) => redeemCode(context, redemption),
    findSignIn: (tokenSha256) => findSignIn(context, tokenSha256),
    signOut: (tokenSha256) => signOut(context, tokenSha256),
  }
}

/** The real order store over a real database, without a Worker in between. */
export function realOrders(
  database: D1Database,
  port: PaymentPort,
): Pick<CheckoutEnv, 'ORDERS' | 'PUBLIC_PAGES'> {
  const context = contextOf(database, port)
  const shared = {
    open: (order) => openOrder(context, order),
    find: (id) => findOrder(context, id),
    listOrders: (filter) => listOrders(context, filter),
    startPayment: (id: string, method: PaymentMethod, returnKey?: string) =>
      startPayment(context, id, { method, ...(returnKey !== undefined && { returnKey }) }),
    async refreshPayment(id, occasion) {
      return (await refreshPayment(context, id, { occasion, keepAlive() {} })).order ?? null
    },
    refund: (id, refund) => refundOrder(context, id, refund),
    linkWallet: (customerId) => linkWallet(context, customerId),
    findLink: (customerId) => findLink(context, customerId),
    unlinkWallet: (customerId) => unlinkWallet(context, customerId),
    recordLinkCallback: (callback) => recordLinkCallback(context, callback),
    payWithLink: (id, points) => payWithLink(context, id, points),
    requestNewCode: (id) => requestNewCode(context, id),
    confirmOtp: (id, otp) => confirmOtp(context, id, otp),
    captureOrder: (id) => captureOrder(context, id),
    releaseOrder: (id) => releaseOrder(context, id),
    transfer: (transfer) => transferMoney(context, transfer),
    findTransfer: (id) => findTransfer(context, id),
    partnerFile: notScripted,
    reconciliation: notScripted,
    listReconciliations: notScripted,
    forceReconciliation: notScripted,
    health: () => readHealth(context),
    configuration: async () => ({ environment: 'local', problems: [] }),
  } satisfies CheckoutEnv['ORDERS'] & CheckoutEnv['PUBLIC_PAGES']
  return { ORDERS: shared, PUBLIC_PAGES: shared }
}
