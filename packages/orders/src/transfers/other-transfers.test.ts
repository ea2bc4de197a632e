import { describe, expect, it } from 'vitest'
import { accepted, refusal } from '../../test/scripted-wallet.ts'
import { toMinuteOfOldest } from '../../test/oldest-first.ts'
import { World } from '../../test/world.ts'
import type { NewTransfer, TransferState, TransferVerdict } from '../api.ts'
import { findTransfer, settleTransfer, sweep, transferMoney } from '../index.ts'
import type { PortAnswer } from '../service/port-answer.ts'
import { closeUnansweredTransfers } from './close-unanswered-transfers.ts'
import { readTransfer } from './read-transfer.ts'

const own: NewTransfer = { id: 'own', amountVnd: 50_000, receiverPhone: '0900000123' }
const other: NewTransfer = { id: 'other', amountVnd: 50_000, receiverPhone: '0900000123' }
const by = { reason: 'seen in the daily file', staffId: 'S1' }
const made = { ...by, result: 'succeeded', transactionId: 'T-FILE' } satisfies TransferVerdict
const notMade = { ...by, result: 'refused' } satisfies TransferVerdict

type Answer = PortAnswer<never>

const silence: Answer = { outcome: 'unknown', silent: true, message: 'no answer' }
const turnedAway = refusal(4010001, 'no')

async function expectState(world: World, { id }: NewTransfer, state: TransferState) {
  expect(await findTransfer(world.context, id)).toMatchObject({ state })
}

/** Whether the other transfer, with all its columns, is the same before and after `act`. */
async function expectOtherUntouched(world: World, act: () => Promise<unknown>): Promise<void> {
  const before = await readTransfer(world.context, other.id)
  expect(before).toBeDefined()
  await act()
  expect(await readTransfer(world.context, other.id)).toEqual(before)
}

/** The process of a transfer stops while the service is being called. */
async function stopsDuringCall(world: World, transfer: NewTransfer): Promise<void> {
  const { reached } = world.service.holdNextCall()
  void transferMoney(world.context, transfer)
  await reached
}

/** Both transfers have met the same answer. */
async function bothAnswered(answer: Answer): Promise<World> {
  const world = new World()
  world.service.answers.transfer = () => answer
  for (const transfer of [own, other]) await transferMoney(world.context, transfer)
  delete world.service.answers.transfer
  return world
}

describe('a transfer does not change another one in the same state', () => {
  it.each<[string, Answer | undefined, TransferState]>([
    ['is made', undefined, 'succeeded'],
    ['is refused', refusal(4000506, 'no'), 'refused'],
    ['is turned away', turnedAway, 'refused'],
    ['is not answered', silence, 'unknown'],
  ])('while the other is being sent and it %s', async (_what, answer, state) => {
    const world = new World()
    const { reached, release } = world.service.holdNextCall()
    const started = transferMoney(world.context, other)
    await reached

    await expectOtherUntouched(world, async () => {
      if (answer !== undefined) world.service.answers.transfer = () => answer
      await transferMoney(world.context, own)
      delete world.service.answers.transfer
    })
    release()

    await expectState(world, own, state)
    expect(await started).toMatchObject({ transfer: { id: 'other', state: 'succeeded' } })
  })

  it('when only the lease of its call is over', async () => {
    const world = new World()
    await stopsDuringCall(world, own)
    world.advance({ seconds: 60 })
    await stopsDuringCall(world, other)
    world.advance({ seconds: 30 })

    await expectOtherUntouched(world, async () => {
      expect(await sweep(world.context)).toMatchObject({ transfersUnknown: 1 })
    })

    await expectState(world, own, 'unknown')
  })

  it('when both leases are over and only one fits: the older one is first', async () => {
    const world = new World()
    for (const transfer of [own, other]) {
      await stopsDuringCall(world, transfer)
      world.advance({ seconds: 100 })
    }
    toMinuteOfOldest(world)

    await expectOtherUntouched(world, async () => {
      expect(await closeUnansweredTransfers(world.context, 1)).toBe(1)
    })

    await expectState(world, own, 'unknown')
  })

  it.each<[TransferVerdict, TransferState]>([
    [made, 'succeeded'],
    [notMade, 'refused'],
  ])('when a verdict settles it by %j', async (verdict, state) => {
    const world = await bothAnswered(silence)

    await expectOtherUntouched(world, () => settleTransfer(world.context, own.id, verdict))

    await expectState(world, own, state)
  })

  it('when one of two verdicts is corrected', async () => {
    const world = await bothAnswered(silence)
    for (const { id } of [own, other]) await settleTransfer(world.context, id, notMade)

    await expectOtherUntouched(world, () => settleTransfer(world.context, own.id, made))

    await expectState(world, own, 'succeeded')
  })

  it('when it is retried after both were rejected unprocessed', async () => {
    const world = await bothAnswered(turnedAway)

    await expectOtherUntouched(world, () => transferMoney(world.context, own))

    await expectState(world, own, 'succeeded')
    expect(world.service.transfers.size).toBe(1)
  })
})

it('a transfer that was turned away is retried once, also while another one was turned away', async () => {
  const world = await bothAnswered(turnedAway)

  const outcomes = await Promise.all(
    Array.from({ length: 4 }, () => transferMoney(world.context, own)),
  )

  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['known', 'known', 'known', 'known'])
  expect(world.service.count('transfer')).toBe(3)
  expect(world.service.askedTwice).toEqual([])
})

it('a transfer whose answer named the transaction of another can be settled as made', async () => {
  const world = new World()
  await transferMoney(world.context, other)
  world.service.answers.transfer = (reference) => accepted({ reference, transactionId: 'TR000001' })
  await transferMoney(world.context, own)

  const outcome = await settleTransfer(world.context, own.id, made)

  expect(outcome).toMatchObject({ outcome: 'settled', transfer: { transactionId: 'T-FILE' } })
  expect(await findTransfer(world.context, other.id)).toMatchObject({ transactionId: 'TR000001' })
})
