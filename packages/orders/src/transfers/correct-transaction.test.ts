import { describe, expect, it } from 'vitest'
import { DailyWorld } from '../../test/daily-world.ts'
import { findTransfer, settleTransfer, sweep, transferMoney } from '../index.ts'
import { transferTimeline } from '../search/index.ts'

const by = { reason: 'seen on the merchant site', staffId: 'an' } as const
const wrong = { ...by, result: 'succeeded', transactionId: 'X1' } as const
const right = { ...by, result: 'succeeded', transactionId: 'TR000001', staffId: 'binh' } as const
const transfer = { id: 'T1', amountVnd: 20_000, receiverPhone: '0900000123' }

/** A transfer that was made without an answer, and that a verdict has settled as made with X1. */
async function wronglyNamed() {
  const world = new DailyWorld()
  world.service.fault = (call) => (call === 'transfer' ? 'lost answer' : 'none')
  await transferMoney(world.context, transfer)
  world.service.fault = () => 'none'
  await settleTransfer(world.context, 'T1', wrong)
  return world
}

/** The file of the day names the transaction of the transfer. */
async function fileNames(world: DailyWorld, wallet: string, amount = 20_000): Promise<void> {
  const date = world.date()
  const invoice = (await findTransfer(world.context, 'T1'))?.reference ?? ''
  await world.endDay([{ invoice, wallet, amount, date }])
}

describe('a transfer that a verdict has settled as made with a wrong transaction', () => {
  it('raises an alert when the file names another one, and is corrected to that one', async () => {
    const world = await wronglyNamed()
    await fileNames(world, 'TR000001')
    const alerts = await world.alertKinds()

    const outcome = await settleTransfer(world.context, 'T1', right)
    const again = await settleTransfer(world.context, 'T1', right)
    await sweep(world.context)

    expect(alerts).toContain('file_contradicts')
    expect(outcome).toMatchObject({
      outcome: 'settled',
      transfer: { state: 'succeeded', transactionId: 'TR000001' },
    })
    expect(again).toEqual(outcome)
    expect(world.service.transfers.size).toBe(1)
    const timeline = await transferTimeline(world.context, 'T1')
    expect(timeline.slice(-2)).toMatchObject([
      { kind: 'transfer.contradicted', facts: { transaction_id: 'TR000001' } },
      {
        kind: 'transfer.succeeded',
        facts: {
          known: 'word of a person',
          transaction_id: 'TR000001',
          transaction_id_before: 'X1',
          corrected: true,
          staff_id: 'binh',
          verdict_reason: by.reason,
        },
      },
    ])
    expect(world.transferEvents.map(({ type, data }) => [type, data.facts])).toMatchObject([
      ['transfer.unknown', {}],
      ['transfer.succeeded', { transaction_id: 'X1' }],
      ['transfer.succeeded', { transaction_id: 'TR000001', corrected: true }],
    ])
  })

  it('is corrected to the one of a file that came while it was called not made', async () => {
    const world = new DailyWorld()
    world.service.fault = (call) => (call === 'transfer' ? 'lost answer' : 'none')
    await transferMoney(world.context, transfer)
    world.service.fault = () => 'none'
    await settleTransfer(world.context, 'T1', { ...by, result: 'refused' })
    await fileNames(world, 'TR000001')
    await settleTransfer(world.context, 'T1', wrong)

    const outcome = await settleTransfer(world.context, 'T1', right)

    expect(outcome).toMatchObject({
      outcome: 'settled',
      transfer: { state: 'succeeded', transactionId: 'TR000001' },
    })
    const timeline = await transferTimeline(world.context, 'T1')
    expect(timeline.filter(({ kind }) => kind === 'transfer.contradicted')).toMatchObject([
      { facts: { known: 'daily file of the service', transaction_id: 'TR000001' } },
    ])
  })

  it('is not corrected before the service has named another one, nor to one that it has not named', async () => {
    const world = await wronglyNamed()
    const early = await settleTransfer(world.context, 'T1', right)
    await fileNames(world, 'TR000001')
    const other = settleTransfer(world.context, 'T1', { ...right, transactionId: 'X2' })

    expect(early).toMatchObject({ outcome: 'not_unknown', transfer: { transactionId: 'X1' } })
    await expect(other).rejects.toThrow('must be one that the service has named for it: TR000001')
  })

  it('cannot be settled as not made', async () => {
    const world = await wronglyNamed()
    await fileNames(world, 'TR000001')

    const outcome = await settleTransfer(world.context, 'T1', { ...by, result: 'refused' })

    expect(outcome).toMatchObject({ outcome: 'not_unknown', transfer: { state: 'succeeded' } })
  })

  it('is corrected to the transaction of a late answer', async () => {
    const world = new DailyWorld()
    const { reached, release } = world.service.holdNextCall('transfer')
    const sent = transferMoney(world.context, transfer)
    await reached
    world.advance({ minutes: 2 })
    await sweep(world.context)
    await settleTransfer(world.context, 'T1', wrong)
    release()
    await sent

    const outcome = await settleTransfer(world.context, 'T1', right)

    expect(await world.alertKinds()).toContain('transfer_contradicted')
    expect(outcome).toMatchObject({ outcome: 'settled', transfer: { transactionId: 'TR000001' } })
  })

  it('is not corrected to the transaction of another transfer', async () => {
    const world = await wronglyNamed()
    await transferMoney(world.context, { ...transfer, id: 'T2' })
    await fileNames(world, 'TR000002')

    const outcome = settleTransfer(world.context, 'T1', { ...right, transactionId: 'TR000002' })

    await expect(outcome).rejects.toThrow('must not be that of another transfer: T2 has it')
  })

  it('is not corrected once the file has named its transaction too', async () => {
    const world = await wronglyNamed()
    await fileNames(world, 'X1')
    await fileNames(world, 'TR000009')

    const outcome = await settleTransfer(world.context, 'T1', {
      ...right,
      transactionId: 'TR000009',
    })

    expect(outcome).toMatchObject({ outcome: 'not_unknown', transfer: { transactionId: 'X1' } })
  })

  it('is corrected to no transaction that the service has named for another transfer', async () => {
    const world = await wronglyNamed()
    const ids = ['T0', 'T2', 'T10']
    for (const [place, id] of ids.entries()) {
      world.service.fault = () => 'lost answer'
      await transferMoney(world.context, { ...transfer, id })
      world.service.fault = () => 'none'
      await settleTransfer(world.context, id, { ...wrong, transactionId: `Y${place}` })
    }
    const date = world.date()
    const rows = await Promise.all(
      ['T1', ...ids].map(async (id) => {
        const invoice = (await findTransfer(world.context, id))?.reference ?? ''
        return { invoice, wallet: `W-${id}`, amount: 20_000, date }
      }),
    )
    await world.endDay(rows)

    for (const id of ids) {
      const word = { ...right, transactionId: `W-${id}` }
      await expect(settleTransfer(world.context, 'T1', word)).rejects.toThrow(
        'must be one that the service has named for it: W-T1.',
      )
    }
    const timeline = await transferTimeline(world.context, 'T1')
    expect(timeline.filter(({ kind }) => kind === 'transfer.contradicted')).toHaveLength(1)
  })

  it('whose transaction the service itself named is not corrected by another row of a file', async () => {
    const world = new DailyWorld()
    await transferMoney(world.context, transfer)
    await fileNames(world, 'TR000009')

    const outcome = await settleTransfer(world.context, 'T1', {
      ...right,
      transactionId: 'TR000009',
    })

    expect(outcome).toMatchObject({
      outcome: 'not_unknown',
      transfer: { transactionId: 'TR000001' },
    })
  })
})
