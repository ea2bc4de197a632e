import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { batchDatabase } from '../../test/batch-database.ts'
import { World } from '../../test/world.ts'
import {
  findLink,
  linkWallet,
  openOrder,
  payWithLink,
  recordLinkCallback,
  unlinkWallet,
} from '../index.ts'
import { deliverEvents } from '../webhook/deliver-events.ts'
import { erasePerson } from './erase-person.ts'
import { forgetOldData } from './forget-old-data.ts'

const customerId = 'customer-1'
const erasures = "SELECT COUNT(*) n FROM journal WHERE kind = 'person.erased'"
const action = { reason: 'asked for it on 3 May', staffId: 'S1' }

/** Erases the customer; something happens after it was found that nothing of the customer is open. */
async function eraseWhile(world: World, meanwhile: () => Promise<unknown>) {
  let batches = 0
  const database = batchDatabase(world.context.database, async (batch) => {
    const results = await batch()
    batches += 1
    if (batches === 1) await meanwhile()
    return results
  })
  return erasePerson({ ...world.context, database }, { customerId }, action)
}

describe('a customer is not said to be erased', () => {
  it('whose wallet is linked while the data are erased', async () => {
    const world = new World()
    await linkWallet(world.context, customerId)
    await world.live(20)
    const [, , id = '', token = ''] = new URL(world.service.confirmLink()).pathname.split('/')

    const outcome = await eraseWhile(world, () => recordLinkCallback(world.context, { id, token }))

    expect(outcome).toEqual({ outcome: 'linked' })
    expect(await findLink(world.context, customerId)).toMatchObject({ state: 'linked' })
    expect(await world.count(erasures)).toBe(0)
  })

  it('for whom an order is opened while the data are erased', async () => {
    const world = new World()
    const order = { id: 'order-1', amountVnd: 1_000, linkedCustomerId: customerId }

    const outcome = await eraseWhile(world, () => openOrder(world.context, order))

    expect(outcome).toEqual({ outcome: 'open', orders: ['order-1'], transfers: [] })
  })
})

it('a customer for whom an order is opened meanwhile keeps the events and calls of earlier orders', async () => {
  const world = new World()
  const id = await world.openLinked()
  await payWithLink(world.context, id)
  await unlinkWallet(world.context, customerId)
  await world.live(2)
  const traces = [
    "SELECT COUNT(*) n FROM outbox WHERE state = 'done'",
    'SELECT COUNT(*) n FROM deliveries',
    'SELECT COUNT(*) n FROM service_calls',
  ]
  const countTraces = () => Promise.all(traces.map((query) => world.count(query)))
  const before = await countTraces()
  const order = { id: 'order-2', amountVnd: 1_000, linkedCustomerId: customerId }

  const outcome = await eraseWhile(world, () => openOrder(world.context, order))

  expect(outcome).toEqual({ outcome: 'open', orders: ['order-2'], transfers: [] })
  expect(Math.min(...before)).toBeGreaterThan(0)
  expect(await countTraces()).toEqual(before)
  expect(await world.count(erasures)).toBe(0)
})

it('a customer of whom a row comes and ends meanwhile is erased with it, and the answer and the journal count it', async () => {
  const world = new World()
  await world.openLinked()
  await payWithLink(world.context, 'order-1')
  await unlinkWallet(world.context, customerId)
  await world.live(2)
  let batches = 0
  const database = batchDatabase(world.context.database, async (batch) => {
    const results = await batch()
    batches += 1
    // The rows are counted in the second batch.
    if (batches === 2) {
      await linkWallet(world.context, customerId)
      await world.live(30)
    }
    return results
  })

  const outcome = await erasePerson({ ...world.context, database }, { customerId }, action)

  const lines = await env.DB.prepare("SELECT facts FROM journal WHERE kind = 'person.erased'").all<{
    facts: string
  }>()
  const counted = { links: 2, orders: 1, transfers: 0 }
  expect(outcome).toEqual({ outcome: 'erased', ...counted })
  expect(lines.results.map(({ facts }) => JSON.parse(facts))).toMatchObject([counted])
  expect(await world.count('SELECT COUNT(*) n FROM links WHERE customer_id = ?', customerId)).toBe(
    0,
  )
})

it('two customers whom an operator erases within a millisecond have a journal line each', async () => {
  const world = new World()

  for (const customer of ['customer-1', 'customer-2']) {
    const outcome = await erasePerson(world.context, { customerId: customer }, action)
    expect(outcome).toMatchObject({ outcome: 'erased' })
  }

  expect(await world.count(erasures)).toBe(2)
})

describe('an event whose body is made while its customer is erased', () => {
  /** A paid order with an event that waits; the erasure happens after the delivery has read it. */
  async function deliverWhile(world: World, erase: () => Promise<unknown>): Promise<void> {
    await world.openLinked({ description: 'A gift for Lan' })
    await payWithLink(world.context, 'order-1')
    await unlinkWallet(world.context, customerId)
    world.advance({ hours: 24 * 36 })
    let batches = 0
    const database = batchDatabase(world.context.database, async (batch) => {
      const results = await batch()
      batches += 1
      if (batches === 1) await erase()
      return results
    })
    await deliverEvents({ ...world.context, database }, { limit: 50 })
  }

  const waiting = "SELECT COUNT(*) n FROM outbox WHERE endpoint IS NOT NULL AND state = 'open'"
  const naming = "SELECT COUNT(*) n FROM outbox WHERE body LIKE '%Lan%' OR body LIKE '%customer-1%'"

  it.each<readonly [by: string, erase: (world: World) => Promise<unknown>]>([
    ['by a person', (world) => erasePerson(world.context, { customerId }, action)],
    [
      'after the retention period',
      (world) => forgetOldData({ ...world.context, retention: { personalDataDays: 35 } }, 500),
    ],
  ])('%s is not kept with the name, and is sent without it', async (_by, erase) => {
    const world = new World()

    await deliverWhile(world, () => erase(world))

    expect(await world.count(naming)).toBe(0)
    await world.live(2)
    expect(await world.count(waiting)).toBe(0)
    expect(await world.count(naming)).toBe(0)
    const paid = world.events.filter(({ type }) => type === 'order.paid')
    expect(paid.map(({ data }) => data.order)).toMatchObject([{ id: 'order-1', description: '' }])
  })
})
