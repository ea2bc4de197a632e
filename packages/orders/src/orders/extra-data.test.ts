import { describe, expect, it } from 'vitest'
import { World } from '../../test/world.ts'
import type { NewOrder } from '../api.ts'
import { findOrder, openOrder, startPayment } from '../index.ts'

const orderInfo = '{"table":7,"items":["trà","bánh"]}'
const order: NewOrder = {
  id: 'order-1',
  amountVnd: 50_000,
  extraData: { partnerCode: 'TEA', orderInfo },
}

// Specification: 2.5.1
describe('the extra information of an order', () => {
  it.each(['web-payment', 'transaction-qr', 'app-to-app'] as const)(
    'is sent to the service with a payment by %s',
    async (method) => {
      const world = new World()
      await openOrder(world.context, order)

      await startPayment(world.context, 'order-1', { method })

      expect(world.service.newest).toMatchObject({ extraData: order.extraData })
    },
  )

  it('is returned with the order, and absent when the shop gave none', async () => {
    const world = new World()
    await openOrder(world.context, order)
    await openOrder(world.context, { id: 'order-2', amountVnd: 50_000 })

    expect(await findOrder(world.context, 'order-1')).toMatchObject({ extraData: order.extraData })
    expect(await findOrder(world.context, 'order-2')).not.toHaveProperty('extraData')
  })

  it('is part of the comparison when the same id is announced again', async () => {
    const world = new World()
    await openOrder(world.context, order)
    const turned = { orderInfo, partnerCode: 'TEA' }

    const same = await openOrder(world.context, { ...order, extraData: turned })
    const other = await openOrder(world.context, { ...order, extraData: { orderInfo: '[]' } })
    const none = await openOrder(world.context, { id: 'order-1', amountVnd: 50_000 })

    expect(same.outcome).toBe('existing')
    expect(other).toMatchObject({ outcome: 'conflict', differs: ['extraData'] })
    expect(none).toMatchObject({ outcome: 'conflict', differs: ['extraData'] })
  })

  it.each(['[{"key":"table","value":"7"}]', '{}', '[]'])('may be %s', async (info) => {
    const world = new World()

    const opened = await openOrder(world.context, { ...order, extraData: { orderInfo: info } })

    expect(opened).toMatchObject({ order: { extraData: { orderInfo: info } } })
  })

  it.each([
    ['no JSON', { orderInfo: 'table 7' }, 'orderInfo must be text'],
    ['a number', { orderInfo: '7' }, 'an object, or a list of objects'],
    ['a list of texts', { orderInfo: '["a"]' }, 'orderInfo'],
    ['too long', { orderInfo: `{"a":"${'x'.repeat(2000)}"}` }, 'at most 2000 characters'],
    [
      'too long for the address of a callback',
      { orderInfo: `{"a":"${'ế'.repeat(700)}"}` },
      '6000 as they are escaped for an address',
    ],
    ['a partner code with a space', { partnerCode: 'A B', orderInfo: '{}' }, 'partnerCode must be'],
  ])('is refused with a message: %s', async (_name, extraData, words) => {
    const world = new World()

    await expect(openOrder(world.context, { ...order, extraData })).rejects.toThrow(words)
    expect(await findOrder(world.context, 'order-1')).toBeNull()
  })
})
