import {
  askCheckout,
  control,
  goToPayment,
  readOrder,
  showTimeline,
  type TourHouse,
} from './tour-house.ts'
import { mustHold, waitFor } from './tour-log.ts'

const id = 'TOUR-3'

/** Pays an order whose callback is lost; {@link foundByPolling} checks that it is found. */
export async function loseCallback(tour: TourHouse): Promise<void> {
  const { log } = tour
  await log.step('A customer pays, and the service loses the callback', async () => {
    await control(tour, {
      method: 'PUT',
      path: '/next-order/callback-switches',
      json: { lose: true },
    })
    await askCheckout(tour, '/orders', { id, amountVnd: 120_000 })
    await goToPayment(tour, id)
    const order = await readOrder(tour, id)
    const serviceOrderId = order.attempts[0]?.serviceOrderId ?? ''
    await control(tour, { method: 'POST', path: `/orders/${serviceOrderId}/pay`, json: {} })
    mustHold((await readOrder(tour, id)).state === 'created', 'the order already knows')
  })
}

/** The poll 30 seconds after the creation finds the payment without the callback. */
export async function foundByPolling(tour: TourHouse): Promise<void> {
  const { log } = tour
  await log.step('Polling finds the payment without a callback (30 s after it began)', async () => {
    const read = async () => {
      const order = await readOrder(tour, id)
      return order.state === 'paid' ? order : undefined
    }
    const paid = await waitFor('the order is paid', read, 60_000)
    const called = paid.timeline.some(({ kind }) => kind === 'callback.received')
    mustHold(!called, 'a callback came after all')
    showTimeline(tour, paid)
  })
}
