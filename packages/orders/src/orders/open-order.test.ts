import { describe, expect, it } from 'vitest'
import { World } from '../../test/world.ts'
import { findOrder, openOrder } from '../index.ts'

describe('openOrder', () => {
  it('opens an order once for concurrent requests', async () => {
    const world = new World()
    const order = { id: 'order-1', amountVnd: 1000, description: 'Two books' }

    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => openOrder(world.context, order)),
    )

    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual([
      ...Array.from({ length: 9 }, () => 'existing'),
      'opened',
    ])
    expect(await findOrder(world.context, 'order-1')).toMatchObject({
      state: 'creating',
      version: 1,
      amountVnd: 1000,
      description: 'Two books',
      expiresAt: Math.floor(world.now() / 1000) + 15 * 60,
      timeline: [{ kind: 'order.opened', facts: { amount_vnd: 1000, known: 'own record' } }],
    })
  })

  it('does not change an order that is announced with another amount', async () => {
    const world = new World()
    await openOrder(world.context, { id: 'order-1', amountVnd: 1000 })

    const outcome = await openOrder(world.context, { id: 'order-1', amountVnd: 1 })

    expect(outcome).toMatchObject({ outcome: 'conflict', order: { amountVnd: 1000 } })
  })

  it.each([
    ['names another customer', { linkedCustomerId: 'customer-2' }],
    ['names no customer', {}],
    ['holds', { linkedCustomerId: 'customer-1', holdPayment: true }],
  ])('reports a conflict for an order that %s', async (_what, other) => {
    const world = new World()
    const order = { id: 'order-1', amountVnd: 1000 }
    await openOrder(world.context, { ...order, linkedCustomerId: 'customer-1' })

    const outcome = await openOrder(world.context, { ...order, ...other })

    expect(outcome).toMatchObject({
      outcome: 'conflict',
      order: { linkedCustomerId: 'customer-1', holdPayment: false },
    })
  })

  const full = {
    id: 'order-1',
    amountVnd: 1000,
    description: 'Two books',
    expiresInMinutes: 30,
    returnUrl: 'https://shop.example/orders/1',
    linkedCustomerId: 'customer-1',
    holdPayment: true,
  }

  it.each([
    ['amountVnd', { amountVnd: 999 }],
    ['description', { description: 'Three books' }],
    ['description', { description: '' }],
    ['expiresInMinutes', { expiresInMinutes: 31 }],
    ['returnUrl', { returnUrl: 'https://shop.example/orders/2' }],
    ['linkedCustomerId', { linkedCustomerId: 'customer-2' }],
    ['holdPayment', { holdPayment: false }],
  ])('reports a conflict for another %s, and changes nothing', async (field, other) => {
    const world = new World()
    const { order } = await openOrder(world.context, full)
    world.advance({ minutes: 1 })

    const same = await openOrder(world.context, full)
    const changed = await openOrder(world.context, { ...full, ...other })

    expect(same).toEqual({ outcome: 'existing', order })
    expect(changed).toEqual({ outcome: 'conflict', differs: [field], order })
  })

  it('reports a conflict when a field of the stored order is left out', async () => {
    const world = new World()
    await openOrder(world.context, full)

    const bare = await openOrder(world.context, { id: 'order-1', amountVnd: 1000 })

    expect(bare).toMatchObject({
      outcome: 'conflict',
      differs: ['description', 'expiresInMinutes', 'returnUrl', 'linkedCustomerId', 'holdPayment'],
    })
  })

  it('reads a left-out field as its default', async () => {
    const world = new World()
    const order = { id: 'order-1', amountVnd: 1000 }
    await openOrder(world.context, order)

    const spelled = { description: '', expiresInMinutes: 15, holdPayment: false }
    const outcome = await openOrder(world.context, { ...order, ...spelled })

    expect(outcome.outcome).toBe('existing')
  })

  it.each([
    { description: 'Two books' },
    { returnUrl: 'https://shop.example/orders/1' },
    { linkedCustomerId: 'customer-1' },
    { extraData: { orderInfo: '{"books":2}' } },
  ])('recognizes a paid order that differs only in %j after an erasure', async (texts) => {
    const world = new World()
    const order = { id: 'order-1', amountVnd: 1000, ...texts }
    await world.openAndPay(order)

    expect((await openOrder(world.context, order)).outcome).toBe('existing')
  })

  it.each([
    [{ id: '' }, 'id'],
    [{ id: 'a;b' }, 'id'],
    [{ amountVnd: 0 }, 'amountVnd'],
    [{ amountVnd: 10.5 }, 'amountVnd'],
    [{ amountVnd: 2 ** 53 }, 'amountVnd'],
    [{ description: 'x'.repeat(256) }, 'description'],
    [{ expiresInMinutes: 2 }, 'expiresInMinutes'],
    [{ expiresInMinutes: 1441 }, 'expiresInMinutes'],
    [{ returnUrl: 'https://evil.example/' }, 'returnUrl'],
    [{ returnUrl: 'https://shop.example.evil.example/' }, 'returnUrl'],
    [{ returnUrl: '/orders/1' }, 'returnUrl'],
    [{ holdPayment: true }, 'holdPayment'],
    [{ storeCode: 'STORE-1' }, 'storeCode'],
    [{ posCode: 'POS-1' }, 'posCode'],
  ])('names the field that is wrong in %j', async (wrong, field) => {
    const world = new World()
    const order = { id: 'order-1', amountVnd: 1000, ...wrong }

    await expect(openOrder(world.context, order)).rejects.toThrow(`The order's ${field} must be`)
    expect(await findOrder(world.context, 'order-1')).toBeNull()
  })

  it('accepts a return address on an allowed origin', async () => {
    const world = new World()
    const returnUrl = 'https://shop.example/orders/1'

    const outcome = await openOrder(world.context, { id: 'o', amountVnd: 1, returnUrl })

    expect(outcome.order.returnUrl).toBe(returnUrl)
  })
})
