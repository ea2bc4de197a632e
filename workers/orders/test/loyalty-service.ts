/** Points for one member that were requested under an id. */
export interface TopUp {
  readonly phone: string
  readonly points: number
  /** Whether they were credited; otherwise the service has stored the request as failed. */
  readonly isCredited: boolean
}

/** Gift codes that were taken out of stock under an id. */
export interface GiftOrder {
  readonly cardType: string
  readonly codes: readonly string[]
  /** When it was made, in seconds since 1970. */
  readonly createdAt: number
}

/** The result of a write at the service. */
export type LoyaltyConduct =
  | 'works'
  /** It takes effect, and the answer is a page of a proxy. */
  | 'works and breaks'
  /** It has no effect, and the answer is an error. */
  | 'breaks'
  /** It is rejected unprocessed, for its timestamp. */
  | 'stops at the door'
  | 'refuses'
  /** The service stores the id, and the request has failed. */
  | 'fails'

type Fields = Readonly<Record<string, unknown>>

/** Tiers with the minimum points of each, the highest first. */
const tiers: readonly (readonly [number, string])[] = [
  [1_000, 'GOLD'],
  [300, 'SILVER'],
  [0, 'MEMBER'],
]

/** The tier of a member with so many points. */
export function tierOf(points: number): string {
  return tiers.find(([from]) => points >= from)?.[1] ?? 'MEMBER'
}

function answer(code: number, data?: unknown): Response {
  return Response.json({ meta: { code, message: 'words' }, data })
}

/** The loyalty part of the service, with its own record of what was really credited and sold. */
export class LoyaltyService {
  readonly topUps = new Map<string, TopUp>()
  readonly giftOrders = new Map<string, GiftOrder>()
  conduct: () => LoyaltyConduct = () => 'works'
  readonly #now: () => number
  #codes = 0

  constructor(now: () => number) {
    this.#now = now
  }

  /** Points of a member. */
  pointsOf(phone: string): number {
    const credited = [...this.topUps.values()].filter((one) => one.isCredited)
    return credited.reduce((sum, one) => sum + (one.phone === phone ? one.points : 0), 0)
  }

  /** Takes codes out of stock for any caller. */
  sell(id: string, cardType: string, quantity: number): GiftOrder {
    const codes = Array.from({ length: quantity }, () => `CODE-${(this.#codes += 1)}`)
    const order = { cardType, codes, createdAt: Math.floor(this.#now() / 1000) }
    this.giftOrders.set(id, order)
    return order
  }

  /** Answers a received request. */
  answer(address: URL, fields: Fields): Response {
    const { pathname, searchParams } = address
    if (pathname.endsWith('/loyalty/membership')) {
      return this.#member(searchParams.get('identity') ?? '')
    }
    if (pathname.endsWith('/topup/status')) return this.#topUp(searchParams.get('txn_id') ?? '')
    if (pathname.endsWith('/topup')) return this.#credit(fields)
    const order = searchParams.get('merchant_order_id')
    return order === null ? this.#take(fields) : this.#giftOrder(order)
  }

  #member(phone: string): Response {
    const tier = tierOf(this.pointsOf(phone))
    return answer(200, {
      member: { member_code: `M-${phone}`, full_name: 'An' },
      tier_info: { tier_code: tier, tier_name: tier, description: '' },
    })
  }

  #topUp(id: string): Response {
    const topUp = this.topUps.get(id)
    if (topUp === undefined) return answer(4040001)
    return answer(200, { type: 'TXN_EARN', status: topUp.isCredited ? 'SUCCESS' : 'ERROR' })
  }

  #giftOrder(id: string): Response {
    const order = this.giftOrders.get(id)
    return order === undefined ? answer(4040001) : answer(200, this.#shown(id, order))
  }

  #shown(id: string, { cardType, codes, createdAt }: GiftOrder) {
    const cards = codes.map((code) => ({ code, serial: `S-${code}`, expire_date: '2030-01-01' }))
    return {
      created_at: createdAt,
      merchant_order_id: id,
      order_info: [{ card_type: cardType, cards }],
    }
  }

  /** The faulty answer to a write; `undefined` when it succeeds. */
  #trouble(conduct: LoyaltyConduct, refusal: number): Response | undefined {
    if (conduct === 'stops at the door') return answer(4010002)
    if (conduct === 'refuses') return answer(refusal)
    if (conduct === 'breaks') return answer(5000001)
    return undefined
  }

  #credit(fields: Fields): Response {
    const conduct = this.conduct()
    const id = String(fields['txn_id'])
    const trouble = this.#trouble(conduct, 4000326)
    if (trouble !== undefined) return trouble
    if (this.topUps.has(id)) return answer(4000307)
    const isCredited = conduct !== 'fails'
    const phone = String(fields['phone_number'])
    this.topUps.set(id, { phone, points: Number(fields['point_amount']), isCredited })
    return conduct === 'works' ? answer(200) : this.#page()
  }

  #take(fields: Fields): Response {
    const conduct = this.conduct()
    const id = String(fields['merchant_order_id'])
    const trouble = this.#trouble(conduct === 'fails' ? 'breaks' : conduct, 4000301)
    if (trouble !== undefined) return trouble
    if (this.giftOrders.has(id)) return answer(4000302)
    const [item] = Array.isArray(fields['order_info']) ? fields['order_info'] : []
    const order = this.sell(id, String(item?.card_type), Number(item?.quantity))
    return conduct === 'works' ? answer(200, this.#shown(id, order)) : this.#page()
  }

  #page(): Response {
    return new Response('<h1>502 Bad Gateway</h1>', { status: 502 })
  }
}
