import * as v from 'valibot'
import { callCheckout, readOrder, serviceOrderOf, type DemoHouse } from '../demo/demo-calls.ts'
import { openOrder, type ShownOrder } from './open-order.ts'

/** A wallet with enough money for every payment. */
const richWallet = 'U-AN'
/** An amount that needs no one-time code with a linked wallet. */
const withoutCodeVnd = 90_000
const aboveApprovalVnd = 1_250_000

/** Waits until an order has reached a state. */
async function reach(demo: DemoHouse, { id }: ShownOrder, state: string): Promise<void> {
  while ((await readOrder(demo, id)).state !== state) await demo.house.sweep()
}

const shownLink = v.object({ state: v.string() })

/** Links a wallet to a customer whom the shop names. */
export async function seedLink(
  demo: DemoHouse,
  customerId: string,
  walletId: string,
): Promise<void> {
  const { house, service } = demo
  await callCheckout(demo, '/links', { json: { customerId } })
  const asked = (await service.links()).find(
    ({ partnerUserId, stage }) => partnerUserId === customerId && stage === 'open',
  )
  if (asked === undefined) throw new Error('The service knows no link that was asked for.')
  await service.confirmLink(asked.linkId, walletId)
  for (;;) {
    const { state } = v.parse(shownLink, await callCheckout(demo, `/links/${customerId}`))
    if (state === 'linked') return
    await house.sweep()
  }
}

/** An order that expired without a payment. */
export async function seedExpired(demo: DemoHouse, id: string): Promise<ShownOrder> {
  const { house } = demo
  await house.moveClock(-4 * 60_000)
  const order = await openOrder(demo, id, { expiresInMinutes: 3 })
  await house.moveClock(0)
  return order
}

/** An order that was paid twice, by QR and in the app. */
export async function seedDisputed(demo: DemoHouse, id: string): Promise<ShownOrder> {
  const order = await openOrder(demo, id)
  for (const method of ['qr', 'app']) {
    await callCheckout(demo, `/orders/${id}/payments/${method}`, { json: {} })
  }
  const { attempts } = await readOrder(demo, id)
  for (const { serviceOrderId } of attempts) {
    if (serviceOrderId === undefined) throw new Error(`The service gave no answer for ${id}.`)
    await demo.service.pay(serviceOrderId, { walletId: richWallet })
  }
  await reach(demo, order, 'disputed')
  return order
}

/** An order whose payment with a linked wallet got no readable answer. */
export async function seedUnsettled(
  demo: DemoHouse,
  id: string,
  linkedCustomerId: string,
): Promise<ShownOrder> {
  const order = await openOrder(demo, id, { linkedCustomerId, amountVnd: withoutCodeVnd })
  await demo.service.addFault({
    endpoint: 'createOnlineTransaction',
    fault: 'html',
    times: 1,
  })
  await callCheckout(demo, `/orders/${id}/payments/linked`, { json: {} })
  return order
}

/** An order whose held money was released, because the shop could not deliver. */
export async function seedCancelled(
  demo: DemoHouse,
  id: string,
  linkedCustomerId: string,
): Promise<ShownOrder> {
  const held = { linkedCustomerId, amountVnd: withoutCodeVnd, holdPayment: true }
  const order = await openOrder(demo, id, held)
  await callCheckout(demo, `/orders/${id}/payments/linked`, { json: {} })
  await callCheckout(demo, `/orders/${id}/release`, { json: {} })
  await reach(demo, order, 'cancelled')
  return order
}

/** Proposes a refund that a second person must approve; returns the id of the proposal. */
export async function seedProposal(demo: DemoHouse, orderId: string): Promise<string> {
  const order = await openOrder(demo, orderId, { amountVnd: aboveApprovalVnd })
  await callCheckout(demo, `/orders/${orderId}/payments/qr`, { json: {} })
  await demo.service.pay(await serviceOrderOf(demo, orderId), { walletId: richWallet })
  await reach(demo, order, 'paid')
  const id = `${orderId}-R`
  const json = { id, vnd: aboveApprovalVnd, reason: 'Khách hủy cả đơn, hàng chưa giao' }
  const path = `/operator/orders/${orderId}/refunds`
  await callCheckout(demo, path, { as: 'operator', json, status: 409 })
  return id
}
