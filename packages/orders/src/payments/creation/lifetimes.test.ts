import { describe, expect, it } from 'vitest'
import { creationAccepted } from '../../../test/scripted-service.ts'
import { World } from '../../../test/world.ts'
import { openOrder, startPayment } from '../../index.ts'
import type { PaymentMethod } from '../../states/attempt-state.ts'

const id = 'order-1'

function start(world: World, method: PaymentMethod = 'web-payment') {
  return startPayment(world.context, id, { method })
}

/** A world whose process has died while a payment was being created at the service. */
async function diedInCreation(): Promise<World> {
  const world = new World()
  await openOrder(world.context, { id, amountVnd: 100_000, expiresInMinutes: 60 })
  const database = new Proxy(world.context.database, {
    get(target, name) {
      if (name !== 'withSession') return Reflect.get(target, name)
      return () => {
        if (world.service.orders.length > 0) throw new Error('crash')
        return target.withSession('first-primary')
      }
    },
  })
  const crashing = { ...world.context, database, sleep: async () => {} }
  await expect(startPayment(crashing, id, { method: 'web-payment' })).rejects.toThrow('crash')
  return world
}

describe('the lifetime of a payment', () => {
  it.each([
    ['web-payment', 60, 0, 15],
    ['web-payment', 15, 0, 15],
    ['web-payment', 15, 60, 14],
    ['web-payment', 15, 59.995, 15],
    ['transaction-qr', 10, 299, 6],
    ['transaction-qr', 10, 300, 5],
    ['web-payment', 4, 180, 3],
    ['app-to-app', 4, 0, 15],
  ] as const)(
    'by %s for an order of %i minutes after %d seconds is %i minutes',
    async (method, expiresInMinutes, seconds, minutes) => {
      const world = new World()
      await openOrder(world.context, { id, amountVnd: 100_000, expiresInMinutes })
      world.advance({ seconds })

      const outcome = await start(world, method)

      expect(outcome).toMatchObject({ expiresAt: Math.floor(world.now() / 1000) + minutes * 60 })
    },
  )

  it.each([
    ['web-payment', -900, 900],
    ['web-payment', -899, 1],
    ['transaction-qr', 300, 1200],
    ['web-payment', 300.001, 900],
    ['app-to-app', 300, 1200],
    ['app-to-app', 301, 900],
  ] as const)(
    'by %s that the service makes %d seconds longer than requested is %i seconds',
    async (method, longer, seconds) => {
      const world = new World()
      await openOrder(world.context, { id, amountVnd: 100_000 })
      world.service.createAnswer = () => creationAccepted('S-1', world.now() / 1000 + 900 + longer)

      const outcome = await start(world, method)

      const expiresAt = world.now() / 1000 + seconds
      expect(outcome).toMatchObject({ expiresAt })
      expect((await world.order(id)).attempts).toMatchObject([{ expiresAtMs: expiresAt * 1000 }])
    },
  )

  it.each(['web-payment', 'transaction-qr', 'app-to-app'] as const)(
    'ends the offer of one by %s twenty seconds before it expires',
    async (method) => {
      const world = new World()
      await openOrder(world.context, { id, amountVnd: 100_000, expiresInMinutes: 60 })
      const first = await start(world, method)
      world.advance({ minutes: 14, seconds: 39.999 })
      const early = await start(world, method)
      world.advance({ seconds: 0.001 })

      const late = await start(world, method)

      expect(early).toEqual(first)
      expect(late).toMatchObject({ expiresAt: world.now() / 1000 + 900 })
      expect(world.service.orders).toHaveLength(2)
    },
  )
})

describe('a second request for a payment', () => {
  it('queries the service about one that is five seconds old', async () => {
    const world = new World()
    await world.openAndStart()
    world.advance({ seconds: 4.999 })
    await start(world)
    const early = world.service.count('query')
    world.advance({ seconds: 0.001 })

    await start(world)

    expect([early, world.service.count('query')]).toEqual([0, 1])
  })

  it.each(['web-payment', 'transaction-qr'] as const)(
    'by %s waits for ninety seconds for one whose creation has died',
    async (method) => {
      const world = await diedInCreation()
      world.advance({ seconds: 89.999 })
      const early = await start(world, method)
      world.advance({ seconds: 0.001 })

      const late = await start(world, method)

      expect(early).toEqual({ outcome: 'busy' })
      expect(late).toMatchObject({ expiresAt: world.now() / 1000 + 900 })
    },
  )
})
