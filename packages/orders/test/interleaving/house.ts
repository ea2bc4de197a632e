import type { OrdersContext } from '../../src/index.ts'
import { DailyWorld } from '../daily-world.ts'
import type { RefundConduct } from '../scripted-service.ts'
import { seededRandom, type ReceivedEvent } from '../world.ts'
import { gatedContext, type Gate } from './gate.ts'
import type { Knowledge } from './world-state.ts'

/** The value of a point, in VND. */
export const pointVnd = 1000
/** Maximum that one operator may refund of an order, in VND. */
export const approvalLimitVnd = 900

/** Money and points that the service has taken from a customer. */
export interface Taken {
  readonly reference: string
  readonly transactionId: string
  readonly vnd: number
  readonly points: number
}

/** The invocation of a Worker in which an operation runs; it waits before each of its steps. */
export interface Invocation {
  readonly house: House
  readonly context: OrdersContext
  /** Moves the clock, as a step of the operation. */
  readonly wait: (seconds: number) => Promise<void>
  /** Reads something of the house that is no part of a context, as a step of the operation. */
  readonly look: <Result>(work: () => Promise<Result>) => Promise<Result>
}

let houses = 0

/** A merchant's order store whose operations run step by step. */
export class House extends DailyWorld {
  readonly database: D1Database
  /** What the service does with a refund that fits into its payment. */
  conduct: RefundConduct = 'returns'
  /** Events that the shop has received, in their order. */
  readonly told: ReceivedEvent[] = []
  /** Refunds, transactions and payments about which a verdict or a file of the scene is wrong. */
  readonly falseStatements = new Set<string>()
  /** Outcomes of refunds and transfers in rows of files, by their ids. */
  readonly fileSaid = new Map<string, 'made' | 'failed'>()
  /** The transactions that rows of files have named for transfers, by their ids. */
  readonly fileNamed = new Map<string, string>()
  readonly #paid: Taken[] = []

  /** @param seed seed of the random numbers; a copy uses another one */
  constructor(database: D1Database, seed = 1) {
    houses += 1
    // Files stay when the database is rolled back.
    super(
      { partnerToken: `BOOKS${houses}` },
      {
        database,
        seed,
        context: {
          approvalLimitVnd,
          sleep: async () => {
            throw new Error('Nothing should wait here.')
          },
        },
      },
    )
    this.database = database
    // The service refunds no more than is left of a payment.
    this.service.refundConduct = ({ originalReference, vnd, points }) => {
      const paid = this.taken.find(({ reference }) => reference === originalReference)
      const left = { vnd: paid?.vnd ?? 0, points: paid?.points ?? 0 }
      for (const { refund, ...back } of this.service.returns) {
        if (refund.originalReference !== originalReference) continue
        left.vnd -= back.vnd
        left.points -= back.points
      }
      return vnd > left.vnd || points > left.points ? 'refuses' : this.conduct
    }
    this.shopStatus = (event) => {
      this.told.push(event)
      return 204
    }
  }

  /**
   * Copies the service and the shop over the same database: calls to the copy do not affect the
   * original.
   */
  copy(): House {
    const copy = new House(this.database, 2)
    copy.advance({ seconds: (this.now() - copy.now()) / 1000 })
    for (const [name, value] of Object.entries(this.service)) {
      const isKept = Array.isArray(value) || value instanceof Map || value instanceof Set
      if (name !== 'refundConduct') {
        Object.assign(copy.service, { [name]: isKept ? structuredClone(value) : value })
      }
    }
    copy.conduct = this.conduct
    copy.told.push(...this.told)
    copy.#paid.push(...this.#paid)
    for (const one of this.falseStatements) copy.falseStatements.add(one)
    return copy
  }

  /**
   * @param knowledge notes what the operation gets to know
   * @param seed of the random numbers, which do not depend on those of the other operation
   */
  invocationWith(
    gate: Gate,
    { knowledge, seed }: { readonly knowledge: Knowledge; readonly seed: number },
  ): Invocation {
    const noted: Gate = (touch, step) =>
      gate(touch, async () => {
        try {
          const result = await step()
          knowledge.note(result, this)
          return result
        } catch (error) {
          knowledge.note(String(error), this)
          throw error
        }
      })
    return {
      house: this,
      context: { ...gatedContext(this.context, noted), random: seededRandom(seed + 3) },
      wait: (seconds) => noted('time', async () => this.advance({ seconds })),
      look: (work) => noted('read', work),
    }
  }

  /** A customer pays the page of a reference, optionally with another amount than its price. */
  payPage(
    reference: string,
    { points = 0, price }: { points?: number; price?: number } = {},
  ): void {
    const page = this.service.orders.find((one) => one.reference === reference)
    if (page === undefined) throw new Error(`There is no page ${reference}.`)
    const { amountVnd } = page
    const vnd = (price ?? amountVnd) - points * pointVnd
    const transactionId = `T${page.serviceOrderId.slice(9)}`
    this.#paid.push({ reference, transactionId, vnd, points })
    this.service.pay(page, {
      order_amount: price ?? amountVnd,
      vnd_amount: vnd,
      point_amount: points,
    })
  }

  /** What the service has taken from customers so far. */
  get taken(): readonly Taken[] {
    const byLink = this.service.payments.filter(({ status }) => status === 'SUCCESS')
    return [
      ...this.#paid,
      ...byLink.map(({ reference, transactionId, amountVnd, points }) => {
        return { reference, transactionId, vnd: amountVnd - points * pointVnd, points }
      }),
    ]
  }

  /** The rows of several queries. */
  async rows<Row>(...queries: readonly string[]): Promise<Row[]> {
    const statements = queries.map((query) => this.database.prepare(query))
    const found = await this.database.batch<Row>(statements)
    return found.flatMap(({ results }) => results)
  }
}
