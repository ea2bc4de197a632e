import type { CallbackRecord } from '../src/callbacks/index.ts'
import { dayOf } from '../src/daily-files/vietnam-day.ts'
import {
  openOrder,
  recordCallback,
  refundOrder,
  settleRefundByVerdict,
  startPayment,
  sweep,
} from '../src/index.ts'
import type { RefundToMake } from '../src/service/payment-port.ts'
import { DailyWorld, type ServiceRow } from './daily-world.ts'
import type { RefundConduct, ServiceOrder } from './scripted-service.ts'
import type { Call, Fault } from './scripted-wallet.ts'
import { startedOrderId } from './started-order-id.ts'
import { atOnce, lossRate, Trouble } from './trouble.ts'
import { seededRandom, type ReceivedEvent } from './world.ts'

const replayRate = 0.18
/**
 * Share of calls that are answered only after their lease has ended and another worker has leased
 * them.
 */
const latenessRate = 0.08
/** The same for refused refunds: a late refusal must not discard the result of the other worker. */
const latenessOfRefusals = 0.6
/** How often that other worker crashes between its own call and the record of its answer. */
const deathRate = 0.7
/** Share of refunds whose calls never reach the service. */
const deafRate = 0.12
/** What most steps of a storm are about. */
type Phase = 'payments' | 'refunds'

const stepsBefore = 14
const stepsOfRefunds = 28
/** Share of orders that are certainly paid before the refunds begin. */
const paidEarlyRate = 0.8
const daysOfFiles = 3
const pointVnd = 1000

/** An order of the simulated shop. */
export interface SimulatedOrder {
  readonly id: string
  /** Its price, and the points with which the customer pays a part of it; each is worth 1,000 VND. */
  readonly amountVnd: number
  readonly points: number
  /** Requested refunds: money, points, and both. */
  readonly refunds: readonly {
    readonly id: string
    readonly vnd?: number
    readonly points?: number
  }[]
}

/** What the service does with a refund while faults occur, with the share of each result. */
const conducts: readonly (readonly [number, RefundConduct])[] = [
  [0.44, 'returns'],
  [0.52, 'returns the money first'],
  [0.6, 'returns the points first'],
  [0.68, 'returns and breaks'],
  [0.76, 'breaks'],
  [0.84, 'registers the id only'],
  [0.92, 'refuses'],
  [1, 'stops at the door'],
]

/**
 * Simulates orders, refunds and daily files from a seed, while a quarter of all messages is lost.
 */
export class Simulation {
  readonly world: DailyWorld
  readonly orders: readonly SimulatedOrder[]
  /** Events that the shop has processed, whether or not its answer arrived. */
  readonly processed: ReceivedEvent[] = []
  /** When each call of a refund was made, whether or not it reached the service. */
  readonly calls = new Map<string, number[]>()
  /** Refunds whose calls never reach the service. */
  readonly deaf = new Set<string>()
  /** Statements of the order store that were false at some time. */
  readonly untruths: string[] = []
  readonly #database: D1Database
  readonly #chance: () => number
  readonly #inFlight: CallbackRecord[] = []
  readonly #handedOut = new Set<string>()
  readonly #trouble: Trouble
  #isLate = false
  #diesAfterRefund = false
  #lastConduct: RefundConduct = 'returns'

  constructor(seed: number, database: D1Database) {
    this.#database = database
    this.#chance = seededRandom(seed * 2 + 1)
    this.#trouble = new Trouble(this.#chance)
    const { sleep } = this.#trouble
    const context = { database: this.#trouble.crashing(database), sleep }
    this.world = new DailyWorld({}, { seed, database, context })
    this.orders = ['a', 'b'].map((name) => this.#newOrder(`order-${seed}-${name}`))
    const { service } = this.world
    service.fault = (call, id) => this.#fault(call, id)
    service.refundConduct = (refund) => this.#conduct(refund)
    service.looksAtRestFirst = (refund) => this.#exceedsRest(refund) && this.#chance() < 0.7
    service.during = (call) => this.#answerLate(call)
    this.world.shopStatus = (event) => {
      const fault = this.#trouble.fault()
      if (fault !== 'lost request') this.processed.push(event)
      return fault === 'none' ? 204 : 500
    }
  }

  #newOrder(id: string): SimulatedOrder {
    const points = Math.floor(this.#chance() * 4)
    const amountVnd = points * pointVnd + 1000 + Math.floor(this.#chance() * 1000)
    const refunds = [
      { id: `${id}-r0`, vnd: 200 },
      { id: `${id}-r1`, vnd: 350, points: 1 },
      { id: `${id}-r2`, points: 1 },
      { id: `${id}-r3`, vnd: 600, points: 1 },
    ]
    for (const refund of refunds) if (this.#chance() < deafRate) this.deaf.add(refund.id)
    return { id, amountVnd, points, refunds }
  }

  #fault(call: Call, id: string): Fault {
    if (call === 'refund') {
      this.calls.set(id, [...(this.calls.get(id) ?? []), this.world.now()])
      if (this.deaf.has(id)) return 'lost request'
    }
    return this.#trouble.fault()
  }

  #conduct({ vnd, points }: RefundToMake): RefundConduct {
    if (this.#trouble.isCalm) return 'returns'
    const draw = this.#chance()
    const conduct = conducts.find(([upTo]) => draw < upTo)?.[1] ?? 'returns'
    const hasHalves = vnd > 0 && points > 0
    this.#lastConduct = conduct.endsWith('first') && !hasHalves ? 'returns' : conduct
    return this.#lastConduct
  }

  /** Whether the service has too little left of the payment to make a refund, perhaps because it has made it. */
  #exceedsRest({ originalReference, vnd, points }: RefundToMake): boolean {
    const { orders, returns } = this.world.service
    const paid = orders.find(({ reference }) => reference === originalReference)?.status
    let [vndLeft, pointsLeft] = [paid?.vnd_amount ?? 0, paid?.point_amount ?? 0]
    for (const one of returns) {
      if (one.refund.originalReference !== originalReference) continue
      vndLeft -= one.vnd
      pointsLeft -= one.points
    }
    return vnd > vndLeft || points > pointsLeft
  }

  /** The answer to a call takes so long that another worker repeats the call. */
  async #answerLate(call: Call): Promise<void> {
    if (this.#isLate) {
      if (call === 'refund') this.#trouble.isDying = this.#diesAfterRefund
      return
    }
    const isRefusal = call === 'refund' && this.#lastConduct === 'refuses'
    if (!this.#trouble.happens(isRefusal ? latenessOfRefusals : latenessRate)) return
    this.#isLate = true
    this.#diesAfterRefund = this.#chance() < deathRate
    try {
      this.world.advance({ seconds: 61 })
      await this.#trouble.survive(() => sweep(this.world.context))
    } finally {
      this.#isLate = false
      this.#trouble.isDying = false
    }
  }

  #any<One>(list: readonly One[]): One | undefined {
    return list[Math.floor(this.#chance() * list.length)]
  }

  async #open({ id, amountVnd }: SimulatedOrder): Promise<void> {
    await openOrder(this.world.context, { id, amountVnd })
  }

  async #start({ id }: SimulatedOrder): Promise<void> {
    const method = this.#chance() < 0.5 ? 'web-payment' : 'transaction-qr'
    const outcome = await startPayment(this.world.context, id, { method })
    const serviceOrderId = startedOrderId(outcome)
    if (serviceOrderId !== undefined) this.#handedOut.add(serviceOrderId)
  }

  /** The order that a payment at the service is for. */
  async #orderOf({ reference }: ServiceOrder): Promise<SimulatedOrder | undefined> {
    const attempt = await this.#database
      .prepare('SELECT order_id FROM attempts WHERE reference = ?')
      .bind(reference)
      .first<{ order_id: string }>()
    return this.orders.find(({ id }) => id === attempt?.order_id)
  }

  /** The customer pays one of the created payments, if it has not expired. */
  async #pay(among: readonly ServiceOrder[] = this.world.service.orders): Promise<void> {
    const open = among.filter(
      (order) => order.status.pay_status !== 'SUCCESS' && this.#handedOut.has(order.serviceOrderId),
    )
    const payment = this.#any(open)
    const order = payment && (await this.#orderOf(payment))
    if (payment === undefined || order === undefined) return
    const callback = this.world.service.pay(payment, {
      vnd_amount: payment.amountVnd - order.points * pointVnd,
      point_amount: order.points,
    })
    if (this.#trouble.happens(lossRate)) return
    this.#inFlight.push(callback)
    while (this.#trouble.happens(replayRate)) this.#inFlight.push(callback)
  }

  async #deliverCallback(): Promise<void> {
    const place = Math.floor(this.#chance() * this.#inFlight.length)
    const [callback] = this.#inFlight.splice(place, 1)
    if (callback === undefined) return
    if (this.#trouble.happens(replayRate)) this.#inFlight.push(callback)
    await recordCallback(this.world.context, callback)
  }

  /** One random step; once the refunds have begun, every other step concerns them. */
  async #step(phase: Phase): Promise<void> {
    const { world } = this
    const order = this.#any(this.orders)
    const refund = order && this.#any(order.refunds)
    if (order === undefined || refund === undefined) return
    const choice = phase === 'refunds' ? 0.4 + this.#chance() * 1.6 : this.#chance()
    if (choice < 0.14) await this.#open(order)
    else if (choice < 0.34) await this.#start(order)
    else if (choice < 0.5) await this.#pay()
    else if (choice < 0.68) await this.#deliverCallback()
    else if (choice < 0.8) world.advance({ seconds: Math.floor(this.#chance() * 90) })
    else if (choice < 1) await atOnce([() => sweep(world.context), () => sweep(world.context)])
    else if (choice < 1.5) await refundOrder(world.context, order.id, refund)
    else if (choice < 1.75) world.advance({ seconds: Math.floor(this.#chance() * 40) })
    else await atOnce([() => sweep(world.context), () => sweep(world.context)])
  }

  /** Compares the known outcomes of the order store with the amounts that were really refunded. */
  async #checkBooks(): Promise<void> {
    const { service } = this.world
    const refunds = await this.#database
      .prepare('SELECT id, state, settled_vnd AS vnd, settled_points AS points FROM refunds')
      .all<{ id: string; state: string; vnd: number; points: number }>()
    for (const { id, state, vnd, points } of refunds.results) {
      const truth = service.returnedOf(id)
      const isTold = state === 'refunded' || state === 'part_settled'
      if (isTold && (vnd > truth.vnd || points > truth.points)) {
        this.untruths.push(`${id} is ${state}: ${vnd} VND and ${points} points are not back`)
      }
      if (state === 'refused' && truth.vnd + truth.points > 0) {
        this.untruths.push(`${id} is refused and went back`)
      }
    }
    const orders = await this.#database
      .prepare(
        `SELECT id, paid_vnd, paid_points, refunded_vnd, refunded_points FROM orders
         WHERE refunded_vnd > paid_vnd OR refunded_points > paid_points`,
      )
      .all<{ id: string }>()
    for (const { id } of orders.results) this.untruths.push(`${id} gives back more than was paid`)
  }

  async #storm(steps: number, phase: Phase): Promise<void> {
    this.#trouble.isCalm = false
    for (let step = 0; step < steps; step += 1) {
      await this.#trouble.survive(() => this.#step(phase))
      await this.#checkBooks()
    }
    this.#trouble.isCalm = true
  }

  /**
   * Phase 2: faults occur, with a pause in which most orders are paid, so that they can be
   * refunded.
   */
  async storm(): Promise<void> {
    await this.#storm(stepsBefore, 'payments')
    for (const order of this.orders) {
      if (this.#chance() < paidEarlyRate) await this.#payForSure(order)
    }
    this.world.advance({ seconds: 100 })
    await sweep(this.world.context)
    await this.#storm(stepsOfRefunds, 'refunds')
  }

  /**
   * Phase 3: nothing is lost any more, except the refunds whose calls never arrive, and no callback
   * arrives. Each customer with a created payment pays one, unless one is already paid. Then the
   * service's files of some days arrive, and correct verdicts settle what is still open.
   */
  async calm(): Promise<void> {
    const { world } = this
    for (const order of this.orders) await this.#payForSure(order)
    for (const seconds of [100, 600, 900, 1800]) {
      world.advance({ seconds })
      await sweep(world.context)
    }
    for (let day = 0; day < daysOfFiles; day += 1) await this.#passDay()
    await this.#settleByPerson()
    for (const hours of [1, 2]) {
      world.advance({ hours })
      await sweep(world.context)
    }
    await this.#checkBooks()
  }

  async #payForSure(order: SimulatedOrder): Promise<void> {
    const { world } = this
    const { service } = world
    await this.#open(order)
    const own: ServiceOrder[] = []
    for (const payment of service.orders) {
      if ((await this.#orderOf(payment))?.id === order.id) own.push(payment)
    }
    if (own.some(({ status }) => status.pay_status === 'SUCCESS')) return
    world.advance({ seconds: 91 })
    await sweep(world.context)
    const before = service.orders.length
    await this.#start(order)
    await this.#pay([...own, ...service.orders.slice(before)])
  }

  /** The rest of a day, its files in the night, and the owed halves in the morning. */
  async #passDay(): Promise<void> {
    const { world } = this
    const day = dayOf(world.now())
    world.toNextDay()
    await world.putServiceFile(this.#rowsOf(day), day)
    await world.work()
    await this.#checkBooks()
    world.service.returnOwed()
    for (let passed = 0; passed < 20; passed += 4) {
      world.advance({ hours: 4 })
      await sweep(world.context)
    }
    await this.#checkBooks()
  }

  /** The rows of the service's file of a day: one for money and one for points. */
  #rowsOf(day: string): ServiceRow[] {
    const { service } = this.world
    const date = this.world.date(day)
    const rows: ServiceRow[] = []
    function add(row: Omit<ServiceRow, 'amount'>, vnd: number, points: number): void {
      if (vnd > 0) rows.push({ ...row, amount: vnd })
      if (points > 0) rows.push({ ...row, amount: points, currency: 'POINT' })
    }
    for (const { reference, status, paidAtMs } of service.orders) {
      if (paidAtMs === undefined || dayOf(paidAtMs) !== day) continue
      const wallet = status.transaction_id ?? ''
      add({ invoice: reference, wallet, date }, status.vnd_amount ?? 0, status.point_amount ?? 0)
    }
    for (const { refund, vnd, points, atMs } of service.returns) {
      if (dayOf(atMs) !== day) continue
      const invoice = refund.refundId
      add({ invoice, wallet: `W-${invoice}`, date, type: '-1' }, vnd, points)
    }
    return rows
  }

  async #settleByPerson(): Promise<void> {
    const { world } = this
    const open = await this.#database
      .prepare(
        `SELECT id, order_id AS orderId FROM refunds
         WHERE state IN ('reserved', 'refund_unknown', 'presumed_refunded', 'part_settled')`,
      )
      .all<{ id: string; orderId: string }>()
    const person = { reason: 'seen on the merchant web site', staffId: 'S1' }
    for (const { id, orderId } of open.results) {
      const isBack = world.service.refunds.has(id)
      const result = isBack ? 'refunded' : 'not_refunded'
      await settleRefundByVerdict(world.context, orderId, id, { ...person, result })
    }
  }
}
