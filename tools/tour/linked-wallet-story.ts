import type { LinkedPurchase, WalletLink } from '@merchant-edge/sandbox/control'
import {
  askCheckout,
  control,
  jsonOf,
  readOrder,
  showTimeline,
  type TourHouse,
} from './tour-house.ts'
import { mustHold, waitFor } from './tour-log.ts'

const customerId = 'TOUR-CUSTOMER'

async function linkOnce(tour: TourHouse): Promise<void> {
  const { log } = tour
  await log.step(
    'A customer links the wallet: asked for, confirmed on the phone (4.11)',
    async () => {
      const asked = await askCheckout(tour, '/links', { customerId })
      mustHold(asked.status === 201, `expected 201, got ${asked.status}`)
      const links = await control<readonly WalletLink[]>(tour, { method: 'GET', path: '/links' })
      const open = links.find(({ partnerUserId }) => partnerUserId === customerId)
      mustHold(open !== undefined, 'the service knows no such link')
      await control(tour, { method: 'POST', path: `/links/${open.linkId}/confirm`, json: {} })
    },
  )
  await log.step('The link is believed only after a signed question (6.2)', async () => {
    await waitFor('the wallet is linked', async () => {
      const answered = await askCheckout(tour, `/links/${customerId}`)
      const link = jsonOf(answered)
      mustHold(!answered.text.includes('token'), 'a token shows')
      return link['state'] === 'linked' ? link : undefined
    })
  })
}

async function payHeld(tour: TourHouse): Promise<void> {
  const { log } = tour
  const id = 'TOUR-L1'
  await log.step('An order is paid with it: a one-time code, then the money is held', async () => {
    const order = { id, amountVnd: 250_000, linkedCustomerId: customerId, holdPayment: true }
    await askCheckout(tour, '/orders', order)
    const started = await askCheckout(tour, `/orders/${id}/payments/linked`, {})
    mustHold(jsonOf(started)['outcome'] === 'otp_needed', 'no code was asked for')
    const purchases = await control<readonly LinkedPurchase[]>(tour, {
      method: 'GET',
      path: '/linked-purchases',
    })
    const { transactionId = '' } = purchases[0] ?? {}
    const path = `/linked-purchases/${transactionId}/otp`
    const { otp } = await control<{ readonly otp: string }>(tour, { method: 'GET', path })
    const paid = await askCheckout(tour, `/orders/${id}/payments/linked/otp`, { otp })
    mustHold(jsonOf(paid)['outcome'] === 'held', `it is ${String(jsonOf(paid)['outcome'])}`)
  })
  await log.step('The order is fulfilled, and the money is taken, once', async () => {
    const captured = await askCheckout(tour, `/orders/${id}/capture`, {})
    mustHold(captured.status === 200, `expected 200, got ${captured.status}`)
    const again = await askCheckout(tour, `/orders/${id}/capture`, {})
    mustHold(again.status === 200, `expected 200, got ${again.status}`)
    const order = await readOrder(tour, id)
    mustHold(order.state === 'paid', `the order is ${order.state}`)
    showTimeline(tour, order)
  })
}

/** A wallet is linked once, pays with a one-time code, and is unlinked. */
export async function linkedWalletStory(tour: TourHouse): Promise<void> {
  await linkOnce(tour)
  await payHeld(tour)
  await tour.log.step('The wallet is unlinked and pays nothing any more', async () => {
    const ended = await askCheckout(tour, `DELETE /links/${customerId}`)
    mustHold(ended.status === 200, `expected 200, got ${ended.status}`)
  })
}
