import { describe, expect, it } from 'vitest'
import { batchDatabase } from '../../test/batch-database.ts'
import { failingDatabase } from '../../test/failing-database.ts'
import { accepted, refusal } from '../../test/scripted-wallet.ts'
import { World } from '../../test/world.ts'
import type { TransferVerdict } from '../api.ts'
import { findTransfer, listAlerts, settleTransfer, sweep, transferMoney } from '../index.ts'
import { transferTimeline } from '../search/index.ts'

const prize = { id: 'prize-1', amountVnd: 50_000, receiverPhone: '0900000123' }
const other = { ...prize, id: 'prize-2' }
const by = { reason: 'looked up at the service', staffId: 'S1' }
const notMade = { ...by, result: 'refused' } satisfies TransferVerdict
const madeAs = (transactionId: string) =>
  ({ ...by, result: 'succeeded', transactionId }) satisfies TransferVerdict

/** The lease of the call is over, and the sweep has made the transfer unknown. */
async function passLease(world: World): Promise<void> {
  world.advance({ seconds: 90 })
  await sweep(world.context)
}

describe('a transfer that was stored too slowly', () => {
  /** Something happens between the batch that stores the transfer and the call. */
  function slowly(world: World, meanwhile: () => Promise<unknown>) {
    let batches = 0
    const database = batchDatabase(world.context.database, async (batch) => {
      const results = await batch()
      batches += 1
      if (batches === 1) await meanwhile()
      return results
    })
    return transferMoney({ ...world.context, database }, prize)
  }

  it('is sent until the end of its lease', async () => {
    const world = new World()

    const outcome = await slowly(world, async () => world.advance({ seconds: 89.999 }))

    expect(outcome).toMatchObject({ transfer: { state: 'succeeded' } })
  })

  it('is not sent after its lease, and can be asked for again', async () => {
    const world = new World()

    const outcome = await slowly(world, async () => world.advance({ seconds: 90 }))
    const sent = world.service.count('transfer')
    const again = await transferMoney(world.context, prize)

    const refused = {
      reason: 'not_sent',
      idReusable: true,
      remedy: expect.stringContaining('slow'),
    }
    expect(outcome).toMatchObject({ transfer: { state: 'refused', refusal: refused } })
    expect(sent).toBe(0)
    expect(again).toMatchObject({ transfer: { state: 'succeeded' } })
  })

  it('is not sent after the shop was told that it is unknown, and its id is closed', async () => {
    const world = new World()

    const outcome = await slowly(world, () => passLease(world))
    await sweep(world.context)

    expect(outcome).toMatchObject({
      transfer: { state: 'refused', refusal: { reason: 'not_sent', idReusable: false } },
    })
    expect(world.service.transfers.size).toBe(0)
    expect(world.transferEvents.map(({ type }) => type)).toEqual([
      'transfer.unknown',
      'transfer.failed',
    ])
  })

  it('is not sent after a person has said that it was not made, and paid under another id', async () => {
    const world = new World()

    await slowly(world, async () => {
      await passLease(world)
      await settleTransfer(world.context, prize.id, notMade)
      await transferMoney(world.context, other)
    })

    expect([...world.service.transfers.keys()]).toHaveLength(1)
    expect(await findTransfer(world.context, prize.id)).toMatchObject({
      state: 'refused',
      refusal: { reason: 'not_sent', idReusable: false },
    })
    expect(await settleTransfer(world.context, prize.id, madeAs('T-FILE'))).toMatchObject({
      outcome: 'not_unknown',
    })
  })
})

describe('a transaction that the service names after a verdict', () => {
  /** A verdict says that the transfer was not made, and then the call is answered. */
  async function madeAfterVerdict(): Promise<World> {
    const world = new World()
    world.service.before = async () => {
      world.service.before = async () => {}
      await passLease(world)
      await settleTransfer(world.context, prize.id, notMade)
    }
    await transferMoney(world.context, prize)
    return world
  }

  it('is kept, so that a wrong one of the correction can be replaced by it', async () => {
    const world = await madeAfterVerdict()
    const timeline = await transferTimeline(world.context, prize.id)
    await settleTransfer(world.context, prize.id, madeAs('X1'))
    const before = await world.openAlerts()

    const outcome = await settleTransfer(world.context, prize.id, madeAs('TR000001'))
    await sweep(world.context)

    expect(timeline.at(-1)).toMatchObject({
      kind: 'transfer.contradicted',
      facts: { known: 'answer of the service', transaction_id: 'TR000001' },
    })
    expect(before).toContain('transfer_contradicted')
    expect(outcome).toMatchObject({
      outcome: 'settled',
      transfer: { transactionId: 'TR000001' },
    })
    expect(await world.openAlerts()).toEqual([])
  })

  it('is not replaced once a verdict has named it too', async () => {
    const world = await madeAfterVerdict()
    await settleTransfer(world.context, prize.id, madeAs('TR000001'))

    expect(await settleTransfer(world.context, prize.id, madeAs('X1'))).toMatchObject({
      outcome: 'not_unknown',
      transfer: { transactionId: 'TR000001' },
    })
  })
})

describe('an answer that names the transaction of another transfer', () => {
  const facts = {
    transfer_id: prize.id,
    amount_vnd: 50_000,
    state: 'unknown',
    transaction_id_of_answer: 'TR000001',
    other_transfer_id: other.id,
  }

  it.each([
    ['in time', async () => {}],
    ['after its lease', passLease],
  ])('%s leaves the transfer unknown, and says which one it is', async (_when, before) => {
    const world = new World()
    await transferMoney(world.context, other)
    world.service.before = async () => before(world)
    world.service.answers.transfer = (reference) =>
      accepted({ reference, transactionId: 'TR000001' })

    const outcome = await transferMoney(world.context, prize)
    world.service.before = async () => {}
    await passLease(world)

    expect(outcome).toMatchObject({ transfer: { state: 'unknown' } })
    expect(await world.alertKinds()).toEqual(['transfer_unknown', 'transaction_of_other_transfer'])
    const { alerts } = await listAlerts(world.context, { kind: 'transaction_of_other_transfer' })
    expect(alerts).toMatchObject([{ subject: prize.id, facts }])
    expect(world.transferEvents.filter(({ type }) => type === 'transfer.unknown')).toHaveLength(1)
  })
})

describe('an answer that is stored a second time', () => {
  /** The call is refused, and something happens before its answer is stored once more. */
  async function refusedTwice(
    code: number,
    meanwhile: (world: World) => Promise<unknown>,
  ): Promise<World> {
    const world = new World({
      context: {
        sleep: async () => {
          world.advance({ seconds: 1 })
          await meanwhile(world)
        },
      },
    })
    let isLost = false
    const database = failingDatabase(world.context.database, () => {
      if (!isLost) return 'none'
      isLost = false
      return 'after'
    })
    world.service.answers.transfer = () => refusal(code, 'no')
    world.service.during = async () => {
      world.service.during = async () => {}
      isLost = true
    }
    await transferMoney({ ...world.context, database }, prize)
    return world
  }

  it.each([
    ['refused finally', 4000506, false],
    ['turned away', 4010001, true],
  ])('changes nothing of a transfer that is %s', async (_how, code, idReusable) => {
    const world = await refusedTwice(code, async () => {})

    expect(await findTransfer(world.context, prize.id)).toMatchObject({
      state: 'refused',
      version: 2,
      refusal: { code, idReusable },
    })
    const timeline = await transferTimeline(world.context, prize.id)
    expect(timeline.map(({ kind }) => kind)).toEqual(['transfer.requested', 'transfer.refused'])
  })

  it('says nothing about the call that was made since', async () => {
    const world = await refusedTwice(4010001, async (one) => {
      delete one.service.answers.transfer
      await transferMoney(one.context, prize)
    })

    expect(await findTransfer(world.context, prize.id)).toMatchObject({ state: 'succeeded' })
    expect(await world.alertKinds()).toEqual(['transfer_turned_away'])
  })

  it('does not replace the verdict about the call that was made since', async () => {
    const world = await refusedTwice(4010001, async (one) => {
      delete one.service.answers.transfer
      one.service.fault = () => 'lost answer'
      await transferMoney(one.context, prize)
      await settleTransfer(one.context, prize.id, notMade)
    })

    expect(await settleTransfer(world.context, prize.id, madeAs('TR000001'))).toMatchObject({
      outcome: 'settled',
      transfer: { state: 'succeeded' },
    })
  })
})
