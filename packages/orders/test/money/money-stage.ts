import type { CallbackRecord } from '../../src/callbacks/index.ts'
import type { RefundConduct } from '../scripted-service.ts'
import type { RefundToMake } from '../../src/service/payment-port.ts'
import type { Call, Fault } from '../scripted-wallet.ts'
import { Trouble } from '../trouble.ts'
import { seededRandom, type ReceivedEvent } from '../world.ts'
import { MoneyWorld } from './money-world.ts'

export const pointVnd = 1000
/** What one operator may refund of an order alone, in VND. */
export const approvalLimitVnd = 900
export const holdMinutes = 90

/** A refund that is asked for again and again under its id, always the same. */
export interface AskedRefund {
  readonly id: string
  readonly vnd?: number
  readonly points?: number
  readonly transactionId?: string
  readonly reason: string
  readonly staffId: string
}

/** An order of the simulated shop, as it is announced again and again. */
export interface MoneyOrder {
  readonly id: string
  readonly amountVnd: number
  /** Points that its customer pays with; each is worth 1,000 VND. */
  readonly points: number
  readonly customerId: string
  readonly holds: boolean
  /** Refunds that the shop asks for, and refunds that operators ask for. */
  readonly ofShop: readonly AskedRefund[]
  readonly ofStaff: readonly AskedRefund[]
}

/** A refund that the service has refused, for its file. */
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
/** The calls that the client makes again when they meet silence. */
const repeatable: ReadonlySet<Call> = new Set(['query', 'refund', 'hold'])
const conducts: readonly (readonly [number, RefundConduct])[] = [
  [0.06, 'returns the money first'],
  [0.12, 'returns the points first'],
  [0.18, 'breaks'],
  [0.24, 'registers the id only'],
  [0.34, 'refuses'],
  [0.38, 'stops at the door'],
]

/** How much more often the answer to a refund is lost: then only the files and people tell what became of it. */
const lostRefundRate = 0.18
/** How often a refund whose answer is lost has only taken its id. */
const unheardRate = 0.4
/** How often the first refund of an order fails, is made when it is sent again, and is not answered either time. */
const madeLaterRate = 0.7
/** How often the second refund of an order is made unheard, and its repeat is refused for its amount. */
const refusedAgainRate = 0.6

/** Everything that the people of the simulation share. */
export class MoneyStage {
  readonly world: MoneyWorld
  readonly orders: readonly MoneyOrder[]
  readonly trouble: Trouble
  readonly chance: () => number
  readonly database: D1Database
  /** Statements of the books that were false, or that nothing had proven. */
  readonly untruths: string[] = []
  /** Events that the shop has processed, whether or not its answer arrived. */
  readonly processed: ReceivedEvent[] = []
  readonly inFlight: CallbackRecord[] = []
  readonly taken: Taken[] = []
  readonly failed: FailedRefund[] = []
  /** Payments at the service that a customer can open. */
  readonly handedOut = new Set<string>()
  /** Proposals that somebody else than the proposer has tried to approve. */
  readonly approved = new Set<string>()
  /** Proposals that are refused for good. */
  readonly rejected = new Set<string>()
  /** Refunds that a person has wrongly called not returned, and that nobody has corrected yet. */
  readonly mistaken = new Set<string>()
  /** Refunds of which the first call fails and the second makes them, both without an answer. */
  readonly #madeLater: ReadonlySet<string>
  /** Refunds that are made by a request without an answer, whose repeat is refused for their amount. */
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
      // More than half: when it was made unheard, too little is left to make it again.
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

  /** What goes wrong with a call for a refund. */
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

  /** What of a payment has not gone back yet, as the service counts it. */
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
    // Often nobody hears of it when a service breaks down.
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

  /** What becomes of a refund that fails first and is made later. */
  #conductOfUnlucky({ refundId }: RefundToMake): RefundConduct | undefined {
    if (!this.#madeLater.has(refundId)) return undefined
    return this.failed.some(({ refund }) => refund.refundId === refundId) ? 'returns' : 'refuses'
  }

  any<One>(list: readonly One[]): One | undefined {
    return list[Math.floor(this.chance() * list.length)]
  }

  /** Whether the shop itself asks for a refund. */
  isOfShop(refundId: string): boolean {
    return this.orders.some(({ ofShop }) => ofShop.some(({ id }) => id === refundId))
  }

  async referencesOf(orderId: string): Promise<Set<string>> {
    const { attempts } = await this.world.order(orderId)
    return new Set(attempts.map(({ reference }) => reference))
  }

  /** Notes what linked wallets have paid since the last look. */
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
