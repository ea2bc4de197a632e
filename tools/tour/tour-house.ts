import type { NewOrder, NewRefund, OrderView } from '@merchant-edge/orders'
import type { House } from '../house/start-house.ts'
import type { MerchantBackend } from './merchant-backend.ts'
import { mustHold, type TourLog } from './tour-log.ts'

/** What every story of the tour works with. */
export interface TourHouse {
  readonly house: House
  readonly backend: MerchantBackend
  readonly log: TourLog
}

/** An answer of one of the Workers, read to its end. */
export interface Answered {
  readonly status: number
  readonly location: string | null
  readonly text: string
}

/** Sends a request as the shop's backend would, and prints both directions. */
export async function askCheckout(
  { house, log }: TourHouse,
  path: string,
  json?: NewOrder | NewRefund,
): Promise<Answered> {
  const body = json === undefined ? undefined : JSON.stringify(json)
  const method = body === undefined ? 'GET' : 'POST'
  log.wire(`-> ${method} ${house.addresses.checkout}${path} ${body ?? ''}`)
  const response = await fetch(`${house.addresses.checkout}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      authorization: `Bearer ${house.secrets.checkoutSecret}`,
      'content-type': 'application/json',
    },
    ...(body !== undefined && { body }),
  })
  const text = await response.text()
  const location = response.headers.get('location')
  log.wire(`<- ${response.status} ${location ?? text.replaceAll(/\s+/g, ' ')}`)
  return { status: response.status, location, text }
}

/** Reads an order without printing it. */
export async function readOrder({ house }: TourHouse, id: string): Promise<OrderView> {
  const response = await fetch(`${house.addresses.checkout}/orders/${id}`, {
    headers: { authorization: `Bearer ${house.secrets.checkoutSecret}` },
  })
  mustHold(response.ok, `GET /orders/${id} answered ${response.status}`)
  const order: OrderView = JSON.parse(await response.text())
  return order
}

/** Drives the sandbox over its control API. */
export async function control<Result>(
  { house }: TourHouse,
  use: { method: 'GET' | 'POST' | 'PUT'; path: string; json?: unknown },
): Promise<Result> {
  const response = await fetch(`${house.addresses.sandbox}/control${use.path}`, {
    method: use.method,
    headers: { 'content-type': 'application/json' },
    ...(use.json !== undefined && { body: JSON.stringify(use.json) }),
  })
  const text = await response.text()
  mustHold(response.ok, `the sandbox answered ${response.status} to ${use.path}: ${text}`)
  return JSON.parse(text)
}

/** Prints the lines of an order's timeline from a place on. */
export function showTimeline({ log }: TourHouse, order: OrderView, fromSeq = 0): void {
  for (const { seq, kind, facts } of order.timeline) {
    if (seq > fromSeq) log.wire(`${seq} ${kind} ${JSON.stringify(facts)}`)
  }
}
