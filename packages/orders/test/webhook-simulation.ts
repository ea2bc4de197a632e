import { raiseAlert } from '../src/alerts/alerts.ts'
import type { WebhookEndpoint } from '../src/events/webhook-endpoint.ts'
import {
  closeAlert,
  listAlerts,
  listEndpoints,
  listEvents,
  pauseEndpoint,
  refundOrder,
  resendEvent,
  resendEvents,
  resumeEndpoint,
  sweep,
  transferMoney,
  type OrdersContext,
} from '../src/index.ts'
import type { AlertEvent, ShopEvent } from '../src/webhook/index.ts'
import { atOnce, lossRate, Trouble } from './trouble.ts'
import { seededRandom, webhookSecret, World } from './world.ts'

const steps = 50
const person = { reason: 'the receiver is mended', staffId: 'an' }

function endpoint(id: string, events: readonly string[]): WebhookEndpoint {
  return { id, url: `https://${id}.example/webhooks`, events, secrets: [webhookSecret] }
}

/** The shop is always configured; the others come and go. */
const shop = endpoint('shop', ['order.*', 'transfer.*'])
const others = [
  endpoint('stock', ['order.paid', 'order.refunded']),
  endpoint('desk', ['alert.*', 'order.paid']),
]

/** A delivery that an endpoint has processed, whether or not its answer arrived. */
export interface Receipt {
  readonly endpoint: string
  readonly webhookId: string
  /** The order, transfer or alert that the event is about. */
  readonly subject: string
  readonly version: number
  readonly body: string
}

function subjectOf({ data }: ShopEvent | AlertEvent): string {
  if ('order' in data) return `order ${data.order.id}`
  return 'transfer' in data ? `transfer ${data.transfer.id}` : `alert ${data.alert.id}`
}

/**
 * Simulates three endpoints that fail, are down for hours, answer 410, lose answers, and are
 * removed from the configuration and added again. Meanwhile events about orders, transfers and
 * alerts are written, several Workers deliver concurrently and crash, and people pause, resume and
 * resend.
 */
export class WebhookSimulation {
  readonly world: World
  readonly receipts: Receipt[] = []
  /** Keys of events that were given up at some time: a later event may overtake them. */
  readonly givenUp = new Set<string>()
  readonly #chance: () => number
  readonly #trouble: Trouble
  readonly #down = new Set<string>()
  #configured: readonly WebhookEndpoint[] = [shop, ...others]
  #number = 0

  constructor(seed: number, database: D1Database) {
    this.#chance = seededRandom(seed * 5 + 3)
    this.#trouble = new Trouble(this.#chance)
    const { sleep } = this.#trouble
    this.world = new World({
      seed,
      database,
      context: {
        database: this.#trouble.crashing(database),
        sleep,
        fetch: (url, init) => this.#receive(new Request(url, init)),
        endpoints: this.#configured,
      },
    })
  }

  /** The context of one invocation, with the endpoints that are configured now. */
  get context(): OrdersContext {
    return { ...this.world.context, endpoints: this.#configured }
  }

  /** Runs all steps. */
  async storm(): Promise<void> {
    for (let step = 0; step < steps; step += 1) {
      await this.#happen()
      this.#changeWorld()
      await this.#survive(() => atOnce([() => sweep(this.context), () => sweep(this.context)]))
      await this.#survive(() => this.#actOfPerson())
      await this.#noteGivenUp()
    }
  }

  /**
   * Final phase: every endpoint is configured and works, and a person resumes and resends what is
   * left.
   */
  async calm(): Promise<void> {
    this.#trouble.isCalm = true
    this.#down.clear()
    this.#configured = [shop, ...others]
    for (let round = 0; round < 4; round += 1) {
      for (const { id } of this.#configured) await resumeEndpoint(this.context, id, person)
      let cursor: string | undefined
      do {
        const filter = {
          state: 'dead',
          limit: 50,
          ...(cursor !== undefined && { cursor }),
        } as const
        ;({ cursor } = await resendEvents(this.context, filter, person))
      } while (cursor !== undefined)
      for (let hour = 0; hour < 8; hour += 1) {
        this.world.advance({ hours: 4 })
        await sweep(this.context)
      }
    }
  }

  #next(): number {
    this.#number += 1
    return this.#number
  }

  async #survive(work: () => Promise<unknown>): Promise<void> {
    this.#trouble.isCalm = false
    await this.#trouble.survive(work)
    this.#trouble.isCalm = true
  }

  /** A change with an event for the endpoints. */
  async #happen(): Promise<void> {
    this.#trouble.isCalm = true
    const drawn = this.#chance()
    const number = this.#next()
    if (drawn < 0.3) {
      const id = await this.world.openAndPay({ id: `order-${number}`, amountVnd: 1000 })
      const refunds = Math.floor(this.#chance() * 3)
      for (let index = 0; index < refunds; index += 1) {
        await refundOrder(this.context, id, { id: `R-${number}-${index}`, vnd: 100 })
      }
    } else if (drawn < 0.45) {
      const id = `transfer-${number}`
      await transferMoney(this.context, { id, amountVnd: 1000, receiverPhone: '0900000123' })
    } else if (drawn < 0.6) {
      await raiseAlert(this.context, {
        kind: 'incoming_file_unknown',
        subject: `file-${number % 3}`,
        atMs: this.world.now(),
        data: {},
      })
    } else if (drawn < 0.7) {
      const { alerts } = await listAlerts(this.context, { state: 'open' })
      const alert = alerts.find(({ kind }) => kind === 'incoming_file_unknown')
      if (alert !== undefined) await closeAlert(this.context, alert.id, person)
    }
  }

  #changeWorld(): void {
    this.world.advance(
      this.#chance() < 0.3 ? { hours: 2 + Math.floor(this.#chance() * 20) } : { minutes: 3 },
    )
    for (const { id } of [shop, ...others]) {
      if (this.#chance() < 0.85) continue
      if (!this.#down.delete(id)) this.#down.add(id)
    }
    if (this.#chance() < 0.15) {
      this.#configured = [shop, ...others.filter(() => this.#chance() < 0.5)]
    }
  }

  async #actOfPerson(): Promise<void> {
    const drawn = this.#chance()
    const { id } = this.#any([shop, ...others]) ?? shop
    if (drawn < 0.08) await pauseEndpoint(this.context, id, person)
    else if (drawn < 0.3) await resumeEndpoint(this.context, id, person)
    // A removed endpoint without waiting events is refused.
    else if (!(await listEndpoints(this.context)).some((one) => one.id === id)) return
    else if (drawn < 0.4) await resendEvents(this.context, { endpoint: id }, person)
    else if (drawn < 0.5) {
      const { events } = await listEvents(this.context, { endpoint: id })
      const event = this.#any(events)
      if (event !== undefined) await resendEvent(this.context, event.key, person)
    }
  }

  #any<One>(list: readonly One[]): One | undefined {
    return list[Math.floor(this.#chance() * list.length)]
  }

  async #noteGivenUp(): Promise<void> {
    const { events } = await listEvents(this.context, { state: 'dead', limit: 100 })
    for (const { webhookId, endpoint: id } of events) this.givenUp.add(`${id} ${webhookId}`)
  }

  async #receive(request: Request): Promise<Response> {
    const id = new URL(request.url).hostname.replace('.example', '')
    if (this.#down.has(id)) return new Response(null, { status: 500 })
    const webhookId = request.headers.get('webhook-id') ?? ''
    const body = await request.text()
    const drawn = this.#trouble.happens(lossRate) ? this.#chance() : 1
    if (drawn < 0.3) throw new TypeError('The request was lost.')
    if (drawn < 0.5) return new Response(null, { status: 500 })
    if (drawn < 0.56) return new Response(null, { status: 410 })
    if (drawn < 0.7) return new Response(null, { status: 503, headers: { 'retry-after': '900' } })
    const event: ShopEvent | AlertEvent = JSON.parse(body)
    const { version } = event.data
    this.receipts.push({ endpoint: id, webhookId, subject: subjectOf(event), version, body })
    if (drawn < 1) throw new TypeError('The answer was lost.')
    return new Response(null, { status: 204 })
  }
}
