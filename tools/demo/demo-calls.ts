import { createControlClient, type ControlClient } from '@merchant-edge/sandbox/control'
import * as v from 'valibot'
import { fetchAlone } from '../house/network/fetch-alone.ts'
import type { House } from '../house/start-house.ts'

/** The calls to a house that a demonstration needs. */
export interface DemoHouse {
  readonly house: House
  /** A call of the sandbox's control API, for actions of customers and of the service. */
  readonly service: ControlClient
}

/** A call of the checkout's API. */
export interface CheckoutCall {
  /** The bearer; that of the shop's backend if left out. */
  readonly as?: 'operator'
  /** The body; a call without a body is a GET. */
  readonly json?: object
  /** An expected status other than 2xx. */
  readonly status?: number
}

/** Creates the calls of a demonstration for a house. */
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

/** The fields of an order that a demonstration needs. */
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
