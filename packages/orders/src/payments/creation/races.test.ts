import { describe, expect, it } from 'vitest'
import { databaseWithWork } from '../../../test/database-with-work.ts'
import { rightOtp, type Call } from '../../../test/scripted-wallet.ts'
import { World } from '../../../test/world.ts'
import { confirmOtp, openOrder, payWithLink, recordCallback, startPayment } from '../../index.ts'
import type { PaymentMethod } from '../../states/attempt-state.ts'

const id = 'order-1'

function start(world: World, method: PaymentMethod = 'web-payment') {
  return startPayment(world.context, id, { method })
}

/** Starts a payment while other work is done between what it reads and what it reserves. */
async function startDuring(world: World, work: () => Promise<unknown>) {
  const database = databaseWithWork(work)
  return startPayment({ ...world.context, database }, id, { method: 'web-payment' })
}

async function opened(): Promise<World> {
  const world = new World()
  await openOrder(world.context, { id, amountVnd: 100_000 })
  return world
}

describe('a payment is not started twice', () => {
  it('when another request has created one of the same method meanwhile', async () => {
    const world = await opened()

    const outcome = await startDuring(world, () => start(world))

    expect(outcome).toEqual({ outcome: 'busy' })
    expect(world.service.orders).toHaveLength(1)
  })

  it('unless the one that was created meanwhile has another method', async () => {
    const world = await opened()

    const outcome = await startDuring(world, () => start(world, 'transaction-qr'))

    expect(outcome).toMatchObject({ outcome: 'redirect' })
    expect(world.service.orders).toHaveLength(2)
  })

  it('unless the one that was created meanwhile expires within twenty seconds', async () => {
    const world = await opened()
    const create = world.service.createWebPayment.bind(world.service)
    world.service.createWebPayment = async (payment) => {
      const answer = await create(payment)
      if (answer.outcome !== 'accepted' || world.service.orders.length > 1) return answer
      return { ...answer, data: { ...answer.data, expiration: world.now() / 1000 + 20 } }
    }

    const outcome = await startDuring(world, () => start(world))

    expect(outcome).toMatchObject({ outcome: 'redirect' })
    expect(world.service.orders).toHaveLength(2)
  })

  it.each(['web-payment', 'transaction-qr'] as const)(
    'while another request is creating one by %s',
    async (method) => {
      const world = await opened()
      const { reached, release } = world.service.holdNextCall('create')
      let other: Promise<unknown> = Promise.resolve()

      const outcome = await startDuring(world, () => {
        other = start(world, method)
        return reached
      })
      release()
      await other

      expect(outcome).toEqual({ outcome: 'busy' })
      expect(world.service.orders).toHaveLength(1)
    },
  )

  it('while one of another method is being created, but its open page is returned', async () => {
    const world = await opened()
    const page = await start(world)
    const { reached, release } = world.service.holdNextCall('create')
    const other = start(world, 'transaction-qr')
    await reached

    const [again, app] = [await start(world), await start(world, 'app-to-app')]
    release()
    await other

    expect(again).toEqual(page)
    expect(app).toEqual({ outcome: 'busy' })
    expect(world.service.orders).toHaveLength(2)
  })

  it('when the order expires while the service is queried about an earlier one', async () => {
    const world = await opened()
    await start(world)
    world.advance({ minutes: 14, seconds: 59 })
    world.service.during = async (call) => {
      if (call === 'query') world.advance({ seconds: 1 })
    }

    const outcome = await start(world, 'transaction-qr')

    expect(outcome).toMatchObject({ outcome: 'closed', order: { state: 'created' } })
    expect(world.service.orders).toHaveLength(1)
  })

  it('when an earlier one was paid meanwhile', async () => {
    const world = await opened()
    await start(world, 'transaction-qr')

    const outcome = await startDuring(world, () =>
      recordCallback(world.context, world.service.pay(world.service.newest)),
    )

    expect(outcome).toEqual({ outcome: 'busy' })
    expect(await start(world)).toMatchObject({
      outcome: 'closed',
      order: { state: 'paid_unverified' },
    })
    expect(world.service.orders).toHaveLength(1)
  })
})

describe('while money of a linked wallet may be moving', () => {
  /** A world in which a call about the payment of a linked wallet is on its way. */
  async function calling(call: Call) {
    const world = new World()
    world.service.needsOtp = call === 'confirm'
    await world.openLinked({ id, expiresInMinutes: 60 })
    if (call === 'confirm') await payWithLink(world.context, id)
    const { reached, release } = world.service.holdNextCall(call)
    const charged =
      call === 'confirm' ? confirmOtp(world.context, id, rightOtp) : payWithLink(world.context, id)
    await reached
    return { world, release, charged }
  }

  it.each(['pay', 'confirm'] as const)(
    'another payment waits until the lease of the %s call is over',
    async (call) => {
      const { world, release, charged } = await calling(call)
      const { leaseUntilMs } = await world.linkedAttempt(id)
      world.advance({ seconds: (leaseUntilMs - world.now()) / 1000 - 0.001 })
      const early = await start(world)
      world.advance({ seconds: 0.001 })

      const late = await start(world)
      release()
      await charged

      expect(early).toEqual({ outcome: 'busy' })
      expect(late).toMatchObject({ outcome: 'unsettled', order: { id } })
      expect(world.service.orders).toEqual([])
    },
  )

  it('a code stays valid when no other payment could be started', async () => {
    const world = new World()
    world.service.needsOtp = true
    await world.openLinked({ id })
    await start(world, 'transaction-qr')
    await payWithLink(world.context, id)

    const outcome = await startDuring(world, () =>
      recordCallback(world.context, world.service.pay(world.service.newest)),
    )

    expect(outcome).toEqual({ outcome: 'busy' })
    const { order, journal } = await world.order(id)
    expect(order.state).toBe('paid_unverified')
    expect((await world.linkedAttempt(id)).state).toBe('awaiting_otp')
    expect(journal.map(({ kind }) => kind)).not.toContain('payment.otp_abandoned')
  })

  it('no other payment is started that was read before', async () => {
    const world = new World()
    await world.openLinked({ id })
    world.service.fault = (call) => (call === 'pay' ? 'lost answer' : 'none')

    const outcome = await startDuring(world, () => payWithLink(world.context, id))

    expect(outcome).toEqual({ outcome: 'busy' })
    expect(world.service.orders).toEqual([])
    expect(await start(world)).toMatchObject({ outcome: 'unsettled', order: { id } })
  })

  it('no open page is returned that was read before', async () => {
    const world = new World()
    await world.openLinked({ id })
    await start(world)
    world.service.fault = (call) => (call === 'pay' ? 'lost answer' : 'none')

    const outcome = await startDuring(world, () => payWithLink(world.context, id))

    expect(outcome).toEqual({ outcome: 'busy' })
  })
})
