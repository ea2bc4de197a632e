import { env } from 'cloudflare:workers'
import { Webhook } from 'standardwebhooks'
import type { NewOrder, SweepReport } from '../src/api.ts'
import {
  findLink,
  linkWallet,
  listAlerts,
  openOrder,
  type OrdersContext,
  payWithLink,
  startPayment,
  sweep,
  systemClock,
} from '../src/index.ts'
import { readOrder } from '../src/orders/find-order.ts'
import type { OrderRows } from '../src/orders/order-view.ts'
import type { OrderEvent, TransferEvent } from '../src/webhook/index.ts'
import { Invocation, limitedDatabase } from './limited-database.ts'
import { ScriptedService } from './scripted-service.ts'
import type { ServicePayment } from './scripted-wallet.ts'

/** Bytes 0 to 23, so that the secret is easy to reproduce in another tool. */
export const webhookSecret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX'

/** A seeded source of numbers from 0 to below 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** An event about an order as the shop has received it. */
export interface ReceivedEvent extends OrderEvent {
  readonly id: string
}

/** An event about a transfer as the shop has received it. */
export interface ReceivedTransferEvent extends TransferEvent {
  readonly id: string
}

/** Options of a world. */
export interface WorldOptions {
  readonly seed?: number
  /** The database of the world; D1 when left out. */
  readonly database?: D1Database
  readonly context?: Partial<OrdersContext>
}

const dayMs = 86_400_000

/**
 * Ten in the morning of today in Vietnam. A clock that started with the time of the machine would
 * reach the next day during a test that runs shortly before midnight there.
 */
function tenInVietnam(): number {
  const today = Math.floor((Date.now() + 7 * 3_600_000) / dayMs)
  return today * dayMs + 3 * 3_600_000
}

/**
 * A complete order store for a test: real D1 with its limits, a scripted service, a scripted shop
 * and a clock.
 */
export class World {
  readonly service: ScriptedService
  readonly #context: OrdersContext
  readonly #database: D1Database
  readonly events: ReceivedEvent[] = []
  readonly transferEvents: ReceivedTransferEvent[] = []
  /** Status with which the shop answers an event. */
  shopStatus: (event: ReceivedEvent) => number = () => 204
  /** Requests that the shop has received, accepted or not. */
  readonly requests: Request[] = []
  /** The invocation that the last access to {@link World.context} began. */
  invocation = new Invocation()
  #nowMs = tenInVietnam()

  constructor(options: WorldOptions = {}) {
    const now = (): number => this.#nowMs
    this.service = new ScriptedService(now)
    this.#database = options.database ?? env.DB
    this.#context = {
      database: this.#database,
      port: this.service,
      fetch: (url, init) => this.#receive(new Request(url, init)),
      ...systemClock,
      now,
      random: seededRandom(options.seed ?? 1),
      callbackSecret: 'callback secret of the tests',
      ipnUrl: 'https://ipn.example',
      checkoutUrl: 'https://checkout.example',
      endpoints: [
        {
          id: 'default',
          url: 'https://shop.example/webhooks',
          events: ['order.*', 'transfer.*'],
          secrets: [webhookSecret],
        },
      ],
      linkSecret: 'link secret of the tests',
      returnOrigins: ['https://shop.example'],
      ...options.context,
    }
  }

  /**
   * The context of one invocation of a Worker. Each access begins a new invocation with its own
   * limits of D1, so a test that calls two operations reads the property twice.
   */
  get context(): OrdersContext {
    const { database, statementsPerInvocation } = this.#context
    this.invocation = new Invocation(statementsPerInvocation)
    return { ...this.#context, database: limitedDatabase(database, this.invocation) }
  }

  async #receive(request: Request): Promise<Response> {
    this.requests.push(request.clone())
    const body = await request.text()
    const headers = Object.fromEntries(request.headers)
    // The oracle: another implementation of Standard Webhooks decides whether the signature is
    // right. It knows the real clock only, so its own check of the time is left out by signing
    // anew.
    const webhook = new Webhook(webhookSecret)
    const sentAt = new Date(Number(headers['webhook-timestamp']) * 1000)
    const expected = webhook.sign(headers['webhook-id'] ?? '', sentAt, body)
    if (expected !== headers['webhook-signature']) return new Response(null, { status: 401 })
    const event: ReceivedEvent = { ...JSON.parse(body), id: headers['webhook-id'] }
    const status = this.shopStatus(event)
    if (status >= 200 && status < 300) {
      if (event.type.startsWith('order.')) this.events.push(event)
      else this.transferEvents.push({ ...JSON.parse(body), id: event.id })
    }
    return new Response(null, { status })
  }

  now(): number {
    return this.#nowMs
  }

  advance(time: { seconds?: number; minutes?: number; hours?: number }): void {
    const { seconds = 0, minutes = 0, hours = 0 } = time
    this.#nowMs += ((hours * 60 + minutes) * 60 + seconds) * 1000
  }

  /** Runs sweeps every few seconds for a while, as the cron and the queue would. */
  async live(minutes: number, everySeconds = 60): Promise<SweepReport[]> {
    const reports: SweepReport[] = []
    for (let passed = 0; passed < minutes * 60; passed += everySeconds) {
      this.advance({ seconds: everySeconds })
      reports.push(await sweep(this.context))
    }
    return reports
  }

  async order(id: string): Promise<OrderRows> {
    const rows = await readOrder(this.context, id)
    if (rows === undefined) throw new Error(`There is no order ${id}.`)
    return rows
  }

  /** The kinds of the open alerts, in the order of the list. */
  async openAlerts(): Promise<string[]> {
    const { alerts } = await listAlerts(this.context, { state: 'open' })
    return alerts.map(({ kind }) => kind)
  }

  /** The newest payment of an order with a linked wallet. */
  async linkedAttempt(id: string): Promise<OrderRows['attempts'][number]> {
    const { attempts } = await this.order(id)
    const attempt = attempts.findLast(({ method }) => method === 'linked-wallet')
    if (attempt === undefined) throw new Error(`No wallet was charged for ${id}.`)
    return attempt
  }

  /** Opens an order and starts its payment. */
  async openAndStart(order: Partial<NewOrder> = {}): Promise<string> {
    const id = order.id ?? 'order-1'
    await openOrder(this.context, { amountVnd: 100_000, ...order, id })
    const outcome = await startPayment(this.context, id, { method: 'web-payment' })
    if (outcome.outcome !== 'redirect') throw new Error(`The payment came to ${outcome.outcome}.`)
    return id
  }

  /** Links the wallet of a customer of the shop. */
  async link(customerId = 'customer-1'): Promise<void> {
    const outcome = await linkWallet(this.context, customerId)
    if (outcome.outcome !== 'requested') throw new Error(`The link came to ${outcome.outcome}.`)
    this.service.confirmLink()
    const link = await findLink(this.context, customerId)
    if (link?.state !== 'linked') throw new Error(`The link is ${link?.state}.`)
  }

  /** Links a wallet and opens an order that it may pay. */
  async openLinked(order: Partial<NewOrder> = {}): Promise<string> {
    const id = order.id ?? 'order-1'
    const linkedCustomerId = order.linkedCustomerId ?? 'customer-1'
    await this.link(linkedCustomerId)
    await openOrder(this.context, { amountVnd: 100_000, ...order, linkedCustomerId, id })
    return id
  }

  /**
   * Charges the linked wallet of an order: the service makes the payment, and its answer is lost.
   *
   * @returns the payment as the service has made it
   */
  async payWithoutAnswer(id: string, points?: number): Promise<ServicePayment> {
    const { fault } = this.service
    this.service.fault = (call) => (call === 'pay' ? 'lost answer' : 'none')
    await payWithLink(this.context, id, points)
    this.service.fault = fault
    const made = this.service.payments.at(-1)
    if (made === undefined) throw new Error('The service has made no payment.')
    return made
  }

  /** Opens an order, pays it without a callback, and lets the poll find it. */
  async openAndPay(
    order: Partial<NewOrder> = {},
    paid: { vnd_amount?: number; point_amount?: number; updated_at?: number } = {},
  ): Promise<string> {
    const id = await this.openAndStart(order)
    this.service.pay(this.service.newest, paid)
    this.advance({ minutes: 1 })
    await sweep(this.context)
    const rows = await this.order(id)
    if (rows.order.state !== 'paid') throw new Error(`The order is ${rows.order.state}.`)
    return id
  }

  /** Kinds of the alerts, oldest first. */
  async alertKinds(): Promise<string[]> {
    const rows = await this.#database
      .prepare('SELECT kind FROM alerts ORDER BY id')
      .all<{ kind: string }>()
    return rows.results.map((row) => row.kind)
  }

  /** Returns a count from the database that no operation returns. */
  async count(query: string, ...parameters: (string | number)[]): Promise<number> {
    const row = await this.#database
      .prepare(query)
      .bind(...parameters)
      .first<{ n: number }>()
    return row?.n ?? -1
  }
}
