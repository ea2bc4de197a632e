import { createClient, type Client } from '@merchant-edge/client'
import type { OrderView } from '@merchant-edge/orders/webhook'
import { fetchAlone } from '../house/network/fetch-alone.ts'
import type { House } from '../house/start-house.ts'
import { answerFaults } from '../openapi/answers/answer-faults.ts'
import { workersApi } from '../openapi/workers-api.ts'
import type { MerchantBackend } from './merchant-backend.ts'
import { mustHold, type TourLog } from './tour-log.ts'

const document = await workersApi()

/** The tools of every story of the tour. */
export interface TourHouse {
  readonly house: House
  readonly backend: MerchantBackend
  readonly log: TourLog
}

/** An answer of one of the Workers, with its whole body read. */
export interface Answered {
  readonly status: number
  readonly location: string | null
  readonly text: string
}

/**
 * Sends a request as the shop's backend would, and prints both directions. The answer must be one
 * that the OpenAPI document describes.
 *
 * @param target path; with `DELETE ` in front of it where the method is neither GET nor POST
 */
export async function askCheckout(
  { house, log }: TourHouse,
  target: string,
  json?: object,
): Promise<Answered> {
  const body = json === undefined ? undefined : JSON.stringify(json)
  const path = target.replace(/^DELETE /, '')
  const method = path === target ? (body === undefined ? 'GET' : 'POST') : 'DELETE'
  // One-time codes must not be logged, not even in the tour.
  const shownPath = path.replace(/(?<=[?&]key=)[\w-]+/, '***')
  const shown = body?.replace(/"otp":"\d+"/, '"otp":"***"') ?? ''
  log.wire(`-> ${method} ${house.addresses.checkout}${shownPath} ${shown}`)
  const response = await fetchAlone(`${house.addresses.checkout}${path}`, {
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
  const said = location ?? text.replaceAll(/\s+/g, ' ').replaceAll(/(?<=[?&]key=)[\w-]+/g, '***')
  log.wire(`<- ${response.status} ${said}`)
  const [place = ''] = path.split('?', 1)
  const { status } = response
  const faults = answerFaults(document, { method, path: place, status, text })
  mustHold(faults.length === 0, `the OpenAPI document says something else: ${faults.join(', ')}`)
  return { status, location, text }
}

/** The answer of the checkout, as JSON. */
export function jsonOf(answered: Answered): Record<string, unknown> {
  const value: unknown = JSON.parse(answered.text)
  mustHold(typeof value === 'object' && value !== null, `no JSON object: ${answered.text}`)
  return { ...value }
}

/** An object inside of an answer. */
export function objectIn(json: Record<string, unknown>, name: string): Record<string, unknown> {
  const value = json[name]
  mustHold(typeof value === 'object' && value !== null, `there is no ${name}`)
  return { ...value }
}

/** The merchant at the service, with the keys of the house. */
export function merchantClient({ house }: TourHouse): Client {
  const { addresses, secrets } = house
  return createClient({
    baseUrl: addresses.sandbox,
    paymentUrl: addresses.sandbox,
    keyCode: secrets.keyCode,
    privateKey: secrets.merchantPrivateKeyPem,
  })
}

/** An order, with the address where its customer pays it. */
export type OrderWithUrls = OrderView & { readonly paymentUrl: string }

/** Opens the payment of an order, as its customer does. */
export async function goToPayment(tour: TourHouse, id: string): Promise<Answered> {
  const { pathname, search } = new URL((await readOrder(tour, id)).paymentUrl)
  return askCheckout(tour, `${pathname}${search}`)
}

/** Reads an order without printing it. */
export async function readOrder({ house }: TourHouse, id: string): Promise<OrderWithUrls> {
  const response = await fetchAlone(`${house.addresses.checkout}/orders/${id}`, {
    headers: { authorization: `Bearer ${house.secrets.checkoutSecret}` },
  })
  mustHold(response.ok, `GET /orders/${id} answered ${response.status}`)
  const order: OrderWithUrls = JSON.parse(await response.text())
  return order
}

/** Sends a request to the control API of the sandbox. */
export async function control<Result>(
  { house }: TourHouse,
  use: { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string; json?: unknown },
): Promise<Result> {
  const response = await fetchAlone(`${house.addresses.sandbox}/control${use.path}`, {
    method: use.method,
    headers: { 'content-type': 'application/json' },
    ...(use.json !== undefined && { body: JSON.stringify(use.json) }),
  })
  const text = await response.text()
  mustHold(response.ok, `the sandbox answered ${response.status} to ${use.path}: ${text}`)
  return JSON.parse(text)
}

/** Prints the lines of an order's timeline from an index on. */
export function showTimeline({ log }: TourHouse, order: OrderView, fromSeq = 0): void {
  for (const { seq, kind, facts } of order.timeline) {
    if (seq > fromSeq) log.wire(`${seq} ${kind} ${JSON.stringify(facts)}`)
  }
}
