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
    'A customer links the wallet: the shop requests the link, the customer confirms it on the phone (4.11)',
    async () => {
      const asked = await askCheckout(tour, '/links', { customerId })
      mustHold(asked.status === 201, `expected 201, got ${asked.status}`)
      const links = await control<readonly WalletLink[]>(tour, { method: 'GET', path: '/links' })
      const open = links.find(({ partnerUserId }) => partnerUserId === customerId)
      mustHold(open !== undefined, 'the service knows no such link')
      await control(tour, { method: 'POST', path: `/links/${open.linkId}/confirm`, json: {} })
    },
  )
  await log.step('The link counts only after a signed query (6.2)', async () => {
    await waitFor('the wallet is linked', async () => {
      const answered = await askCheckout(tour, `/links/${customerId}`)
      const link = jsonOf(answered)
      mustHold(!answered.text.includes('token'), 'a token shows')
      return link['state'] === 'linked' ? link : undefined
    })
  })
}

/** The one-time code that the service has sent for the newest purchase. */
async function newestOtp(tour: TourHouse): Promise<string> {
  const purchases = await control<readonly LinkedPurchase[]>(tour, {
    method: 'GET',
    path: '/linked-purchases',
  })
  const { transactionId = '' } = purchases[0] ?? {}
  const path = `/linked-purchases/${transactionId}/otp`
  const { otp } = await control<{ readonly otp: string }>(tour, { method: 'GET', path })
  return otp
}

async function payPartlyInPoints(tour: TourHouse): Promise<void> {
  const { log } = tour
  const id = 'TOUR-L2'
  await log.step(
    'An order is paid partly in points, which are part of the signed text (5.3)',
    async () => {
      await askCheckout(tour, '/orders', { id, amountVnd: 80_000, linkedCustomerId: customerId })
      const paid = await askCheckout(tour, `/orders/${id}/payments/linked`, { points: 20 })
      mustHold(jsonOf(paid)['outcome'] === 'paid', `it is ${String(jsonOf(paid)['outcome'])}`)
      const { payment } = await readOrder(tour, id)
      mustHold(payment?.vnd === 60_000, `${payment?.vnd} VND were paid`)
      mustHold(payment.points === 20, `${payment.points} points were paid`)
    },
  )
  await log.step(
    'Money and points are refunded separately, each up to the paid amount',
    async () => {
      const tooMany = await askCheckout(tour, `/orders/${id}/refunds`, {
        id: 'TOUR-LR1',
        points: 21,
      })
      mustHold(tooMany.status === 422, `expected 422, got ${tooMany.status}`)
      await askCheckout(tour, `/orders/${id}/refunds`, { id: 'TOUR-LR2', vnd: 10_000, points: 5 })
      const { refunded } = await readOrder(tour, id)
      mustHold(refunded.vnd === 10_000 && refunded.points === 5, 'not both parts are back')
    },
  )
}

async function releaseHeld(tour: TourHouse): Promise<void> {
  const id = 'TOUR-L3'
  await tour.log.step(
    'Money for another order is held, and released when the order is cancelled',
    async () => {
      const order = { id, amountVnd: 40_000, linkedCustomerId: customerId, holdPayment: true }
      await askCheckout(tour, '/orders', order)
      await askCheckout(tour, `/orders/${id}/payments/linked`, {})
      const released = await askCheckout(tour, `/orders/${id}/release`, {})
      mustHold(jsonOf(released)['outcome'] === 'released', 'the money was not given back')
    },
  )
}

async function payHeld(tour: TourHouse): Promise<void> {
  const { log } = tour
  const id = 'TOUR-L1'
  await log.step(
    'An order is paid with the wallet: after a one-time code the money is held',
    async () => {
      const order = { id, amountVnd: 250_000, linkedCustomerId: customerId, holdPayment: true }
      await askCheckout(tour, '/orders', order)
      const started = await askCheckout(tour, `/orders/${id}/payments/linked`, {})
      mustHold(jsonOf(started)['outcome'] === 'otp_needed', 'no code was asked for')
      const otp = await newestOtp(tour)
      const paid = await askCheckout(tour, `/orders/${id}/payments/linked/otp`, { otp })
      mustHold(jsonOf(paid)['outcome'] === 'held', `it is ${String(jsonOf(paid)['outcome'])}`)
    },
  )
  await log.step('The order is fulfilled, and the money is captured, once', async () => {
    const captured = await askCheckout(tour, `/orders/${id}/capture`, {})
    mustHold(captured.status === 200, `expected 200, got ${captured.status}`)
    const again = await askCheckout(tour, `/orders/${id}/capture`, {})
    mustHold(again.status === 200, `expected 200, got ${again.status}`)
    const order = await readOrder(tour, id)
    mustHold(order.state === 'paid', `the order is ${order.state}`)
    showTimeline(tour, order)
  })
}

/**
 * A wallet is linked once, pays with a one-time code, with points and with held money, and is
 * unlinked.
 */
export async function linkedWalletStory(tour: TourHouse): Promise<void> {
  await linkOnce(tour)
  await payHeld(tour)
  await payPartlyInPoints(tour)
  await releaseHeld(tour)
  await tour.log.step('The wallet is unlinked, and no further payment is possible', async () => {
    const ended = await askCheckout(tour, `DELETE /links/${customerId}`)
    mustHold(ended.status === 200, `expected 200, got ${ended.status}`)
  })
}
