import type { CallbackRecord } from '../src/callbacks/index.ts'
import { listUndecided } from '../src/daily-files/index.ts'
import {
  acceptDispute,
  captureOrder,
  confirmOtp,
  denyPayment,
  openOrder,
  payWithLink,
  recordCallback,
  refundOrder,
  releaseDispute,
  releaseOrder,
  settleLinkedPayment,
  settleRefundByVerdict,
  startPayment,
  sweep,
} from '../src/index.ts'
import { approveProposal, refundByOperator, replayByOperator } from '../src/operators/index.ts'
import type { OrderRows } from '../src/orders/order-view.ts'
import type { ServiceOrder } from './scripted-service.ts'
import { rightOtp } from './scripted-wallet.ts'
import { atOnce, lossRate, Trouble } from './trouble.ts'
import { seededRandom, World, type ReceivedEvent } from './world.ts'

const steps = 44
const pointVnd = 1000
const approvalLimitVnd = 900
const person = { reason: 'seen on the merchant web site', staffId: 'an' }
const second = { reason: 'seen by a second person', staffId: 'binh' }
/** Rounds in which a person decides what is open, one an hour. */
const rounds = 14

/** Money and points of a customer that the service has captured for an order. */
export interface Taken {
  readonly reference: string
  readonly transactionId: string
  readonly vnd: number
  readonly points: number
  /** Whether the service only names the transaction: the money belongs to another order. */
  readonly isPhantom: boolean
}

interface RefundByPeople {
  readonly id: string
  readonly vnd: number
  readonly points: number
  readonly transactionId?: string
}

type DisputedPayment = OrderRows['disputedPayments'][number]

/**
 * Two orders that are paid on pages, twice by one QR, in wrong amounts and by a linked wallet. The
 * service sometimes names the transaction of the other order, and calls, callbacks and events get
 * lost. Meanwhile people give verdicts, make refunds that exceed what one of them may decide, and
 * replay callbacks.
 */
export class VerdictSimulation {
  readonly world: World
  readonly orderIds: readonly string[]
  readonly taken: Taken[] = []
  /** Events that the shop has processed, whether or not its response arrived. */
  readonly processed: ReceivedEvent[] = []
  /** Statements of the books that were false at some time. */
  readonly untruths: string[] = []
  readonly #database: D1Database
  readonly #chance: () => number
  readonly #trouble: Trouble
  readonly #inFlight: CallbackRecord[] = []
  readonly #sent: CallbackRecord[] = []
  /** Payments that a callback reported and that were never made. */
  readonly #denied = new Set<string>()
  #number = 0

  constructor(seed: number, database: D1Database) {
    this.#database = database
    this.#chance = seededRandom(seed * 2 + 1)
    this.#trouble = new Trouble(this.#chance)
    const { sleep } = this.#trouble
    this.orderIds = [`order-${seed}-a`, `order-${seed}-b`]
    this.world = new World({
      seed,
      database,
      context: { database: this.#trouble.crashing(database), sleep, approvalLimitVnd },
    })
    const { service } = this.world
    service.needsOtp = this.#chance() < 0.5
    service.fault = () => this.#trouble.fault()
    service.refundConduct = () => {
      if (this.#trouble.happens(0.1)) return 'refuses'
      return this.#trouble.happens(0.1) ? 'breaks' : 'returns'
    }
    this.world.shopStatus = (event) => {
      const fault = this.#trouble.fault()
      if (fault !== 'lost request') this.processed.push(event)
      return fault === 'none' ? 204 : 500
    }
  }

  #any<One>(list: readonly One[]): One | undefined {
    return list[Math.floor(this.#chance() * list.length)]
  }

  #next(): number {
    this.#number += 1
    return this.#number
  }

  async #referencesOf(orderId: string): Promise<Set<string>> {
    const { attempts } = await this.world.order(orderId)
    return new Set(attempts.map(({ reference }) => reference))
  }

  /** Payments captured for an order, including those of the linked wallet. */
  async takenFor(orderId: string): Promise<Taken[]> {
    const references = await this.#referencesOf(orderId)
    const { amountVnd } = (await this.world.order(orderId)).order
    const byLink = this.world.service.payments.filter(({ status }) => status === 'SUCCESS')
    const linked = byLink.map(({ reference, transactionId, points }) => ({
      reference,
      transactionId,
      points,
      vnd: amountVnd - points * pointVnd,
      isPhantom: false,
    }))
    return [...this.taken, ...linked].filter(({ reference }) => references.has(reference))
  }

  #take(order: ServiceOrder, taken: Taken & { readonly orderAmount: number }): void {
    const { vnd, points, transactionId, orderAmount, isPhantom, reference } = taken
    this.taken.push({ reference, transactionId, vnd, points, isPhantom })
    const callback = this.world.service.pay(order, {
      order_amount: orderAmount,
      vnd_amount: vnd,
      point_amount: points,
      transaction_id: transactionId,
    })
    this.#sent.push(callback)
    if (!this.#trouble.happens(lossRate)) this.#inFlight.push(callback)
  }

  async #pay(): Promise<void> {
    const order = this.#any(this.world.service.orders)
    if (order === undefined || this.#denied.has(order.serviceOrderId)) return
    const { reference, amountVnd } = order
    const newest = this.taken.findLast((one) => one.reference === reference)
    const transactionId = `TX-${this.#next()}`
    const own = { reference, transactionId, isPhantom: false }
    if (newest !== undefined) {
      // The parts of the earlier payment are lost with it, so it has none.
      if (newest.isPhantom || newest.points > 0 || this.#chance() < 0.6) return
      this.#take(order, { ...own, vnd: newest.vnd, points: 0, orderAmount: newest.vnd })
      return
    }
    const choice = this.#chance()
    const foreign = await this.#takenElsewhere(reference)
    if (choice < 0.15) {
      const vnd = amountVnd + 1 + Math.floor(this.#chance() * 400)
      this.#take(order, { ...own, vnd, points: 0, orderAmount: vnd })
    } else if (choice < 0.25 && foreign !== undefined) {
      const parts = { vnd: amountVnd, points: 0, orderAmount: amountVnd }
      this.#take(order, { reference, transactionId: foreign, isPhantom: true, ...parts })
    } else if (choice < 0.35) {
      this.#tellOfNone(order)
    } else {
      const points = this.#chance() < 0.4 ? 1 : 0
      const vnd = amountVnd - points * pointVnd
      this.#take(order, { ...own, vnd, points, orderAmount: amountVnd })
    }
  }

  /**
   * A transaction that pays the other order of the shop, or that the other order has as a disputed
   * payment: the books know its owner.
   */
  async #takenElsewhere(reference: string): Promise<string | undefined> {
    for (const orderId of this.orderIds) {
      if ((await this.#referencesOf(orderId)).has(reference)) continue
      const { order, disputedPayments } = await this.world.order(orderId)
      const ids = [order.paidTransactionId, ...disputedPayments.map((one) => one.transactionId)]
      const own = (await this.takenFor(orderId)).filter(({ isPhantom }) => !isPhantom)
      return this.#any(own.filter(({ transactionId }) => ids.includes(transactionId)))
        ?.transactionId
    }
    return undefined
  }

  /** A signed callback reports a payment that the service denies when it is queried. */
  #tellOfNone(order: ServiceOrder): void {
    this.#denied.add(order.serviceOrderId)
    const callback = this.world.service.callbackOf(order)
    const signed = {
      ...callback.signed,
      pay_status: 'SUCCESS',
      transaction_id: `NO-${this.#next()}`,
    }
    this.#inFlight.push({ ...callback, signed })
  }

  async #deliverCallback(): Promise<void> {
    const place = Math.floor(this.#chance() * this.#inFlight.length)
    const [callback] = this.#inFlight.splice(place, 1)
    if (callback === undefined) return
    if (this.#trouble.happens(0.3)) this.#inFlight.push(callback)
    const isOfOtherPrice = this.#trouble.happens(0.05)
    const { reference: _reference, ...elsewhere } = callback
    const arrived = this.#trouble.happens(0.15) ? elsewhere : callback
    await recordCallback(this.world.context, {
      ...arrived,
      ...(isOfOtherPrice && { amountVnd: 1 }),
    })
  }

  async #replay(): Promise<void> {
    const lines = await this.#database
      .prepare("SELECT seq FROM journal WHERE kind = 'callback.received'")
      .all<{ seq: number }>()
    const line = this.#any(lines.results)
    if (line !== undefined) await replayByOperator(this.world.context, line.seq, person)
  }

  /** One person refunds more of an order than one person may decide; a second one approves. */
  async #refundByPeople(orderId: string, refund: RefundByPeople): Promise<void> {
    const { id, vnd, points, transactionId } = refund
    const asked = await refundByOperator(this.world.context, orderId, {
      id,
      ...(vnd > 0 && { vnd }),
      ...(points > 0 && { points }),
      ...(transactionId !== undefined && { transactionId }),
      ...person,
    })
    if (asked.outcome === 'approval_needed') await approveProposal(this.world.context, id, second)
  }

  /** The correct decision about a disputed payment, as a person knows it. */
  async #decide(payment: DisputedPayment): Promise<void> {
    const { world } = this
    const { orderId, transactionId } = payment
    const verdict = { transactionId, ...person }
    const truth = (await this.takenFor(orderId)).find((one) => one.transactionId === transactionId)
    if (truth === undefined) this.untruths.push(`${transactionId} was never paid for ${orderId}`)
    if (truth?.isPhantom === true) {
      await releaseDispute(world.context, orderId, verdict)
      return
    }
    const { order } = await world.order(orderId)
    if (order.paidTransactionId === null && this.#chance() < 0.5) {
      await acceptDispute(world.context, orderId, verdict)
      return
    }
    const vnd = payment.paidVnd - payment.refundedVnd
    const points = payment.paidPoints - payment.refundedPoints
    if (vnd + points === 0) return
    const id = `${orderId}-back-${this.#next()}`
    await this.#refundByPeople(orderId, { id, vnd, points, transactionId })
  }

  async #decideAny(orderId: string): Promise<void> {
    const { disputedPayments } = await this.world.order(orderId)
    const payment = this.#any(disputedPayments.filter(({ state }) => state === 'open'))
    if (payment !== undefined) await this.#decide(payment)
  }

  async #payByLink(orderId: string): Promise<void> {
    const { context } = this.world
    const choice = this.#chance()
    if (choice < 0.3) await payWithLink(context, orderId)
    else if (choice < 0.4) await payWithLink(context, orderId, 1)
    else if (choice < 0.7) await confirmOtp(context, orderId, this.#chance() < 0.8 ? rightOtp : '0')
    else if (choice < 0.9) await captureOrder(context, orderId)
    else await releaseOrder(context, orderId)
  }

  async #refund(orderId: string): Promise<void> {
    const number = Math.floor(this.#chance() * 3)
    const vnd = 300 + number
    if (this.#chance() < 0.5) {
      await refundOrder(this.world.context, orderId, { id: `${orderId}-r${number}`, vnd })
    } else {
      const refund = { id: `${orderId}-o${number}`, vnd: vnd + 200 * number, points: 0 }
      await this.#refundByPeople(orderId, refund)
    }
  }

  async #step(): Promise<void> {
    const { world } = this
    const orderId = this.#any(this.orderIds) ?? ''
    const choice = this.#chance()
    if (choice < 0.14) {
      const method = this.#chance() < 0.5 ? 'web-payment' : 'transaction-qr'
      await startPayment(world.context, orderId, { method })
    } else if (choice < 0.28) await this.#pay()
    else if (choice < 0.4) await this.#deliverCallback()
    else if (choice < 0.52) await this.#payByLink(orderId)
    else if (choice < 0.6) await this.#decideAny(orderId)
    else if (choice < 0.65) await this.#replay()
    else if (choice < 0.67) await denyPayment(world.context, orderId, person)
    else if (choice < 0.75) await this.#refund(orderId)
    else if (choice < 0.87) world.advance({ seconds: Math.floor(this.#chance() * 240) - 20 })
    else await atOnce([() => sweep(world.context), () => sweep(world.context)])
  }

  /** Compares what the books call known with the truth. */
  async #checkBooks(): Promise<void> {
    const refunds = await this.#database
      .prepare('SELECT id, state, settled_vnd AS vnd, settled_points AS points FROM refunds')
      .all<{ id: string; state: string; vnd: number; points: number }>()
    for (const { id, state, vnd, points } of refunds.results) {
      const truth = this.world.service.returnedOf(id)
      const isTold = state === 'refunded' && (vnd > truth.vnd || points > truth.points)
      if (isTold) this.untruths.push(`${id} is ${state} and not back`)
      if (state === 'refused' && truth.vnd > 0) this.untruths.push(`${id} is refused and back`)
    }
  }

  /** Phase 1: wallets are linked and the orders are opened. */
  async begin(): Promise<void> {
    this.#trouble.isCalm = true
    for (const id of this.orderIds) {
      await this.world.link(`customer-${id}`)
      await openOrder(this.world.context, {
        id,
        amountVnd: 2000 + Math.floor(this.#chance() * 1000),
        linkedCustomerId: `customer-${id}`,
        holdPayment: this.#chance() < 0.5,
        expiresInMinutes: 45,
      })
    }
    this.#trouble.isCalm = false
  }

  /** Phase 2: faults occur, and people decide what they know. */
  async storm(): Promise<void> {
    for (let step = 0; step < steps; step += 1) {
      await this.#trouble.survive(() => this.#step())
      await this.#checkBooks()
    }
  }

  async #decideLinked(
    orderId: string,
    { isLate = false }: { readonly isLate?: boolean } = {},
  ): Promise<void> {
    const { world } = this
    for (const { reference, state, nextCallAtMs } of (await world.order(orderId)).attempts) {
      const isUnknown = state === 'payment_unknown'
      const isAsked = state === 'capturing' || state === 'releasing'
      if (!isUnknown && !(isAsked && (nextCallAtMs === null || isLate))) continue
      const truth = world.service.payments.find((payment) => payment.reference === reference)
      if (truth?.status === 'HOLDING') continue
      const { transactionId } = truth ?? {}
      await settleLinkedPayment(world.context, orderId, {
        ...person,
        reference,
        ...(truth?.status === 'SUCCESS' && transactionId !== undefined
          ? { result: 'paid', transactionId }
          : { result: 'not_paid' }),
      })
    }
  }

  async #decideRefunds(orderId: string): Promise<void> {
    const { refunds } = await this.world.order(orderId)
    for (const { id, state } of refunds) {
      if (state === 'refunded' || state === 'refused') continue
      const result = this.world.service.refunds.has(id) ? 'refunded' : 'not_refunded'
      await settleRefundByVerdict(this.world.context, orderId, id, { ...person, result })
    }
  }

  /**
   * Phase 3: every callback that was sent arrives, nothing fails, and a person decides everything
   * in the queue of undecided items by the truth, until the queue is empty.
   */
  async calm(): Promise<void> {
    const { world } = this
    this.#trouble.isCalm = true
    for (const callback of [...this.#inFlight, ...this.#sent]) {
      await recordCallback(world.context, callback)
    }
    for (let round = 0; round < rounds; round += 1) {
      for (const seconds of [100, 1400, 2100]) {
        world.advance({ seconds })
        await sweep(world.context)
      }
      const { items } = await listUndecided(world.context)
      for (const orderId of new Set(items.map((item) => ('orderId' in item ? item.orderId : '')))) {
        await this.#decideLinked(orderId)
        await this.#decideRefunds(orderId)
        for (const payment of (await world.order(orderId)).disputedPayments) {
          if (payment.state === 'open') await this.#decide(payment)
        }
        await denyPayment(world.context, orderId, person)
      }
    }
    // Held money is released after two days at the latest; payments that the service does not know
    // are queried for longer.
    for (const hours of [25, 25, 1, 1]) {
      world.advance({ hours })
      await sweep(world.context)
      for (const orderId of this.orderIds) {
        await this.#decideLinked(orderId, { isLate: true })
        await denyPayment(world.context, orderId, person)
      }
    }
    await this.#checkBooks()
  }
}
