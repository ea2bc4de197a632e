import { describe, expect, it } from 'vitest'
import { accepted, pageOfProxy, refusal } from '../../../test/scripted-wallet.ts'
import { World } from '../../../test/world.ts'
import {
  captureOrder,
  listAlerts,
  listServiceCalls,
  payWithLink,
  releaseOrder,
  settleLinkedPayment,
} from '../../index.ts'

const [own, other] = ['order-1', 'order-2'] as const
const by = { reason: 'seen on the merchant site', staffId: 'an' } as const

/** Two orders whose money may be held, after the same verdict on both; no call about it is answered. */
async function twoVerdicts(result: 'paid' | 'not_paid') {
  const world = new World()
  world.service.fault = (call) => (call === 'pay' ? 'lost answer' : 'none')
  for (const [index, id] of [own, other].entries()) {
    const linkedCustomerId = `customer-${index}`
    await world.openLinked({ id, linkedCustomerId, holdPayment: true, expiresInMinutes: 60 })
    await payWithLink(world.context, id)
  }
  world.service.fault = (call) => (call === 'hold' ? 'lost request' : 'none')
  for (const id of [own, other]) {
    const { reference } = await world.linkedAttempt(id)
    const transactionId = world.service.payments.find(
      (one) => one.reference === reference,
    )?.transactionId
    const named = result === 'paid' && transactionId !== undefined ? { transactionId } : {}
    await settleLinkedPayment(world.context, id, { ...by, reference, result, ...named })
  }
  await world.live(3)
  world.service.fault = () => 'none'
  return { world, reference: (await world.linkedAttempt(own)).reference }
}

describe('the answer about the money of one order, after the same verdict on two', () => {
  const says = (status: string) => accepted({ status })

  it.each([
    ['paid', 'it was taken', says('SUCCESS'), 'captured', []],
    ['paid', 'it was not', says('FAIL'), 'conflict', ['linked_payment_denied']],
    ['paid', 'it is held', says('HOLDING'), 'pending', ['hold_contradicted']],
    ['paid', 'nothing', pageOfProxy, 'pending', []],
    ['not_paid', 'it was not taken', says('FAIL'), 'released', []],
    ['not_paid', 'it was', says('SUCCESS'), 'conflict', ['linked_payment_taken']],
    ['not_paid', 'it is held', says('HOLDING'), 'pending', ['hold_contradicted']],
    ['not_paid', 'it is unknown', refusal(4_040_001, 'no'), 'pending', []],
  ] as const)(
    '%s, that says that %s, changes nothing of the other',
    async (result, _what, answer, outcome, raised) => {
      const { world, reference } = await twoVerdicts(result)
      world.service.answers.hold = () => answer
      const before = await world.order(other)
      const calls = await listServiceCalls(world.context, 'order', other)
      const send = result === 'paid' ? captureOrder : releaseOrder

      const sent = await send(world.context, own)

      expect(sent).toMatchObject({ outcome })
      const { alerts } = await listAlerts(world.context, { state: 'open' })
      const told = alerts.filter(({ kind }) => kind !== 'linked_payment_unknown')
      expect(told.map(({ kind, subject }) => [kind, subject])).toEqual(
        raised.map((kind) => [kind, reference]),
      )
      expect(await world.order(other)).toEqual(before)
      expect(await listServiceCalls(world.context, 'order', other)).toEqual(calls)
    },
  )
})
