import { describe, expect, it } from 'vitest'
import { accepted } from '../../../test/scripted-wallet.ts'
import { statesOf } from '../../../test/linked-orders.ts'
import { World } from '../../../test/world.ts'
import {
  payWithLink,
  recordCallback,
  releaseOrder,
  settleLinkedPayment,
  startPayment,
  sweep,
} from '../../index.ts'
import { verifyJournal } from '../../upkeep/index.ts'

const id = 'order-1'
const by = { reason: 'seen on the merchant site', staffId: 'an' } as const

/**
 * A payment with a linked wallet has ended, a verdict has called it paid under the transaction of a
 * payment page, and the service has named that transaction for the page: the outcome is unknown
 * again.
 */
async function unknownAgain(
  holdPayment: boolean,
  end: (world: World, reference: string) => Promise<unknown>,
) {
  const world = new World()
  await world.openLinked({ holdPayment, expiresInMinutes: 60 })
  await startPayment(world.context, id, { method: 'web-payment' })
  const page = world.service.newest
  world.service.fault = (call) => (call === 'pay' ? 'lost request' : 'none')
  await payWithLink(world.context, id)
  world.service.fault = () => 'none'
  const { reference } = await world.linkedAttempt(id)
  await end(world, reference)
  const ended = await world.linkedAttempt(id)
  const callback = world.service.pay(page)
  const transactionId = page.status.transaction_id ?? ''
  const word = { ...by, reference, result: 'paid', transactionId } as const
  expect(await settleLinkedPayment(world.context, id, word)).toMatchObject({ outcome: 'settled' })
  await recordCallback(world.context, callback)
  world.advance({ minutes: 1 })
  world.service.answers.hold = () => accepted({ status: 'FAIL' })
  return { world, reference, ended: ended.state }
}

const notPaid = (world: World, reference: string) =>
  settleLinkedPayment(world.context, id, { ...by, reference, result: 'not_paid' })

async function released(world: World): Promise<void> {
  world.service.answers.hold = () => accepted({ status: 'FAIL' })
  await releaseOrder(world.context, id)
}

describe('a payment whose outcome is unknown for the second time', () => {
  it('is settled by a second verdict that it was not paid', async () => {
    const { world, reference, ended } = await unknownAgain(false, notPaid)
    await sweep(world.context)
    const before = await statesOf(world, id)

    const outcome = await notPaid(world, reference)
    await sweep(world.context)

    expect([ended, before]).toEqual(['refused', 'paid payment_unknown'])
    expect(outcome).toMatchObject({ outcome: 'settled' })
    expect(await statesOf(world, id)).toBe('paid refused')
    const { journal } = await world.order(id)
    expect(journal.filter(({ kind }) => kind === 'payment.refused')).toHaveLength(2)
    expect(await world.openAlerts()).toEqual([])
    expect(await verifyJournal(world.context)).not.toHaveProperty('broken')
  })

  it.each([
    ['a verdict', notPaid, 'refused'],
    ['an answer to a release', released, 'released'],
  ] as const)(
    'is released by the sweep where the money may be held, after %s had ended it',
    async (_first, end, state) => {
      const { world, ended } = await unknownAgain(true, end)

      await world.live(2)

      expect(ended).toBe(state)
      expect(await statesOf(world, id)).toBe('paid released')
      expect(await world.openAlerts()).toEqual([])
      expect(await verifyJournal(world.context)).not.toHaveProperty('broken')
    },
  )
})
