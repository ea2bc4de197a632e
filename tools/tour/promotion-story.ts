import { askCheckout, control, goToPayment, readOrder, type TourHouse } from './tour-house.ts'
import { mustHold, waitFor } from './tour-log.ts'

/** An order of which the service pays a part, as a promotion. */
export const promoted = { id: 'TOUR-P1', amountVnd: 120_000, discountVnd: 15_000 } as const

/** A customer pays with points and a promotion of the service; the merchant gets the full price. */
export async function promotionStory(tour: TourHouse): Promise<void> {
  const { id, amountVnd, discountVnd } = promoted
  await tour.log.step(
    'A customer pays with points and a promotion: the service pays the rest of the price',
    async () => {
      await askCheckout(tour, '/orders', { id, amountVnd })
      await goToPayment(tour, id)
      const { attempts } = await readOrder(tour, id)
      const path = `/orders/${attempts[0]?.serviceOrderId ?? ''}/pay`
      await control(tour, { method: 'POST', path, json: { points: 10, discountVnd } })
      const paid = await waitFor('the order is paid', async () => {
        const order = await readOrder(tour, id)
        return order.state === 'paid' ? order : undefined
      })
      mustHold(paid.payment?.vnd === 95_000, `paid were ${paid.payment?.vnd} VND`)
      mustHold(paid.payment.points === 10, `paid were ${paid.payment.points} points`)
    },
  )
}
