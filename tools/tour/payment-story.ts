import type { CallbackDelivery } from '@merchant-edge/sandbox/control'
import {
  askCheckout,
  control,
  goToPayment,
  readOrder,
  showTimeline,
  type TourHouse,
} from './tour-house.ts'
import { mustHold, waitFor } from './tour-log.ts'

const id = 'TOUR-1'

async function orderOnce(tour: TourHouse): Promise<void> {
  const { log } = tour
  await log.step('The shop creates an order; it is stored before anything else', async () => {
    const opened = await askCheckout(tour, '/orders', { id, amountVnd: 250_000 })
    mustHold(opened.status === 201, `expected 201, got ${opened.status}`)
  })
  await log.step('The same request again changes nothing', async () => {
    const again = await askCheckout(tour, '/orders', { id, amountVnd: 250_000 })
    mustHold(again.status === 200, `expected 200, got ${again.status}`)
  })
  await log.step('The same id with another amount is a conflict', async () => {
    const other = await askCheckout(tour, '/orders', { id, amountVnd: 1_000 })
    mustHold(other.status === 409, `expected 409, got ${other.status}`)
  })
}

async function payOnce(tour: TourHouse): Promise<string> {
  const { log, house } = tour
  await log.step('The customer is redirected to the hosted page of the service', async () => {
    const redirect = await goToPayment(tour, id)
    mustHold(redirect.status === 303, `expected 303, got ${redirect.status}`)
    const leadsToService = redirect.location?.startsWith(`${house.addresses.sandbox}/pay/`) === true
    mustHold(leadsToService, `the redirect leads to ${redirect.location}`)
  })
  return log.step('The customer pays', async () => {
    const order = await readOrder(tour, id)
    const serviceOrderId = order.attempts[0]?.serviceOrderId ?? ''
    await control(tour, { method: 'POST', path: `/orders/${serviceOrderId}/pay`, json: {} })
    log.wire(`the service has order ${serviceOrderId} as paid`)
    return serviceOrderId
  })
}

async function becomesPaid(tour: TourHouse, serviceOrderId: string): Promise<void> {
  const { log, backend } = tour
  await log.step(
    'The signed callback arrives and is answered with 200 after it is stored',
    async () => {
      const delivery = await waitFor('the callback is delivered', async () => {
        const callbacks = await control<readonly CallbackDelivery[]>(tour, {
          method: 'GET',
          path: '/callbacks',
        })
        return callbacks.find(
          ({ orderId, state }) => orderId === serviceOrderId && state === 'delivered',
        )
      })
      log.wire(`-> GET ${delivery.url}`)
      log.wire(`<- ${delivery.tries[0]?.httpStatus} ${delivery.tries[0]?.outcome}`)
    },
  )
  await log.step('A signed query confirms the exact amount: the order is paid', async () => {
    const paid = await waitFor('the order is paid', async () => {
      const order = await readOrder(tour, id)
      return order.state === 'paid' ? order : undefined
    })
    mustHold(paid.payment?.vnd === 250_000, `paid were ${paid.payment?.vnd} VND`)
    showTimeline(tour, paid)
  })
  await log.step(
    "The merchant's backend receives a webhook, and verifies its signature",
    async () => {
      const received = await waitFor('order.paid arrives', async () =>
        backend.events.find(
          ({ event }) => event.type === 'order.paid' && event.data.order.id === id,
        ),
      )
      log.wire(
        `webhook-id ${received.id} ${received.event.type} version ${received.event.data.version}`,
      )
    },
  )
}

async function partRefund(tour: TourHouse): Promise<void> {
  const { log, backend } = tour
  await log.step('A part of the money is refunded', async () => {
    const refund = { id: 'TOUR-1-R1', vnd: 50_000, reason: 'One cup was cold' }
    const answered = await askCheckout(tour, `/orders/${id}/refunds`, refund)
    mustHold(answered.status === 200, `expected 200, got ${answered.status}`)
    const order = await readOrder(tour, id)
    mustHold(order.state === 'part_refunded', `the order is ${order.state}`)
    await waitFor('order.refunded arrives', async () =>
      backend.events.find(
        ({ event }) => event.type === 'order.refunded' && event.data.order.id === id,
      ),
    )
  })
  await log.step('The same refund again refunds nothing twice', async () => {
    const refund = { id: 'TOUR-1-R1', vnd: 50_000, reason: 'One cup was cold' }
    await askCheckout(tour, `/orders/${id}/refunds`, refund)
    const order = await readOrder(tour, id)
    mustHold(order.refunded.vnd === 50_000, `refunded were ${order.refunded.vnd} VND`)
  })
  await log.step('More than the rest of the payment cannot be refunded', async () => {
    const tooMuch = { id: 'TOUR-1-R2', vnd: 200_001 }
    const answered = await askCheckout(tour, `/orders/${id}/refunds`, tooMuch)
    mustHold(answered.status === 422, `expected 422, got ${answered.status}`)
  })
}

/** An order from its creation to a partial refund. */
export async function paymentStory(tour: TourHouse): Promise<void> {
  await orderOnce(tour)
  const serviceOrderId = await payOnce(tour)
  await becomesPaid(tour, serviceOrderId)
  await partRefund(tour)
}
