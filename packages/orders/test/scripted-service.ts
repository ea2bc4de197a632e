import type {
  OrderStatus,
  TransactionOrder,
  TransactionQr,
} from '@merchant-edge/contract/transaction-qr'
import type { WebPayment } from '@merchant-edge/contract/web-payment'
import type { CallbackRecord } from '../src/callbacks/callback-record.ts'
import type {
  PaymentPort,
  PaymentToCreate,
  RefundAccepted,
  RefundToMake,
  WebPaymentToCreate,
} from '../src/service/payment-port.ts'
import type { PortAnswer } from '../src/service/port-answer.ts'
import type { StoreAndTerminal } from '../src/stores/stores.ts'
import { accepted, pageOfProxy, refusal, ScriptedWallet } from './scripted-wallet.ts'

export { refusal } from './scripted-wallet.ts'

/** A payment at the scripted service. */
export interface ServiceOrder {
  readonly serviceOrderId: string
  readonly reference: string
  readonly amountVnd: number
  readonly callbackUrl: string
  readonly extraData?: PaymentToCreate['extraData']
  readonly store?: StoreAndTerminal
  status: OrderStatus
  /** When it was paid. */
  paidAtMs?: number
}

/**
 * What the service does with a refund, and how it answers. If it only registers the id, nothing is
 * refunded and the id is taken; if it breaks, a proxy answers instead.
 */
export type RefundConduct =
  | 'returns'
  | 'returns the money first'
  | 'returns the points first'
  | 'returns and breaks'
  | 'breaks'
  | 'registers the id only'
  | 'refuses'
  | 'stops at the door'

/** Refunded money and points. */
export interface Return {
  readonly refund: RefundToMake
  readonly atMs: number
  readonly vnd: number
  readonly points: number
}

/**
 * The wallet service as a peer that a test controls. It stores payments and refunds like the real
 * one, so that a test can query what really happened, and it can lose requests and answers.
 */
export class ScriptedService extends ScriptedWallet implements PaymentPort {
  readonly orders: ServiceOrder[] = []
  readonly refunds = new Map<string, RefundToMake>()
  /** Refunded amounts, one entry for each half that was refunded separately. */
  readonly returns: Return[] = []
  /** Ids that are taken although nothing was refunded. */
  readonly registeredOnly = new Set<string>()
  /** Decides the result of a refund with a new id. */
  refundConduct: (refund: RefundToMake) => RefundConduct = () => 'returns'
  /** Whether a refund with a taken id is refused for its amount before its id is checked. */
  looksAtRestFirst: (refund: RefundToMake) => boolean = () => false
  /** Answers a refund without making it. */
  refundAnswer: ((refund: RefundToMake) => PortAnswer<RefundAccepted>) | undefined
  /** Answers a creation without creating the payment. */
  createAnswer: ((payment: PaymentToCreate) => PortAnswer<WebPayment & TransactionQr>) | undefined
  /** Runs during a creation, after it took effect and before it is answered. */
  duringCreate: (order: ServiceOrder) => Promise<void> = async () => {}
  /** Runs during a refund, after it took effect and before it is answered. */
  duringRefund: () => Promise<void> = async () => {}
  readonly #now: () => number

  constructor(now: () => number) {
    super()
    this.#now = now
  }

  async #create(payment: PaymentToCreate): Promise<PortAnswer<WebPayment & TransactionQr>> {
    return this.call('create', payment.reference, async () => {
      if (this.createAnswer !== undefined) return this.createAnswer(payment)
      const serviceOrderId = `20260101T${String(this.orders.length + 1).padStart(8, '0')}`
      const order: ServiceOrder = {
        serviceOrderId,
        reference: payment.reference,
        amountVnd: payment.amountVnd,
        callbackUrl: payment.callbackUrl,
        ...(payment.store !== undefined && { store: payment.store }),
        ...(payment.extraData !== undefined && { extraData: payment.extraData }),
        status: {
          order_id: serviceOrderId,
          order_amount: payment.amountVnd,
          pay_status: 'PROCESSING',
        },
      }
      this.orders.push(order)
      await this.duringCreate(order)
      const expiration = Math.floor(this.#now() / 1000) + payment.expiresInMinutes * 60
      return creationAccepted(serviceOrderId, expiration)
    })
  }

  createWebPayment(payment: WebPaymentToCreate): Promise<PortAnswer<WebPayment>> {
    return this.#create(payment)
  }

  async createTqrOrder(payment: PaymentToCreate): Promise<PortAnswer<TransactionQr>> {
    const answer = await this.#create(payment)
    if (answer.outcome !== 'accepted') return answer
    const { payment_url: _paymentUrl, ...data } = answer.data
    return { ...answer, data }
  }

  async createAppPayment(payment: PaymentToCreate): Promise<PortAnswer<TransactionOrder>> {
    const answer = await this.#create(payment)
    if (answer.outcome !== 'accepted') return answer
    const { order_id, expiration } = answer.data
    const data = { signature: `signed ${order_id}`, order_id, expired_at: expiration }
    return { ...answer, data }
  }

  queryOrder(serviceOrderId: string): Promise<PortAnswer<OrderStatus>> {
    return this.call('query', serviceOrderId, async () => {
      const order = this.orders.find((known) => known.serviceOrderId === serviceOrderId)
      if (order === undefined) return notFound
      return {
        outcome: 'accepted',
        code: 200,
        data: { ...order.status },
        repeatedAfterUnknown: false,
      }
    })
  }

  refundOrder(refund: RefundToMake): Promise<PortAnswer<RefundAccepted>> {
    return this.call('refund', refund.refundId, async () => {
      if (this.refundAnswer !== undefined) return this.refundAnswer(refund)
      const { refundId } = refund
      if (this.refunds.has(refundId) || this.registeredOnly.has(refundId)) {
        return this.looksAtRestFirst(refund) ? refusal(4004009, 'no') : refusal(4090801, 'maybe')
      }
      const answer = this.#refund(refund, this.refundConduct(refund))
      if (this.refunds.has(refundId)) await this.duringRefund()
      return answer
    })
  }

  #refund(refund: RefundToMake, conduct: RefundConduct): PortAnswer<RefundAccepted> {
    switch (conduct) {
      case 'stops at the door':
        return { ...refusal(4010002, 'no'), kind: 'not_processed' }
      case 'refuses':
        return refusal(4000820, 'no')
      case 'breaks':
        return pageOfProxy
      case 'registers the id only':
        this.registeredOnly.add(refund.refundId)
        return refusal(5000800, 'maybe')
      case 'returns the money first':
        return this.#return(refund, { vnd: refund.vnd, points: 0 })
      case 'returns the points first':
        return this.#return(refund, { vnd: 0, points: refund.points })
      case 'returns and breaks':
        this.#return(refund, refund)
        return pageOfProxy
      case 'returns':
    }
    return this.#return(refund, refund)
  }

  #return(
    refund: RefundToMake,
    { vnd, points }: { readonly vnd: number; readonly points: number },
  ): PortAnswer<RefundAccepted> {
    this.refunds.set(refund.refundId, refund)
    this.returns.push({ refund, vnd, points, atMs: this.#now() })
    if (points < refund.points) return refundAccepted(2000801)
    return refundAccepted(vnd < refund.vnd ? 2000802 : 200)
  }

  /** Refunds the halves that are still owed. */
  returnOwed(): void {
    for (const [id, refund] of this.refunds) {
      const { vnd, points } = this.returnedOf(id)
      if (vnd === refund.vnd && points === refund.points) continue
      const owed = { vnd: refund.vnd - vnd, points: refund.points - points }
      this.returns.push({ refund, ...owed, atMs: this.#now() })
    }
  }

  /** The newest payment that was created. */
  get newest(): ServiceOrder {
    const order = this.orders.at(-1)
    if (order === undefined) throw new Error('Nothing was created at the service.')
    return order
  }

  /**
   * Makes the customer pay; returns the callback that the service would now send.
   */
  pay(order: ServiceOrder, paid: Partial<OrderStatus> = {}): CallbackRecord {
    order.paidAtMs = this.#now()
    order.status = {
      ...order.status,
      pay_status: 'SUCCESS',
      vnd_amount: order.amountVnd,
      point_amount: 0,
      transaction_id: `T${order.serviceOrderId.slice(9)}`,
      ...paid,
    }
    return this.callbackOf(order)
  }

  /** The callback that reports a payment, as the ipn Worker passes it on. */
  callbackOf(order: ServiceOrder): CallbackRecord {
    return {
      reference: order.reference,
      amountVnd: order.amountVnd,
      signed: {
        pay_status: order.status.pay_status,
        transaction_id: order.status.transaction_id ?? '',
        order_id: order.serviceOrderId,
      },
      unsignedFields: { user_id: 'U-SECRET-1', vnd_amount: '1' },
      keyId: 'key-1',
    }
  }

  /** Money that was really refunded for an order_reference_id. */
  returnedVnd(reference: string): number {
    return sumOf(this.returns.filter(({ refund }) => refund.originalReference === reference)).vnd
  }

  /** Amounts that were really refunded of a refund. */
  returnedOf(refundId: string): { vnd: number; points: number } {
    return sumOf(this.returns.filter(({ refund }) => refund.refundId === refundId))
  }
}

function sumOf(returns: readonly Return[]): { vnd: number; points: number } {
  const sum = { vnd: 0, points: 0 }
  for (const { vnd, points } of returns) {
    sum.vnd += vnd
    sum.points += points
  }
  return sum
}

/**
 * The service's answer that it has created a payment.
 *
 * @param expiration in seconds since 1970
 */
export function creationAccepted(
  serviceOrderId: string,
  expiration: number,
): PortAnswer<WebPayment & TransactionQr> {
  return accepted({
    order_id: serviceOrderId,
    expiration,
    payment_url: `https://pay.example/${serviceOrderId}`,
    qr_code: `https://qr.example/${serviceOrderId}`,
    qr_data: '',
    qr_url: '',
  })
}

/** Makes a refund that the service accepts with a code. */
export function refundAccepted(code: RefundAccepted['code']): PortAnswer<RefundAccepted> {
  return {
    outcome: 'accepted',
    code,
    data: { code, refundTransactionId: 'RT1' },
    repeatedAfterUnknown: false,
  }
}

const notFound = refusal(4040001, 'no')
