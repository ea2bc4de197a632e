import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { World } from '../../test/world.ts'
import type { Stores } from '../api.ts'
import { findOrder, openOrder, payWithLink, startPayment } from '../index.ts'

const stores: Stores = {
  default: { storeCode: 'HN-1', posCode: 'WEB' },
  allowed: [
    { storeCode: 'HN-1', posCodes: ['TILL-1', 'TILL-2'] },
    { storeCode: 'SG-*', posCodes: ['TILL-*', 'KIOSK'] },
  ],
}

function chain(): World {
  return new World({ context: { stores } })
}

const price = { amountVnd: 100_000 }

describe('an order', () => {
  // Specification: 1.49, 1.47
  it.each([
    ['the usual store and terminal', {}, { storeCode: 'HN-1', posCode: 'WEB' }],
    ['another terminal', { posCode: 'TILL-2' }, { storeCode: 'HN-1', posCode: 'TILL-2' }],
    [
      'a store by the beginning of its code',
      { storeCode: 'SG-77', posCode: 'TILL-12' },
      { storeCode: 'SG-77', posCode: 'TILL-12' },
    ],
    ['another store without a terminal', { storeCode: 'SG-77' }, { storeCode: 'SG-77' }],
  ])('is sold at %s, and the service gets that place', async (_what, named, sold) => {
    const world = chain()

    const { order } = await openOrder(world.context, { id: 'order-1', ...price, ...named })
    await startPayment(world.context, 'order-1', { method: 'transaction-qr' })

    const { storeCode, posCode } = order
    expect({ storeCode, ...(posCode !== undefined && { posCode }) }).toEqual(sold)
    expect(world.service.orders[0]?.store).toEqual(sold)
    expect((await findOrder(world.context, 'order-1'))?.timeline[0]).toMatchObject({
      kind: 'order.opened',
      facts: { store_code: sold.storeCode },
    })
  })

  it.each([
    ['storeCode', { storeCode: 'SGN-1' }],
    ['storeCode', { storeCode: 'SG' }],
    ['storeCode', { storeCode: 'SG-*\n' }],
    ['posCode', { posCode: 'KIOSK' }],
    ['posCode', { storeCode: 'SG-1', posCode: 'WEB' }],
    ['posCode', { storeCode: 'SG-1', posCode: '' }],
  ])('with an unconfigured %s is refused: %j', async (field, named) => {
    const world = chain()

    const opened = openOrder(world.context, { id: 'order-1', ...price, ...named })

    await expect(opened).rejects.toThrow(`The order's ${field} must be `)
    expect(await findOrder(world.context, 'order-1')).toBeNull()
  })

  it('has no store when none is configured', async () => {
    const world = new World()

    const opened = openOrder(world.context, { id: 'order-1', ...price, storeCode: 'HN-1' })
    await expect(opened).rejects.toThrow("The order's storeCode must be left out")

    const { order } = await openOrder(world.context, { id: 'order-2', ...price })
    await startPayment(world.context, 'order-2', { method: 'web-payment' })
    expect(order).not.toHaveProperty('storeCode')
    expect(world.service.orders[0]).not.toHaveProperty('store')
  })

  it('keeps its store: an announcement with another one is a conflict', async () => {
    const world = chain()
    const sold = { id: 'order-1', ...price, storeCode: 'SG-1', posCode: 'TILL-1' }
    await openOrder(world.context, sold)

    const outcomes = [
      sold,
      { ...sold, storeCode: 'SG-2' },
      { ...sold, posCode: 'TILL-2' },
      { id: 'order-1', ...price },
    ].map((order) => openOrder(world.context, order))

    expect(await Promise.all(outcomes)).toMatchObject([
      { outcome: 'existing' },
      { outcome: 'conflict', differs: ['storeCode'] },
      { outcome: 'conflict', differs: ['posCode'] },
      { outcome: 'conflict', differs: ['storeCode', 'posCode'] },
    ])
  })

  it('is paid with a linked wallet at its store and terminal', async () => {
    const world = chain()
    await world.openLinked({ id: 'order-1', storeCode: 'SG-1', posCode: 'TILL-1' })

    await payWithLink(world.context, 'order-1')

    expect(world.service.payments.map(({ store }) => store)).toEqual([
      { storeCode: 'SG-1', posCode: 'TILL-1' },
    ])
  })

  it('of a linked wallet in another store names a terminal, because the service requires it', async () => {
    const world = chain()
    const order = { id: 'order-1', ...price, linkedCustomerId: 'customer-1', storeCode: 'SG-1' }

    await expect(openOrder(world.context, order)).rejects.toThrow(
      "The order's posCode must be given when a linked wallet may pay at that store",
    )
  })

  it('from before stores were recorded is paid at the default store', async () => {
    const world = chain()
    await openOrder(world.context, { id: 'order-1', ...price })
    await env.DB.exec('UPDATE orders SET store_code = NULL, pos_code = NULL')

    await startPayment(world.context, 'order-1', { method: 'web-payment' })
    const again = await openOrder(world.context, { id: 'order-1', ...price })
    const elsewhere = { id: 'order-1', ...price, storeCode: 'SG-1' }

    expect(world.service.orders[0]).not.toHaveProperty('store')
    expect(again.outcome).toBe('existing')
    expect((await openOrder(world.context, elsewhere)).outcome).toBe('conflict')
  })
})
