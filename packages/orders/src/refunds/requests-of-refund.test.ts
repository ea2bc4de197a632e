import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { refusal } from '../../test/scripted-service.ts'
import { World } from '../../test/world.ts'
import { refundOrder } from '../index.ts'
import type { RefundAccepted } from '../service/payment-port.ts'
import type { PortAnswer } from '../service/port-answer.ts'
import { readRefund } from './find-refund.ts'
import { leaseRefund } from './lease-refund.ts'
import { isOfOneRequest } from './requests-of-refund.ts'
import { settleRefunds } from './settle-refund.ts'

type Answer = PortAnswer<RefundAccepted>

const silence: Answer = { outcome: 'unknown', silent: true, message: 'no answer' }
const unsent: Answer = { outcome: 'not_sent', message: 'no key' }
const wrongKey = refusal(4_010_002, 'no')
const exists = refusal(4_090_801, 'maybe')
const failed = refusal(5_000_800, 'maybe')
const unlisted: Answer = { outcome: 'unlisted', code: 5_999_999, message: '' }
const of = (answer: Answer, requests: number): Answer => ({ ...answer, trace: { requests } })

/** An order with refunds whose calls get these answers, half an hour apart. */
async function refundWith(...answers: readonly Answer[]) {
  const world = new World()
  const id = await world.openAndPay({ amountVnd: 1000 })
  const left = [...answers]
  world.service.refundAnswer = () => left.shift() ?? silence
  await refundOrder(world.context, id, { id: 'R1', vnd: 400 })
  while (left.length > 0) {
    world.advance({ minutes: 30 })
    await settleRefunds(world.context, 1)
  }
  async function isOfOne(): Promise<boolean> {
    const refund = await readRefund(world.context, 'R1')
    if (refund === undefined) throw new Error('The refund is gone.')
    return isOfOneRequest(world.context, refund)
  }
  return { world, id, isOfOne }
}

it.each<[boolean, string, readonly Answer[]]>([
  [true, 'silence', [silence]],
  [true, 'an error of the service', [failed]],
  [true, 'a code that no table knows', [unlisted]],
  [true, 'one request of which nothing is known', [of(silence, 1)]],
  [true, 'a call that was not sent, then silence', [unsent, silence]],
  [true, 'a refused key, then silence', [wrongKey, silence]],
  [true, 'silence, then "this id exists"', [silence, exists]],
  [
    true,
    'a repeat of the client that found the id',
    [of({ ...exists, repeatedAfterUnknown: true }, 2)],
  ],
  [
    true,
    'a repeat of the client with a refused key',
    [of({ ...wrongKey, repeatedAfterUnknown: true }, 2)],
  ],
  [false, 'silence twice', [silence, silence]],
  [false, 'two requests of the client', [of(silence, 2)]],
  [false, 'three requests of the client, the last of which found the id', [of(exists, 3)]],
  [false, 'the id of another system', [exists]],
  [false, 'nothing but a refused key', [wrongKey]],
])('is %s for %s', async (expected, _what, answers) => {
  const { isOfOne } = await refundWith(...answers)

  expect(await isOfOne()).toBe(expected)
})

it('does not count the requests of another refund of the order', async () => {
  const { world, id, isOfOne } = await refundWith(silence)
  await refundOrder(world.context, id, { id: 'R2', vnd: 500 })

  expect(await isOfOne()).toBe(true)
})

it('is false when a process died during a call, although another call was turned away', async () => {
  const { world, isOfOne } = await refundWith(wrongKey)
  world.advance({ minutes: 30 })
  await leaseRefund(world.context, 'R1')
  world.advance({ minutes: 30 })
  await settleRefunds(world.context, 1)

  expect((await readRefund(world.context, 'R1'))?.calls).toBe(2)
  expect(await isOfOne()).toBe(false)
})

it('is false when a call is missing', async () => {
  const { isOfOne } = await refundWith(silence, exists)
  await env.DB.prepare('DELETE FROM service_calls WHERE code IS NOT NULL').run()

  expect(await isOfOne()).toBe(false)
})
