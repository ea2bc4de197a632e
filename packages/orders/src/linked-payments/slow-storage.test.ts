import { describe, expect, it } from 'vitest'
import { batchDatabase } from '../../test/batch-database.ts'
import { statesOf } from '../../test/linked-orders.ts'
import { refusal, rightOtp } from '../../test/scripted-wallet.ts'
import { World } from '../../test/world.ts'
import { confirmOtp, payWithLink, settleLinkedPayment, startPayment, sweep } from '../index.ts'

const id = 'order-1'

/** A database in which something happens once the attempt is in a state, before the call is made. */
function databaseThatReaches(state: string, world: World, meanwhile: () => Promise<unknown>) {
  let isOver = false
  return batchDatabase(world.context.database, async (batch) => {
    const results = await batch()
    if (!isOver && (await statesOf(world, id)).endsWith(` ${state}`)) {
      isOver = true
      await meanwhile()
    }
    return results
  })
}

/** The lease of the call is over, and the sweep has made the payment unknown. */
async function passLease(world: World): Promise<void> {
  world.advance({ seconds: 90 })
  await sweep(world.context)
}

describe('a payment that was stored too slowly', () => {
  async function paySlowly(world: World, meanwhile: () => Promise<unknown>) {
    await world.openLinked({ expiresInMinutes: 60 })
    const database = databaseThatReaches('paying', world, meanwhile)
    return payWithLink({ ...world.context, database }, id)
  }

  it('is requested until the end of its lease', async () => {
    const world = new World()

    const outcome = await paySlowly(world, async () => world.advance({ seconds: 89.999 }))

    expect(outcome).toMatchObject({ outcome: 'paid' })
  })

  it('is not requested after its lease, and can be tried again', async () => {
    const world = new World()

    const outcome = await paySlowly(world, async () => world.advance({ seconds: 90 }))

    expect(outcome).toEqual({ outcome: 'failed', code: 0, reason: 'not_sent' })
    expect(world.service.count('pay')).toBe(0)
    expect(await payWithLink(world.context, id)).toMatchObject({ outcome: 'paid' })
  })

  it('is not requested after a person has said that nothing was paid, and the page was opened', async () => {
    const world = new World()

    await paySlowly(world, async () => {
      await passLease(world)
      const { reference } = await world.linkedAttempt(id)
      const verdict = { reference, result: 'not_paid', reason: 'seen', staffId: 'S1' } as const
      await settleLinkedPayment(world.context, id, verdict)
      await startPayment(world.context, id, { method: 'web-payment' })
    })

    expect(world.service.count('pay')).toBe(0)
    expect(await statesOf(world, id)).toBe('created refused')
  })
})

describe('a code that was stored too slowly', () => {
  async function confirmSlowly(world: World, meanwhile: () => Promise<unknown>) {
    world.service.needsOtp = true
    await world.openLinked({ expiresInMinutes: 60 })
    await payWithLink(world.context, id)
    const database = databaseThatReaches('confirming', world, meanwhile)
    return confirmOtp({ ...world.context, database }, id, rightOtp)
  }

  it('is sent until the end of the lease', async () => {
    const world = new World()

    const outcome = await confirmSlowly(world, async () => world.advance({ seconds: 89.999 }))

    expect(outcome).toMatchObject({ outcome: 'paid' })
  })

  it('is not sent after the lease, and not counted', async () => {
    const world = new World()

    const outcome = await confirmSlowly(world, async () => world.advance({ seconds: 90 }))

    expect(outcome).toMatchObject({ outcome: 'otp_needed', triesLeft: 3 })
    expect(world.service.count('confirm')).toBe(0)
  })

  it('is not sent after the sweep has made the payment unknown, which it stays', async () => {
    const world = new World()

    const outcome = await confirmSlowly(world, () => passLease(world))

    expect(outcome).toMatchObject({ outcome: 'unsettled' })
    expect(world.service.count('confirm')).toBe(0)
  })
})

it('a refusal is stored although the database fails while it is asked about restores', async () => {
  const world = new World({ context: { sleep: async () => {} } })
  await world.openLinked()
  let left = 0
  world.service.answers.pay = () => refusal(4000001, 'no')
  world.service.during = async () => {
    left = 1
  }
  const { database } = world.context
  const failing: typeof database = {
    prepare: (query) => database.prepare(query),
    batch: (statements) => database.batch(statements),
    exec: (query) => database.exec(query),
    dump: () => database.dump(),
    withSession(constraint) {
      if (left > 0) {
        left -= 1
        throw new Error('D1_ERROR: the storage was reset')
      }
      return database.withSession(constraint)
    },
  }

  const outcome = await payWithLink({ ...world.context, database: failing }, id)

  expect(outcome).toMatchObject({ outcome: 'failed', code: 4000001 })
  expect(await statesOf(world, id)).toBe('created refused')
})
