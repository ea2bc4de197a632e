import type { CallbackRecord } from '../src/callbacks/index.ts'
import { openOrder, recordCallback, refundOrder, startPayment, sweep } from '../src/index.ts'
import { lossRate, Trouble } from './trouble.ts'
import { seededRandom, World, type ReceivedEvent } from './world.ts'

const replayRate = 0.18
const steps = 14

/** One order in a world where a quarter of everything is lost, from a seed. */
export class Simulation {
  readonly world: World
  readonly orderId: string
  /** Refunds that were asked for. */
  readonly refundIds: string[] = []
  /** Events that the shop has processed, whether or not its answer arrived. */
  readonly processed: ReceivedEvent[] = []
  readonly #chance: () => number
  readonly #amountVnd: number
  readonly #inFlight: CallbackRecord[] = []
  readonly #handedOut = new Set<string>()
  readonly #trouble: Trouble

  constructor(seed: number, database: D1Database) {
    this.#chance = seededRandom(seed * 2 + 1)
    this.#trouble = new Trouble(this.#chance)
    this.orderId = `order-${seed}`
    this.#amountVnd = 1000 + Math.floor(this.#chance() * 1000)
    const { sleep } = this.#trouble
    this.world = new World({
      seed,
      context: { database: this.#trouble.crashing(database), sleep },
    })
    this.world.service.fault = () => this.#trouble.fault()
    this.world.shopStatus = (event) => {
      const fault = this.#trouble.fault()
      if (fault !== 'lost request') this.processed.push(event)
      return fault === 'none' ? 204 : 500
    }
  }

  async #start(): Promise<void> {
    const method = this.#chance() < 0.5 ? 'web-payment' : 'transaction-qr'
    const outcome = await startPayment(this.world.context, this.orderId, method)
    const address =
      outcome.outcome === 'redirect'
        ? outcome.paymentUrl
        : outcome.outcome === 'qr'
          ? outcome.qrCode
          : undefined
    const serviceOrderId = address?.split('/').at(-1)
    if (serviceOrderId !== undefined) this.#handedOut.add(serviceOrderId)
  }

  /** The customer pays one of the payments that were handed out, as long as it is alive. */
  #pay(): void {
    const open = this.world.service.orders.filter(
      (order) => order.status.pay_status !== 'SUCCESS' && this.#handedOut.has(order.serviceOrderId),
    )
    const order = open[Math.floor(this.#chance() * open.length)]
    if (order === undefined) return
    const callback = this.world.service.pay(order)
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

  async #refund(): Promise<void> {
    const id = `refund-${Math.floor(this.#chance() * 4)}`
    // The amount follows from the id, so that a repeat is a repeat.
    const vnd = 200 + Number(id.at(-1)) * 150
    if (!this.refundIds.includes(id)) this.refundIds.push(id)
    await refundOrder(this.world.context, this.orderId, { id, vnd })
  }

  async #step(): Promise<void> {
    const { world } = this
    const choice = this.#chance()
    if (choice < 0.15) await openOrder(world.context, this.#newOrder())
    else if (choice < 0.35) await this.#start()
    else if (choice < 0.5) this.#pay()
    else if (choice < 0.68) await this.#deliverCallback()
    else if (choice < 0.78) await this.#refund()
    else if (choice < 0.9) this.world.advance({ seconds: Math.floor(this.#chance() * 90) })
    else await Promise.all([sweep(world.context), sweep(world.context)])
  }

  #newOrder() {
    return { id: this.orderId, amountVnd: this.#amountVnd }
  }

  /** The time of faults. */
  async storm(): Promise<void> {
    for (let step = 0; step < steps; step += 1) await this.#trouble.survive(() => this.#step())
  }

  /**
   * The time after: nothing fails any more, no callback comes any more. A customer who has been
   * handed a payment pays one, unless one is paid already.
   */
  async calm(): Promise<void> {
    this.#trouble.isCalm = true
    const { world } = this
    await openOrder(world.context, this.#newOrder())
    if (!world.service.orders.some((order) => order.status.pay_status === 'SUCCESS')) {
      world.advance({ seconds: 91 })
      await sweep(world.context)
      await this.#start()
      this.#pay()
    }
    for (const seconds of [100, 600, 900, 1800]) {
      world.advance({ seconds })
      await sweep(world.context)
    }
  }
}
