import { setTimeout } from 'node:timers/promises'
import * as v from 'valibot'
import { fetchAlone } from '../house/network/fetch-alone.ts'
import type { KillableHouse, SoakSecrets } from './killable-house.ts'

const maxTries = 8
const pauseMs = 400
const patienceMs = 40_000

/** An answer of the checkout, as JSON where it is JSON. */
export interface ShopAnswer {
  readonly status: number
  readonly location: string | null
  readonly json: unknown
}

interface ShopRequest {
  readonly json?: object
  /** The bearer; that of the shop's backend if left out. */
  readonly as?: 'operator' | 'customer'
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The calls of a shop's backend, which repeats a call that the house did not answer, under the same id. */
export class ShopCalls {
  readonly #house: KillableHouse
  readonly #secrets: SoakSecrets

  constructor(house: KillableHouse, secrets: SoakSecrets) {
    this.#house = house
    this.#secrets = secrets
  }

  /** Sends a request once. @throws when the house does not answer */
  async #once(address: string, { json, as }: ShopRequest): Promise<ShopAnswer> {
    const { operatorToken, checkoutSecret } = this.#secrets
    const bearer = as === 'operator' ? operatorToken : checkoutSecret
    const response = await fetchAlone(address, {
      method: json === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
      headers: {
        ...(as !== 'customer' && { authorization: `Bearer ${bearer}` }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      location: response.headers.get('location'),
      json: parsed(text),
    }
  }

  /**
   * Sends a request until it is answered below 500, eight times at most.
   *
   * @param place path at the checkout, or a whole address
   * @returns `undefined` when there was no such answer
   */
  async call(place: string, request: ShopRequest = {}): Promise<ShopAnswer | undefined> {
    const address = place.startsWith('/') ? `${this.#house.addresses.checkout}${place}` : place
    for (let tries = 0; tries < maxTries; tries += 1) {
      if (tries > 0) await setTimeout(pauseMs * tries)
      await this.#house.running
      const answer = await this.#once(address, request).catch(() => undefined)
      if (answer !== undefined && answer.status < 500) return answer
    }
    return undefined
  }

  /** Reads an order; `undefined` when the house did not answer. */
  async order(id: string): Promise<SoakedOrder | undefined> {
    const answer = await this.call(`/orders/${id}`)
    const read = v.safeParse(soakedOrder, answer?.json)
    return read.success ? read.output : undefined
  }
}

const soakedOrder = v.object({
  state: v.string(),
  attempts: v.array(
    v.object({
      reference: v.string(),
      method: v.string(),
      state: v.string(),
      serviceOrderId: v.optional(v.string()),
    }),
  ),
})

/** The fields of an order that the soak needs. */
export type SoakedOrder = v.InferOutput<typeof soakedOrder>
