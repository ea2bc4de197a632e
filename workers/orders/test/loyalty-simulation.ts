import { createClient, type Client } from '@merchant-edge/client'
import type { LoyaltyOutcome, Stores } from '@merchant-edge/orders/api'
import { callLoyalty } from '../src/loyalty/call-loyalty.ts'
import { LoyaltyService, tierOf, type LoyaltyConduct } from './loyalty-service.ts'

const steps = 60
const lossRate = 0.27
/** Share of calls that are answered after another request of the shop has used the same id. */
const overtakenRate = 0.15
/** Share of calls during which the process crashes, so that the answer is lost on this side. */
const deathRate = 0.05

const phones = ['0900000001', '0900000002'] as const

/** A top-up or an order of gift codes by the shop. */
export type LoyaltyRequest =
  | {
      readonly kind: 'top-up'
      readonly id: string
      readonly phone: string
      readonly points: number
    }
  | {
      readonly kind: 'codes'
      readonly id: string
      readonly cardType: string
      readonly quantity: number
    }

const stores: Stores = {
  default: { storeCode: 'STORE-1', posCode: 'POS-1' },
  allowed: [{ storeCode: 'STORE-2', posCodes: ['TILL-1'] }],
}

/** The process crashes. */
class Death extends Error {}

const conducts: readonly (readonly [number, LoyaltyConduct])[] = [
  [0.45, 'works'],
  [0.6, 'works and breaks'],
  [0.7, 'breaks'],
  [0.8, 'stops at the door'],
  [0.92, 'refuses'],
  [1, 'fails'],
]

/** A seeded source of numbers from 0 to below 1 (xorshift). */
function seeded(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1) | 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

/**
 * Simulates points, gift codes and tiers from a seed, while answers are lost and ids are reused.
 */
export class LoyaltySimulation {
  readonly service = new LoyaltyService(() => this.#nowMs)
  /** False statements to the shop. */
  readonly untruths: string[] = []
  /** Each id of the shop, with two different requests under it. */
  readonly requests: readonly (readonly [LoyaltyRequest, LoyaltyRequest])[]
  /** Points that the shop was told are credited, by id, with their receiver. */
  readonly told = new Map<string, { readonly phone: string; readonly points: number }>()
  readonly #database: D1Database
  readonly #client: Client
  readonly #chance: () => number
  #nowMs = 1_780_000_000_000
  #isCalm = false
  #isOvertaking = false
  #isDeaf = false

  constructor(seed: number, database: D1Database, privateKey: CryptoKey) {
    this.#database = database
    this.#chance = seeded(seed)
    this.#client = createClient({
      baseUrl: 'https://service.example',
      keyCode: 'test-key',
      privateKey,
      attempts: 1,
      fetch: (address, init) => this.#fetch(address, init),
    })
    this.requests = [0, 1, 2].flatMap((number) => this.#newRequests(`${seed}-${number}`))
    this.service.conduct = () => this.#conduct()
  }

  #newRequests(name: string): (readonly [LoyaltyRequest, LoyaltyRequest])[] {
    const [phone, other] = this.#chance() < 0.5 ? phones : [phones[1], phones[0]]
    const topUp = { kind: 'top-up', id: `STORE-1-${name}` } as const
    const codes = { kind: 'codes', id: `G-${name}` } as const
    // Another system of the merchant has used the id of an order of codes, for other codes.
    if (this.#chance() < 0.3) this.service.sell(codes.id, '500', 1)
    return [
      [
        { ...topUp, phone, points: 100 },
        { ...topUp, phone: other, points: 500 },
      ],
      [
        { ...codes, cardType: '50', quantity: 1 },
        { ...codes, cardType: '50', quantity: 2 },
      ],
    ]
  }

  #happens(rate: number): boolean {
    return !this.#isCalm && this.#chance() < rate
  }

  #conduct(): LoyaltyConduct {
    if (this.#isCalm) return 'works'
    const draw = this.#chance()
    return conducts.find(([upTo]) => draw < upTo)?.[1] ?? 'works'
  }

  async #fetch(address: string, init: RequestInit): Promise<Response> {
    if (this.#isDeaf || this.#happens(lossRate / 2)) throw new TypeError('connection reset')
    const text = await new Response(init.body ?? '').text()
    const response = this.service.answer(new URL(address), text === '' ? {} : JSON.parse(text))
    if (!this.#isOvertaking && this.#happens(overtakenRate)) {
      this.#isOvertaking = true
      await this.#ask(this.#any())
      this.#isOvertaking = false
    }
    if (this.#happens(deathRate)) throw new Death()
    if (this.#happens(lossRate / 2)) throw new TypeError('connection reset')
    return response
  }

  #any(): LoyaltyRequest {
    const pair = this.requests[Math.floor(this.#chance() * this.requests.length)]
    if (pair === undefined) throw new Error('There is nothing to ask for.')
    return this.#chance() < 0.6 ? pair[0] : pair[1]
  }

  #call(name: string, request: Readonly<Record<string, unknown>>): Promise<LoyaltyOutcome> {
    const values = {
      merchant_code: 'MERCHANT-1',
      business_code: 'BUSINESS-1',
      program_code: 'PROGRAM-1',
    }
    const store = { database: this.#database, endpoints: [], now: () => this.#nowMs }
    return callLoyalty({ client: this.#client, values, stores, store }, { name, request })
  }

  /** Makes a request, records the answer and compares it with what really happened. */
  async #ask(request: LoyaltyRequest): Promise<LoyaltyOutcome> {
    const outcome =
      request.kind === 'top-up'
        ? await this.#call('topUpPoints', {
            txn_id: request.id,
            order_id: request.id,
            phone_number: request.phone,
            point_amount: request.points,
          })
        : await this.#call('orderGiftCodes', {
            merchant_order_id: request.id,
            order_info: [{ card_type: request.cardType, quantity: request.quantity }],
          })
    this.#compare(request, outcome)
    if (request.kind === 'top-up' && outcome.outcome === 'accepted') {
      this.told.set(request.id, request)
    }
    return outcome
  }

  /** Whether the service has carried out the request under the id. */
  #isDone(request: LoyaltyRequest): boolean {
    if (request.kind === 'codes') {
      const order = this.service.giftOrders.get(request.id)
      return order?.cardType === request.cardType && order.codes.length === request.quantity
    }
    const topUp = this.service.topUps.get(request.id)
    const isSame = topUp?.phone === request.phone && topUp.points === request.points
    return isSame && topUp.isCredited
  }

  #compare(request: LoyaltyRequest, { outcome, ...told }: LoyaltyOutcome): void {
    const isDone = this.#isDone(request)
    const what = JSON.stringify({ request, outcome, told, isDone })
    if (outcome === 'accepted' && !isDone) this.untruths.push(`accepted and not done: ${what}`)
    if (outcome === 'conflict' && isDone) this.untruths.push(`done and a conflict: ${what}`)
    const isFinal = outcome === 'refused' && 'applied' in told && told.applied === 'no'
    if (isFinal && isDone) this.untruths.push(`refused and done: ${what}`)
    if (outcome === 'accepted' && request.kind === 'codes' && isDone) {
      const order = this.service.giftOrders.get(request.id)
      const isTold = order?.codes.every((code) => what.includes(`"${code}"`)) === true
      if (!isTold) this.untruths.push(`other codes than those that were sold: ${what}`)
    }
  }

  /** The shop's own books: no member has been promised more than the service has given. */
  #checkBooks(): void {
    for (const phone of phones) {
      if (this.pointsTold(phone) > this.service.pointsOf(phone)) {
        this.untruths.push(`${phone} was told ${this.pointsTold(phone)} points`)
      }
    }
  }

  /** Points of a member that the shop was told are given. */
  pointsTold(phone: string): number {
    const own = [...this.told.values()].filter((one) => one.phone === phone)
    return own.reduce((sum, one) => sum + one.points, 0)
  }

  /** Runs work that a crash may end. */
  async #survive(work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof Death)) throw error
    }
    this.#isOvertaking = false
  }

  async #step(): Promise<void> {
    const choice = this.#chance()
    this.#nowMs += Math.floor(this.#chance() * 600_000)
    if (choice < 0.55) await this.#ask(this.#any())
    else if (choice < 0.75) await Promise.all([this.#ask(this.#any()), this.#ask(this.#any())])
    else if (choice < 0.85) {
      this.#isDeaf = true
      await this.#ask(this.#any())
    } else await this.tierTold(phones[0])
    this.#isDeaf = false
  }

  /** The tier of a member in the answer to the shop; `undefined` without an answer. */
  async tierTold(phone: string): Promise<string | undefined> {
    const request = { id_type: 'MOBILE', identity: phone }
    const told = JSON.stringify(await this.#call('getMembership', request))
    const tier = /"tier_code":"([A-Z]+)"/.exec(told)?.[1]
    if (tier !== undefined && tier !== tierOf(this.service.pointsOf(phone))) {
      this.untruths.push(`${phone} has not the tier ${tier}`)
    }
    return tier
  }

  /** Phase 1: faults occur. */
  async storm(): Promise<void> {
    for (let step = 0; step < steps; step += 1) {
      await this.#survive(() => this.#step())
      this.#isDeaf = false
      this.#checkBooks()
    }
  }

  /** Phase 2: nothing is lost any more, and the shop repeats every request, with both contents. */
  async calm(): Promise<readonly LoyaltyOutcome[]> {
    this.#isCalm = true
    const outcomes: LoyaltyOutcome[] = []
    for (const request of this.requests.flat()) outcomes.push(await this.#ask(request))
    this.#checkBooks()
    return outcomes
  }
}

/** The members of the simulated shop. */
export const members: readonly string[] = phones
