import { createControlClient, type ControlClient } from '@merchant-edge/sandbox/control'
import * as v from 'valibot'
import { fetchAlone } from '../house/fetch-alone.ts'
import type { House } from '../house/start-house.ts'

/** A house with what a demonstration asks of it. */
export interface DemoHouse {
  readonly house: House
  /** The sandbox's control API: what customers and the service do. */
  readonly service: ControlClient
}

/** A call of the checkout's API. */
export interface CheckoutCall {
  /** Whose token is shown: that of the shop's backend when left out. */
  readonly as?: 'operator'
  /** What is sent; a call without it is a GET. */
  readonly json?: object
  /** A status beside the 200s that is expected. */
  readonly status?: number
}

/** Makes a demonstration's calls ready for a house. */
export function demoHouse(house: House): DemoHouse {
  return {
    house,
    service: createControlClient({ url: house.addresses.sandbox, fetch: fetchAlone }),
  }
}

/**
 * Calls the checkout as the shop's backend or an operator does.
 *
 * @throws Error when the answer is another than expected
 */
export async function callCheckout(
  { house }: DemoHouse,
  path: string,
  { as, json, status }: CheckoutCall = {},
): Promise<unknown> {
  const { operatorToken, checkoutSecret } = house.secrets
  const response = await fetchAlone(`${house.addresses.checkout}${path}`, {
    method: json === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${as === 'operator' ? operatorToken : checkoutSecret}`,
      'content-type': 'application/json',
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  })
  const text = await response.text()
  if (response.ok || response.status === status) return JSON.parse(text)
  throw new Error(`${path} was answered with ${response.status}: ${text}`)
}

const order = v.object({
  state: v.string(),
  payment: v.optional(v.object({ transactionId: v.string() })),
  attempts: v.array(v.object({ reference: v.string(), serviceOrderId: v.optional(v.string()) })),
})

/** What a demonstration needs of an order. */
export type ReadOrder = v.InferOutput<typeof order>

/** Reads an order as the shop's backend does. */
export async function readOrder(demo: DemoHouse, id: string): Promise<ReadOrder> {
  return v.parse(order, await callCheckout(demo, `/orders/${id}`))
}

/**
 * The order at the service that belongs to the newest payment of an order.
 *
 * @throws Error when the order has none
 */
export async function serviceOrderOf(demo: DemoHouse, id: string): Promise<string> {
  const { attempts } = await readOrder(demo, id)
  const { serviceOrderId } = attempts.at(-1) ?? {}
  if (serviceOrderId === undefined) throw new Error(`The service has no order for ${id}.`)
  return serviceOrderId
}
