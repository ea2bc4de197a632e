import { describe, expect, it } from 'vitest'
import { batchDatabase } from '../../../test/batch-database.ts'
import { refusal } from '../../../test/scripted-service.ts'
import { World } from '../../../test/world.ts'
import { openOrder, recordCallback, startPayment, sweep } from '../../index.ts'
import type { PaymentMethod } from '../../states/attempt-state.ts'

const id = 'order-1'

async function opened(): Promise<World> {
  const world = new World()
  await openOrder(world.context, { id, amountVnd: 100_000, expiresInMinutes: 60 })
  return world
}

function start(world: World, method: PaymentMethod = 'web-payment') {
  return startPayment(world.context, id, { method })
}

describe('an order that is paid by another payment while a page is created', () => {
  /** The customer pays the QR code, and its callback comes before the page is created. */
  async function paidMeanwhile(isConfirmed: boolean) {
    const world = await opened()
    await start(world, 'transaction-qr')
    const qr = world.service.newest
    const pay = async () => {
      await recordCallback(world.context, world.service.pay(qr))
      if (isConfirmed) await sweep(world.context)
    }
    return { world, pay }
  }

  it.each([
    [true, 'paid'],
    [false, 'paid_unverified'],
  ] as const)('sends the customer to no page (confirmed: %s)', async (isConfirmed, state) => {
    const { world, pay } = await paidMeanwhile(isConfirmed)
    world.service.duringCreate = pay

    const outcome = await start(world)

    expect(outcome).toMatchObject({ outcome: 'closed', order: { state } })
    expect((await world.order(id)).attempts.map((one) => one.state)).toContain('created')
  })

  it.each([
    ['a refusal', refusal(4040201, 'no')],
    ['no answer', { outcome: 'unknown', silent: true, message: 'no answer' } as const],
    ['a value that is not sent', { outcome: 'not_sent', message: 'no' } as const],
  ])('is not said to be unpaid after %s', async (_what, answer) => {
    const { world, pay } = await paidMeanwhile(true)
    const create = world.service.createWebPayment.bind(world.service)
    world.service.createWebPayment = async (payment) => {
      await create(payment)
      await pay()
      return answer
    }

    expect(await start(world)).toMatchObject({ outcome: 'closed', order: { state: 'paid' } })
  })

  it('sends the customer back to no open page after the queries', async () => {
    const { world, pay } = await paidMeanwhile(false)
    await start(world)
    world.advance({ minutes: 1 })
    world.service.fault = (call) => (call === 'query' ? 'lost answer' : 'none')
    world.service.during = async (call) => {
      world.service.during = async () => {}
      if (call === 'query') await pay()
    }

    expect(await start(world)).toMatchObject({
      outcome: 'closed',
      order: { state: 'paid_unverified' },
    })
  })
})

describe('a payment that was stored too slowly', () => {
  async function startSlowly(world: World, meanwhile: () => Promise<unknown>) {
    let isOver = false
    const database = batchDatabase(world.context.database, async (batch) => {
      const results = await batch()
      const { attempts } = await world.order(id)
      if (!isOver && attempts.some(({ state }) => state === 'creating')) {
        isOver = true
        await meanwhile()
      }
      return results
    })
    return startPayment({ ...world.context, database }, id, { method: 'web-payment' })
  }

  it('is created until the end of its lease', async () => {
    const world = await opened()

    const outcome = await startSlowly(world, async () => world.advance({ seconds: 89.999 }))

    expect(outcome).toMatchObject({ outcome: 'redirect' })
  })

  it('is not created after its lease, when the customer has begun another one', async () => {
    const world = await opened()

    const outcome = await startSlowly(world, async () => {
      world.advance({ seconds: 90 })
      await sweep(world.context)
      await start(world)
    })

    expect(outcome).toMatchObject({ outcome: 'refused', code: 0, reason: 'not_sent' })
    expect(world.service.orders).toHaveLength(1)
  })
})
