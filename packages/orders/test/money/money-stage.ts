import type { CallbackRecord } from '../../src/callbacks/index.ts'
import type { RefundConduct } from '../scripted-service.ts'
import type { RefundToMake } from '../../src/service/payment-port.ts'
import type { Call, Fault } from '../scripted-wallet.ts'
import { Trouble } from '../trouble.ts'
import { seededRandom, type ReceivedEvent } from '../world.ts'
import { MoneyWorld } from './money-world.ts'

export const pointVnd = 1000
/** Maximum that one operator may refund of an order, in VND. */
export const approvalLimitVnd = 900
export const holdMinutes = 90

/** A refund that is requested repeatedly under its id with the same fields. */
export interface AskedRefund {
  readonly id: string
  readonly vnd?: number
  readonly points?: number
  readonly transactionId?: string
  readonly reason: string
  readonly staffId: string
}

/** An order of the simulated shop, which is announced repeatedly. */
export interface MoneyOrder {
  readonly id: string
  readonly amountVnd: number
  /** Points that its customer pays with; each is worth 1,000 VND. */
  readonly points: number
  readonly customerId: string
  readonly holds: boolean
  /** Refunds by the shop, and refunds by operators. */
  readonly ofShop: readonly AskedRefund[]
  readonly ofStaff: readonly AskedRefund[]
}

/** A refund that the service has refused, which its file lists as failed. */
export interface FailedRefund {
  readonly refund: RefundToMake
  readonly atMs: number
}

/** Money and points that the service has taken from a customer. */
export interface Taken {
  readonly reference: string
  readonly transactionId: string
  readonly vnd: number
  readonly points: number
  readonly atMs: number
}

const faults: readonly (readonly [number, Fault])[] = [
  [0.09, 'lost request'],
  [0.18, 'lost answer'],
  [0.22, 'error before'],
  [0.26, 'error after'],
  [0.28, 'turned away'],
  [0.32, 'made twice'],
]
/** The calls that the client retries without an answer. */
const repeatable: ReadonlySet<Call> = new Set(['query', 'refund', 'hold'])
const conducts: readonly (readonly [number, RefundConduct])[] = [
  [0.06, 'returns the money first'],
  [0.12, 'returns the points first'],
  [0.18, 'breaks'],
  [0.24, 'registers the id only'],
  [0.34, 'refuses'],
  [0.38, 'stops at the door'],
]

/**
 * Additional share of lost answers to refunds, whose outcome only files and verdicts then settle.
 */
const lostRefundRate = 0.18
/** Share of refunds with a lost answer of which the service has stored only the id. */
const unheardRate = 0.4
/**
 * Share of first refunds of an order that fail, are made by the retry, and are answered neither
 * time.
 */
const madeLaterRate = 0.7
/**
 * Share of second refunds of an order that are made without an answer, and whose retry is refused
 * for the amount.
 */
const refusedAgainRate = 0.6

/** The state that all actors of the simulation share. */
export class MoneyStage {
  readonly world: MoneyWorld
  readonly orders: readonly MoneyOrder[]
  readonly trouble: Trouble
  readonly chance: () => number
  readonly database: D1Database
  /** Statements of the order store that were false or without evidence. */
  readonly untruths: string[] = []
  /** Events that the shop has processed, whether or not its answer arrived. */
  readonly processed: ReceivedEvent[] = []
  readonly inFlight: CallbackRecord[] = []
  readonly taken: Taken[] = []
  readonly failed: FailedRefund[] = []
  /** Payments at the service that a customer can open. */
  readonly handedOut = new Set<string>()
  /** Proposals that another person than the proposer has tried to approve. */
  readonly approved = new Set<string>()
  /** Proposals that are refused finally. */
  readonly rejected = new Set<string>()
  /** Refunds that a verdict has wrongly settled as not returned, without a correction so far. */
  readonly mistaken = new Set<string>()
  /** Refunds whose first call fails and whose second call makes them, both without an answer. */
  readonly #madeLater: ReadonlySet<string>
  /** Refunds that an unanswered request makes, and whose retry is refused for the amount. */
  readonly #refusedAgain: ReadonlySet<string>
  #refundFault: Fault = 'none'

  constructor(seed: number, database: D1Database) {
    this.database = database
    this.chance = seededRandom(seed * 7 + 5)
    this.trouble = new Trouble(this.chance)
    const { sleep } = this.trouble
    const context = {
      database: this.trouble.crashing(database),
      sleep,
      approvalLimitVnd,
      holdMinutes,
      retention: { personalDataDays: 1, eventDays: 1 },
    }
    this.world = new MoneyWorld({ seed, database, context })
    const third = this.chance() < 0.5 ? 'charge' : 'hold'
    this.orders = ['page', 'hold', third].map((kind, index) =>
      this.#newOrder(kind, `${kind}-${seed}-${index}`),
    )
    const unlucky = this.orders.filter(() => this.chance() < madeLaterRate)
    this.#madeLater = new Set(
      unlucky.flatMap(({ ofShop }) => ofShop.slice(0, 1).map(({ id }) => id)),
    )
    this.#refusedAgain = new Set(
      this.orders
        .filter(() => this.chance() < refusedAgainRate)
        .flatMap(({ ofShop }) => ofShop.slice(1).map(({ id }) => id)),
    )
    const { service } = this.world
    service.needsOtp = this.chance() < 0.5
    service.fault = (call, id) => this.#fault(call, id)
    service.refundConduct = (refund) => this.#conduct(refund)
    service.looksAtRestFirst = (refund) =>
      this.#isTooMuch(refund) && (this.#refusedAgain.has(refund.refundId) || this.chance() < 0.7)
    this.world.shopStatus = (event) => {
      const fault = this.trouble.fault()
      if (fault !== 'lost request') this.processed.push(event)
      return fault === 'none' ? 204 : 500
    }
  }

  #newOrder(kind: string, id: string): MoneyOrder {
    const points = Math.floor(this.chance() * 3)
    const vnd = 1500 + Math.floor(this.chance() * 1000)
    const parts = [
      { vnd: 200 },
      // More than half, so that too little is left for a second refund when the first was made
      // without an answer.
      { vnd: Math.ceil(vnd * 0.6), ...(points > 0 && { points: 1 }) },
      { vnd: 400 },
      { vnd: 450 },
      { vnd: 700, ...(points > 0 && { points }) },
      { vnd, ...(points > 0 && { points }) },
      ...(points > 0 ? [{ points: 1 }] : []),
    ]
    const refunds = parts.map((part, index) => ({
      ...part,
      id: `${id}-r${index}`,
      reason: 'the cup was broken',
      staffId: index % 2 === 0 ? 'an' : 'binh',
    }))
    return {
      id,
      points,
      amountVnd: vnd + points * pointVnd,
      customerId: `customer-${id}`,
      holds: kind === 'hold',
      ofShop: refunds.slice(0, 2),
      ofStaff: refunds.slice(2),
    }
  }

  /** The fault of a call for a refund. */
  #faultOfRefund(id: string): Fault {
    const isMade = this.world.service.refunds.has(id)
    if (this.#refusedAgain.has(id) && !isMade) return 'made twice'
    const isUnlucky = this.#madeLater.has(id) && !isMade
    return isUnlucky || this.chance() < lostRefundRate ? 'lost answer' : this.#drawnFault()
  }

  #drawnFault(): Fault {
    const draw = this.chance()
    return faults.find(([upTo]) => draw < upTo)?.[1] ?? 'none'
  }

  #fault(call: Call, id: string): Fault {
    if (this.trouble.isCalm || call === 'link' || call === 'check') return 'none'
    const fault = call === 'refund' ? this.#faultOfRefund(id) : this.#drawnFault()
    if (call === 'refund') this.#refundFault = fault
    return fault === 'made twice' && !repeatable.has(call) ? 'none' : fault
  }

  /** The part of a payment that is not refunded yet, according to the service. */
  leftOf(reference: string): { vnd: number; points: number } {
    this.noteTaken()
    const paid = this.taken.find((one) => one.reference === reference)
    const left = { vnd: paid?.vnd ?? 0, points: paid?.points ?? 0 }
    for (const { refund } of this.world.service.returns) {
      if (refund.originalReference !== reference) continue
      left.vnd -= refund.vnd
      left.points -= refund.points
    }
    return left
  }

  #isTooMuch({ originalReference, vnd, points }: RefundToMake): boolean {
    const left = this.leftOf(originalReference)
    return vnd > left.vnd || points > left.points
  }

  #conduct(refund: RefundToMake): RefundConduct {
    const isTooMuch = this.#isTooMuch(refund)
    const draw = this.chance()
    const drawn = conducts.find(([upTo]) => draw < upTo)?.[1] ?? 'returns'
    // A service that breaks down often sends no answer.
    const isUnheard = this.#refundFault === 'lost answer' && this.chance() < unheardRate
    const stormy = isUnheard ? 'registers the id only' : drawn
    const free = this.#conductOfUnlucky(refund) ?? stormy
    const isCertain = this.trouble.isCalm || this.#refusedAgain.has(refund.refundId)
    const calm = isCertain ? 'returns' : free
    const conduct = isTooMuch ? 'refuses' : calm
    if (conduct === 'refuses') this.failed.push({ refund, atMs: this.world.now() })
    const hasHalves = refund.vnd > 0 && refund.points > 0
    return conduct.endsWith('first') && !hasHalves ? 'returns' : conduct
  }

  /** The result of each request for a refund that fails first and is made later. */
  #conductOfUnlucky({ refundId }: RefundToMake): RefundConduct | undefined {
    if (!this.#madeLater.has(refundId)) return undefined
    return this.failed.some(({ refund }) => refund.refundId === refundId) ? 'returns' : 'refuses'
  }

  any<One>(list: readonly One[]): One | undefined {
    return list[Math.floor(this.chance() * list.length)]
  }

  /** Whether a refund belongs to the shop. */
  isOfShop(refundId: string): boolean {
    return this.orders.some(({ ofShop }) => ofShop.some(({ id }) => id === refundId))
  }

  async referencesOf(orderId: string): Promise<Set<string>> {
    const { attempts } = await this.world.order(orderId)
    return new Set(attempts.map(({ reference }) => reference))
  }

  /** Records what linked wallets have paid since the last call. */
  noteTaken(): void {
    for (const payment of this.world.service.payments) {
      const { reference, transactionId, status, amountVnd, points } = payment
      const isNoted = this.taken.some((one) => one.reference === reference)
      if (status !== 'SUCCESS' || isNoted) continue
      const vnd = amountVnd - points * pointVnd
      this.taken.push({ reference, transactionId, vnd, points, atMs: this.world.now() })
    }
  }
}
