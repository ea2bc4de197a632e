import { carryOutOrder } from './carry-out-order.ts'
import { callCheckout, readOrder, serviceOrderOf, type DemoHouse } from './demo-calls.ts'
import type { DemoHour, DemoOrder, DemoRefund, DemoTransfer } from './demo-plan.ts'
import { sweepUntil } from './sweep-until.ts'

/**
 * Sweeps until the payments of the orders are confirmed. The service answers a payment before it
 * sends the callback, and an order that is confirmed only in the next hour may count for the next
 * day.
 *
 * @throws Error when a callback does not come
 */
async function sweepUntilPaid(demo: DemoHouse, orders: readonly DemoOrder[]): Promise<void> {
  const paid = orders.filter(({ fate }) => fate === 'paid')
  const unpaid = await sweepUntil(
    demo,
    paid,
    async ({ id }) => (await readOrder(demo, id)).payment !== undefined,
  )
  if (unpaid.length === 0) return
  throw new Error(`No callback came for ${unpaid.map(({ id }) => id).join(', ')}.`)
}

async function carryOutRefund(demo: DemoHouse, refund: DemoRefund): Promise<void> {
  const { id, orderId, vnd, reason, staffId, fate } = refund
  const { service } = demo
  if (fate === 'site') {
    await service.refundOnSite(await serviceOrderOf(demo, orderId), { vnd, note: reason })
    return
  }
  if (fate === 'waiting') {
    const path = `/operator/orders/${orderId}/refunds`
    await callCheckout(demo, path, { as: 'operator', json: { id, vnd, reason }, status: 409 })
    return
  }
  if (fate !== 'refunded') {
    await service.addFault({ endpoint: 'refundOrder', fault: 'taken-html' })
  }
  await callCheckout(demo, `/orders/${orderId}/refunds`, { json: { id, vnd, reason, staffId } })
}

async function carryOutTransfer(demo: DemoHouse, transfer: DemoTransfer): Promise<void> {
  const { isUnknown, ...json } = transfer
  if (isUnknown) {
    await demo.service.addFault({ endpoint: 'transferMoney', fault: 'truncate' })
  }
  await callCheckout(demo, '/transfers', { json })
}

/** Carries out the plan of one moment; the clock of the house must show that moment. */
export async function carryOutHour(demo: DemoHouse, hour: DemoHour): Promise<void> {
  await Promise.all(hour.orders.map((order) => carryOutOrder(demo, order)))
  await sweepUntilPaid(demo, hour.orders)
  // One after another, because a fault applies to the next request of its endpoint.
  for (const refund of hour.refunds) await carryOutRefund(demo, refund)
  for (const transfer of hour.transfers) await carryOutTransfer(demo, transfer)
  for (const id of hour.giftCodeOrders) {
    const json = { merchant_order_id: id, order_info: [{ card_type: '50', quantity: 2 }] }
    await callCheckout(demo, '/loyalty/orderGiftCodes', { json })
  }
  for (const amountVnd of hour.merchantQrVnd) await demo.service.payMerchantQr({ amountVnd })
  if (hour.refunds.length > 0) await demo.house.sweep()
}
