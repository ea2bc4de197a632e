import type { Order } from '@merchant-edge/sandbox/control'
import { fetchAlone } from '../house/network/fetch-alone.ts'
import {
  askCheckout,
  control,
  jsonOf,
  readOrder,
  showTimeline,
  type TourHouse,
} from './tour-house.ts'
import { mustHold, waitFor } from './tour-log.ts'

/** Store and terminal of the till of the story. */
export const till = { storeCode: 'EDGE-STORE-2', posCode: 'EDGE-POS-2' }

/** The order at the service that belongs to the newest payment of an order. */
async function serviceOrder(tour: TourHouse, id: string): Promise<Order> {
  const attempt = (await readOrder(tour, id)).attempts.at(-1)
  const orders = await control<readonly Order[]>(tour, { method: 'GET', path: '/orders' })
  const found = orders.find(({ orderId }) => orderId === attempt?.serviceOrderId)
  if (found === undefined) throw new Error(`The service has no order for ${id}.`)
  return found
}

/** Requests a payment as a till does, repeating it while it is under way or unknown. */
function startPayment(tour: TourHouse, path: string): Promise<Record<string, unknown>> {
  return waitFor('there is a payment', async () => {
    const answered = await askCheckout(tour, path, {})
    return answered.status === 202 ? undefined : jsonOf(answered)
  })
}

async function payAtService(tour: TourHouse, id: string): Promise<void> {
  const { orderId } = await serviceOrder(tour, id)
  await control(tour, { method: 'POST', path: `/orders/${orderId}/pay`, json: {} })
  const paid = await waitFor('the order is paid', async () => {
    const order = await readOrder(tour, id)
    return order.state === 'paid' ? order : undefined
  })
  showTimeline(tour, paid)
}

async function sellAtTill(tour: TourHouse, id: string): Promise<void> {
  const { log } = tour
  await log.step('A till of a second store shows a QR (4.2)', async () => {
    const order = { id, amountVnd: 45_000, ...till }
    const opened = await askCheckout(tour, '/orders', order)
    mustHold(opened.status === 201, `expected 201, got ${opened.status}`)
    const { svg, png } = await startPayment(tour, `/orders/${id}/payments/qr`)
    mustHold(String(svg).startsWith('<svg '), 'there is no SVG')
    mustHold(String(png).startsWith('iVBORw0KGgo'), 'there is no PNG')
    const { kind, storeCode, posCode } = await serviceOrder(tour, id)
    log.wire(`the service has a ${kind} of ${storeCode}, ${posCode}`)
    mustHold(storeCode === till.storeCode && posCode === till.posCode, 'it is of another till')
  })
  await log.step('The customer scans it and pays', () => payAtService(tour, id))
}

/** A paired device of the till: it sends forms, and keeps the pairing cookie. */
function createDevice({ house, log }: TourHouse) {
  const origin = house.addresses.till
  let cookie = ''
  return async (path: string, fields?: Readonly<Record<string, string>>): Promise<Response> => {
    const method = fields === undefined ? 'GET' : 'POST'
    log.wire(`-> ${method} ${origin}${path}`)
    const response = await fetchAlone(`${origin}${path}`, {
      method,
      redirect: 'manual',
      headers: { origin, cookie },
      ...(fields !== undefined && { body: new URLSearchParams(fields) }),
    })
    const [paired] = response.headers.getSetCookie()
    if (paired !== undefined) cookie = paired.split(';')[0] ?? ''
    return response
  }
}

async function sellAtTillPage(tour: TourHouse): Promise<void> {
  const { house, log } = tour
  const device = createDevice(tour)
  let path = ''
  await log.step('A cashier scans goods at the till page, and the customer sees a QR', async () => {
    const password = house.secrets.tillPassword
    await device('/till/pair', { till: `${till.storeCode} ${till.posCode}`, password })
    const sold = await device('/till/bills', { entry: '2*8938505970011' })
    path = sold.headers.get('location') ?? ''
    mustHold(path.startsWith('/till/bills/'), `expected the page of a bill, got ${sold.status}`)
    await waitFor('the page shows a QR', async () => {
      const page = await (await device(path)).text()
      return page.includes('class="qr"') ? true : undefined
    })
  })
  await log.step('The page shows the payment when it has arrived', async () => {
    const id = path.slice('/till/bills/'.length)
    await payAtService(tour, id)
    const page = await (await device(path)).text()
    mustHold(page.includes('class="stage paid"'), 'the page does not say so')
  })
}

async function payInApp(tour: TourHouse, id: string): Promise<void> {
  const { log } = tour
  await log.step('The shop’s app passes an order to the wallet app (4.2)', async () => {
    await askCheckout(tour, '/orders', { id, amountVnd: 60_000 })
    const { signature } = await startPayment(tour, `/orders/${id}/payments/app`)
    mustHold(typeof signature === 'string' && signature !== '', 'there is no signature')
    const { kind } = await serviceOrder(tour, id)
    mustHold(kind === 'app-to-app', `the service has a ${kind}`)
  })
  await log.step('The customer pays in the wallet app', () => payAtService(tour, id))
}

/** A merchant has more than one till, and an app. */
export async function tillStory(tour: TourHouse): Promise<void> {
  const { log } = tour
  await log.step(
    'An order of a store that is not configured is refused before anything is stored',
    async () => {
      const order = { id: 'TOUR-TILL-0', amountVnd: 45_000, storeCode: 'EDGE-STORE-9' }
      const refused = await askCheckout(tour, '/orders', order)
      mustHold(refused.status === 400, `expected 400, got ${refused.status}`)
    },
  )
  await sellAtTill(tour, 'TOUR-TILL-1')
  await sellAtTillPage(tour)
  await payInApp(tour, 'TOUR-APP-1')
}
