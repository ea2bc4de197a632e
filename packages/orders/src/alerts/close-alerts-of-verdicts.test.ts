import { expect, it, describe } from 'vitest'
import { DailyWorld } from '../../test/daily-world.ts'
import type { World } from '../../test/world.ts'
import { decideDifference, listDifferences } from '../daily-files/index.ts'
import {
  listAlerts,
  payWithLink,
  settleLinkedPayment,
  settleTransfer,
  sweep,
  transferMoney,
} from '../index.ts'
import { alertKinds } from './alert-kinds.ts'

const by = { reason: 'seen on the merchant site', staffId: 'an' } as const
const paid = { ...by, result: 'paid' } as const
const made = { ...by, result: 'succeeded' } as const

async function stateOf({ context }: World, kind: keyof typeof alertKinds): Promise<string[]> {
  const { alerts } = await listAlerts(context, { kind })
  return alerts.map(({ state }) => state)
}

/** A wallet was charged, a person has named another transaction, and then the answer came. */
async function answeredAfterWord() {
  const world = new DailyWorld()
  const id = await world.openLinked({ amountVnd: 50_000, expiresInMinutes: 60 })
  const { reached, release } = world.service.holdNextCall('pay')
  const paying = payWithLink(world.context, id)
  await reached
  world.advance({ minutes: 2 })
  await sweep(world.context)
  const { reference } = await world.linkedAttempt(id)
  await settleLinkedPayment(world.context, id, { ...paid, reference, transactionId: 'X1' })
  release()
  await paying
  return { world, id, reference }
}

describe('an alert that a verdict has named another transaction than the service', () => {
  it('closes once the payment is under the one of the service', async () => {
    const { world, id, reference } = await answeredAfterWord()
    await world.live(2)
    const before = await stateOf(world, 'linked_payment_contradicted')
    const right = { ...paid, reference, transactionId: 'LT000001' }
    await settleLinkedPayment(world.context, id, right)
    await world.live(2)

    expect(before).toEqual(['open'])
    expect(await stateOf(world, 'linked_payment_contradicted')).toEqual(['closed'])
  })

  it('closes once the transfer is under the one of the service', async () => {
    const world = new DailyWorld()
    const { reached, release } = world.service.holdNextCall('transfer')
    const sent = transferMoney(world.context, {
      id: 'T1',
      amountVnd: 50_000,
      receiverPhone: '0900000123',
      description: 'prize',
    })
    await reached
    world.advance({ minutes: 2 })
    await sweep(world.context)
    await settleTransfer(world.context, 'T1', { ...made, transactionId: 'X1' })
    release()
    await sent
    await world.live(2)
    const before = await stateOf(world, 'transfer_contradicted')
    await settleTransfer(world.context, 'T1', { ...made, transactionId: 'TR000001' })
    await world.live(2)

    expect(before).toEqual(['open'])
    expect(await stateOf(world, 'transfer_contradicted')).toEqual(['closed'])
  })
})

/** A wallet was charged, a person has named X1, and the file names LT000001. */
async function contradictedByFile() {
  const world = new DailyWorld()
  const id = await world.openLinked({ amountVnd: 50_000 })
  world.service.fault = (call) => (call === 'pay' ? 'lost answer' : 'none')
  await payWithLink(world.context, id)
  world.service.fault = () => 'none'
  const { reference } = await world.linkedAttempt(id)
  await settleLinkedPayment(world.context, id, { ...paid, reference, transactionId: 'X1' })
  const row = { invoice: reference, wallet: 'LT000001', amount: 50_000, date: world.date() }
  world.toNextDay()
  await world.putServiceFile([row])
  await world.work()
  await world.live(2)
  return { world, id, reference }
}

describe('an alert about a row of the file that contradicts a verdict', () => {
  it('closes once the payment is under the transaction of the row', async () => {
    const { world, id, reference } = await contradictedByFile()
    const before = await stateOf(world, 'file_contradicts')
    const right = { ...paid, reference, transactionId: 'LT000001' }
    await settleLinkedPayment(world.context, id, right)
    await world.live(2)

    expect(before).toEqual(['open'])
    expect(await stateOf(world, 'file_contradicts')).toEqual(['closed'])
  })

  it('closes once a person has decided the difference of the row', async () => {
    const { world } = await contradictedByFile()
    const page = await listDifferences(world.files, { day: world.day })
    if (page.outcome !== 'listed') throw new Error(page.outcome)
    const [{ position } = { position: -1 }] = page.differences
    const word = { verdict: 'service', runId: page.runId, position, ...by } as const
    await decideDifference(world.files, world.day, word)
    await world.live(2)

    expect(page.differences).toHaveLength(1)
    expect(await stateOf(world, 'file_contradicts')).toEqual(['closed'])
  })
})

it('every kind of alert says what closes it, or why only a person does', () => {
  for (const { closesOnce, closedByHand } of Object.values(alertKinds)) {
    expect([closesOnce, closedByHand].filter(Boolean)).toHaveLength(1)
    expect(closedByHand ?? '').not.toMatch(/^[A-Z]|\.$/)
  }
})
