import { denyPayment, recordCallback, sweep } from '../../src/index.ts'
import { sweepKeys } from '../../src/upkeep/index.ts'
import type { Call } from '../scripted-wallet.ts'
import { atOnce } from '../trouble.ts'
import { checkBooks, watchChanges } from './books.ts'
import {
  announce,
  beginWithHold,
  deliver,
  expireHold,
  forget,
  linkAgain,
  payByLink,
  payForSure,
  payPage,
  payTwice,
  start,
} from './customers.ts'
import { MoneyStage, type MoneyOrder } from './money-stage.ts'
import { Nights } from './night.ts'
import {
  approveAny,
  approveReturns,
  correctAny,
  correctRefund,
  decideAny,
  decideDispute,
  decideLinked,
  decideRefund,
  decideRunning,
  denyWrongly,
  refundAtSite,
  refundByShop,
  refundByStaff,
  rejectAny,
} from './staff.ts'

/**
 * Number of steps of the phase of payments, of the phase of refunds, and of each day afterwards.
 */
const stepsOf = { payments: 34, refunds: 40, after: 14 } as const
type Time = keyof typeof stepsOf
/** Share of orders that are certainly paid before the refunds begin. */
const paidEarlyRate = 0.75
/** Share of calls during which other work continues, mostly for longer than their lease. */
const latenessRate = 0.08
/** Share of these calls that end within the lease. */
const withinLeaseRate = 0.4
const nightsBetween = 2
const nightsAfter = 2
const rounds = 12
const roundsOfHours = 8

type Act = (stage: MoneyStage, order: MoneyOrder) => Promise<void> | void

/**
 * The possible steps, each with its weight in the phase of payments, in that of refunds, and in the
 * days afterwards.
 */
const acts: readonly (readonly [shares: Readonly<Record<Time, number>>, act: Act])[] = [
  [{ payments: 8, refunds: 3, after: 3 }, announce],
  [{ payments: 12, refunds: 2, after: 1 }, start],
  [{ payments: 14, refunds: 3, after: 6 }, payPage],
  [{ payments: 12, refunds: 4, after: 6 }, deliver],
  [{ payments: 18, refunds: 6, after: 4 }, payByLink],
  [{ payments: 12, refunds: 1, after: 0 }, payTwice],
  [{ payments: 1, refunds: 14, after: 8 }, refundByShop],
  [{ payments: 1, refunds: 18, after: 10 }, refundByStaff],
  [{ payments: 1, refunds: 14, after: 10 }, approveAny],
  [{ payments: 0, refunds: 1, after: 3 }, refundAtSite],
  [{ payments: 0, refunds: 2, after: 3 }, rejectAny],
  [{ payments: 2, refunds: 9, after: 20 }, decideAny],
  [{ payments: 0, refunds: 24, after: 20 }, denyWrongly],
  [{ payments: 0, refunds: 5, after: 6 }, correctAny],
  [{ payments: 1, refunds: 4, after: 6 }, forget],
  [{ payments: 3, refunds: 2, after: 2 }, linkAgain],
  [{ payments: 9, refunds: 2, after: 2 }, expireHold],
  [{ payments: 1, refunds: 1, after: 2 }, ({ world }) => world.rotateSecret()],
  [{ payments: 9, refunds: 9, after: 6 }, passSeconds],
  [{ payments: 0, refunds: 2, after: 6 }, passMinutes],
  [{ payments: 14, refunds: 14, after: 10 }, sweepTwice],
]
/** The possible steps during a call. */
const meanwhile: readonly Act[] = [
  sweepTwice,
  sweepTwice,
  sweepTwice,
  approveAny,
  refundByShop,
  refundByStaff,
  payByLink,
  payPage,
  deliver,
  decideAny,
  denyWrongly,
  expireHold,
  forget,
]

function passSeconds({ world, chance }: MoneyStage): void {
  world.advance({ seconds: Math.floor(chance() * 200) })
}

function passMinutes({ world, chance }: MoneyStage): void {
  world.advance({ minutes: Math.floor(chance() * 200) })
}

/** A sweep, concurrently with another one or with the consumer of the queue. */
async function sweepTwice({ world, database, chance }: MoneyStage): Promise<void> {
  const open = await database
    .prepare("SELECT key FROM outbox WHERE state = 'open' ORDER BY rowid DESC LIMIT 5")
    .all<{ key: string }>()
  const keys = open.results.map(({ key }) => key)
  const isQueued = chance() < 0.5
  await atOnce([
    () => sweep(world.context),
    () => (isQueued ? sweepKeys(world.context, keys) : sweep(world.context)),
  ])
}

/**
 * Simulates three orders: one that is paid on pages, one whose money is held and captured, and a
 * third one of either kind or charged at once. The shop, two operators and second persons refund
 * them all the time.
 */
export class MoneySimulation {
  readonly stage: MoneyStage
  readonly #nights: Nights
  readonly #seed: number
  #isLate = false

  constructor(seed: number, database: D1Database) {
    this.#seed = seed
    this.stage = new MoneyStage(seed, database)
    this.#nights = new Nights(this.stage)
    const { service } = this.stage.world
    service.before = (call) => this.#perhapsLate(call)
    service.during = (call) => this.#perhapsLate(call)
  }

  /**
   * A request or its answer takes so long that other work continues, within its lease or beyond it.
   */
  async #perhapsLate(call: Call): Promise<void> {
    const { stage } = this
    if (this.#isLate || !stage.trouble.happens(latenessRate)) return
    this.#isLate = true
    try {
      const isWithinLease = stage.chance() < withinLeaseRate
      const [least, more] = isWithinLease ? ([5, 50] as const) : ([61, 130] as const)
      stage.world.advance({ seconds: least + Math.floor(stage.chance() * more) })
      const isHasty = call === 'refund' && isWithinLease && stage.chance() < 0.5
      const act = isHasty ? decideRunning : (stage.any(meanwhile) ?? sweepTwice)
      const order = stage.any(stage.orders)
      if (order !== undefined) await stage.trouble.survive(async () => act(stage, order))
    } finally {
      this.#isLate = false
    }
  }

  /** Phase 1: wallets are linked and orders are opened. */
  async begin(): Promise<void> {
    const { stage } = this
    stage.trouble.isCalm = true
    await watchChanges(stage.database)
    for (const order of stage.orders) {
      await linkAgain(stage, order)
      await announce(stage, order)
    }
    stage.world.advance({ seconds: 30 })
    await sweep(stage.world.context)
    await beginWithHold(stage, this.#seed)
    await checkBooks(stage)
    await sweep(stage.world.context)
    await checkBooks(stage)
  }

  async #step(time: Time): Promise<void> {
    const { stage } = this
    const all = acts.reduce((sum, [shares]) => sum + shares[time], 0)
    let draw = stage.chance() * all
    const order = stage.any(stage.orders)
    if (order === undefined) return
    for (const [shares, act] of acts) {
      draw -= shares[time]
      if (draw >= 0) continue
      await act(stage, order)
      return
    }
  }

  async #storm(time: Time): Promise<void> {
    const { stage } = this
    for (let step = 0; step < stepsOf[time]; step += 1) {
      stage.trouble.isCalm = false
      await stage.trouble.survive(() => this.#step(time))
      stage.trouble.isCalm = true
      await checkBooks(stage)
    }
  }

  /** Phase 2: faults occur during payments, refunds, and nights with their following days. */
  async storm(): Promise<void> {
    const { stage } = this
    const { world } = stage
    await this.#storm('payments')
    for (const order of stage.orders) {
      if (stage.chance() < paidEarlyRate) await payForSure(stage, order)
    }
    world.advance({ seconds: 100 })
    await sweep(world.context)
    await this.#storm('refunds')
    for (let night = 0; night < nightsBetween; night += 1) {
      await this.#pass('some rows late')
      await this.#storm('after')
    }
  }

  async #pass(rows: Parameters<Nights['pass']>[0]): Promise<void> {
    await this.#nights.pass(rows)
    await checkBooks(this.stage)
  }

  /** Phase 3: faults stop, callbacks and files arrive, and correct verdicts settle what is open. */
  async calm(): Promise<void> {
    const { stage } = this
    const { world } = stage
    stage.trouble.isCalm = true
    for (const callback of stage.inFlight.splice(0)) await recordCallback(world.context, callback)
    for (const seconds of [100, 600, 900, 1800]) {
      world.advance({ seconds })
      await sweep(world.context)
    }
    for (let night = 0; night < nightsAfter; night += 1) await this.#pass('all rows')
    for (let round = 0; round < rounds; round += 1) {
      // Held money is released after its time; a person decides what was queried in vain for long.
      if (round >= roundsOfHours) world.advance({ hours: 25 })
      if (!(await this.#decideAll({ isLate: round >= roundsOfHours }))) break
    }
    // Refunds that only the files name are recorded with the next file, unless a refund of ours
    // prevents it.
    await this.#pass('all rows')
    for (const seconds of [10, 400, 2000]) {
      world.advance({ seconds })
      await sweep(world.context)
    }
    await checkBooks(stage)
  }

  /** Whether something was open. */
  async #decideAll({ isLate }: { readonly isLate: boolean }): Promise<boolean> {
    const { stage } = this
    const { world } = stage
    for (const seconds of [100, 1400, 2100]) {
      world.advance({ seconds })
      await sweep(world.context)
    }
    for (const order of stage.orders) {
      await denyPayment(world.context, order.id, { reason: 'asked the service', staffId: 'chi' })
      const { attempts, refunds, disputedPayments } = await world.order(order.id)
      for (const refund of refunds) await decideRefund(stage, refund)
      for (const refund of refunds) await correctRefund(stage, refund)
      for (const attempt of attempts) await decideLinked(stage, attempt, { isLate })
      for (const payment of disputedPayments) await decideDispute(stage, payment)
      await approveReturns(stage, order)
    }
    await checkBooks(stage)
    return (await this.#openOrders()) + stage.mistaken.size > 0
  }

  async #openOrders(): Promise<number> {
    const { database, orders } = this.stage
    const open = await database
      .prepare(
        `SELECT COUNT(*) AS n FROM orders WHERE id IN (SELECT value FROM json_each(?)) AND (
           state NOT IN ('expired', 'cancelled', 'paid', 'part_refunded', 'refunded')
           OR EXISTS (SELECT 1 FROM refunds WHERE order_id = orders.id AND state NOT IN ('refunded', 'refused'))
           OR EXISTS (SELECT 1 FROM attempts WHERE order_id = orders.id
             AND state NOT IN ('refused', 'expired', 'paid', 'released')))`,
      )
      .bind(JSON.stringify(orders.map(({ id }) => id)))
      .first<{ n: number }>()
    return open?.n ?? 0
  }
}
