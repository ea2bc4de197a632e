import { setTimeout } from 'node:timers/promises'
import * as v from 'valibot'
import { linkedCustomerOf } from './carry-out-order.ts'
import { callCheckout, type DemoHouse } from './demo-calls.ts'
import type { DemoOrder } from './demo-plan.ts'

const mostSweeps = 60
const waitMs = 250

const readLink = v.object({ state: v.string() })

/**
 * Lets the house take what the service tells of the links.
 *
 * @throws Error when a wallet is not linked in the end
 */
async function sweepUntilLinked(demo: DemoHouse, customerIds: readonly string[]): Promise<void> {
  let waiting = customerIds
  for (let sweeps = 0; waiting.length > 0; sweeps += 1) {
    if (sweeps === mostSweeps) throw new Error(`Not linked: ${waiting.join(', ')}.`)
    if (sweeps > 0) await setTimeout(waitMs)
    await demo.house.sweep()
    const links = await Promise.all(
      waiting.map(async (id) => v.parse(readLink, await callCheckout(demo, `/links/${id}`))),
    )
    waiting = waiting.filter((_, index) => links[index]?.state !== 'linked')
  }
}

/** Gives the customers of orders enough money for a month, and links the wallets that pay so. */
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
  await sweepUntilLinked(demo, walletIds.map(linkedCustomerOf))
}
