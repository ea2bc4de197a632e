import * as v from 'valibot'
import { linkedCustomerOf } from './carry-out-order.ts'
import { callCheckout, type DemoHouse } from './demo-calls.ts'
import type { DemoOrder } from './demo-plan.ts'
import { sweepUntil } from './sweep-until.ts'

const readLink = v.object({ state: v.string() })

/**
 * Gives the customers enough money for a month, and links the wallets that pay as linked wallets.
 */
export async function prepareCustomers(
  demo: DemoHouse,
  orders: readonly DemoOrder[],
): Promise<void> {
  const { service } = demo
  for (const walletId of new Set(orders.map((order) => order.walletId))) {
    await service.changeWallet(walletId, { vnd: 200_000_000 })
  }
  const linked = orders.filter(({ method }) => method === 'linked-wallet')
  const walletIds = [...new Set(linked.map((order) => order.walletId))]
  for (const walletId of walletIds) {
    const customerId = linkedCustomerOf(walletId)
    await callCheckout(demo, '/links', { json: { customerId } })
    const links = await service.links()
    const asked = links.find(({ partnerUserId }) => partnerUserId === customerId)
    if (asked === undefined) throw new Error(`The service knows no link of ${customerId}.`)
    await service.confirmLink(asked.linkId, walletId)
  }
  const missing = await sweepUntil(demo, walletIds.map(linkedCustomerOf), async (id) => {
    const { state } = v.parse(readLink, await callCheckout(demo, `/links/${id}`))
    return state === 'linked'
  })
  if (missing.length > 0) throw new Error(`Not linked: ${missing.join(', ')}.`)
}
