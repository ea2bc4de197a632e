import { describe, expect, it } from 'vitest'
import { DailyWorld } from '../../../test/daily-world.ts'
import { statesOf, worldWithHold } from '../../../test/linked-orders.ts'
import { refusal } from '../../../test/scripted-wallet.ts'
import {
  captureOrder,
  listServiceCalls,
  payWithLink,
  releaseOrder,
  settleLinkedPayment,
  sweep,
} from '../../index.ts'
import { verifyJournal } from '../../upkeep/index.ts'

const id = 'order-1'
const by = { reason: 'seen on the merchant site', staffId: 'an' } as const

/**
 * The money of an order is held, the answer that says so was lost, no request about it is answered,
 * and a person settles the payment.
 */
async function heldBehindVerdict(word: 'paid' | 'not_paid', holdPayment = true) {
  const world = new DailyWorld()
  await world.openLinked({ holdPayment, expiresInMinutes: 60 })
  world.service.fault = (call) => (call === 'pay' ? 'lost answer' : 'lost request')
  await payWithLink(world.context, id)
  const { reference } = await world.linkedAttempt(id)
  const named = word === 'paid' ? { transactionId: 'LT000001' } : {}
  const verdict = { ...by, reference, result: word, ...named }
  expect(await settleLinkedPayment(world.context, id, verdict)).toMatchObject({
    outcome: 'settled',
  })
  const answerAgain = () => {
    world.service.fault = () => 'none'
  }
  return { world, reference, answerAgain, status: () => world.service.payments[0]?.status }
}

describe('money that is held behind a verdict, where no answer ever says so', () => {
  it.each([
    ['paid', 'SUCCESS', 'capturing'],
    ['not_paid', 'FAIL', 'releasing'],
  ] as const)(
    'is captured or released as the word %s says, once the service answers',
    async (word, truth, asked) => {
      const { world, answerAgain, status } = await heldBehindVerdict(word)
      await world.live(30)
      const before = [status(), await world.openAlerts()]
      answerAgain()
      await world.live(60)
      const { journal } = await world.order(id)

      expect(before).toEqual(['HOLDING', []])
      expect(status()).toBe(truth)
      expect(journal.filter(({ kind }) => kind.startsWith('hold.'))).toMatchObject([
        { kind: 'hold.known', evidence: 'answer of the service', data: { asked, says: truth } },
      ])
      expect(await world.openAlerts()).toEqual([])
      expect(await verifyJournal(world.context)).not.toHaveProperty('broken')
      const asks = world.service.count('hold')
      await world.live(120)
      expect(world.service.count('hold')).toBe(asks)
    },
  )

  it.each([
    ['paid', captureOrder, 'captured'],
    ['not_paid', releaseOrder, 'released'],
  ] as const)(
    'raises an alert after forty calls without an answer (%s), and the shop sends the request again',
    async (word, send, done) => {
      const { world, answerAgain, status } = await heldBehindVerdict(word)
      await world.live(3 * 24 * 60, 60 * 60)
      const before = await world.openAlerts()
      const calls = await listServiceCalls(world.context, 'order', id)
      answerAgain()
      const outcome = await send(world.context, id)
      await world.live(2)

      expect(before).toEqual(['hold_unconfirmed'])
      expect(calls.filter(({ endpoint }) => endpoint === 'confirmOrder')).toHaveLength(40)
      expect(outcome).toMatchObject({ outcome: done })
      expect(status()).toBe(word === 'paid' ? 'SUCCESS' : 'FAIL')
      expect(await world.openAlerts()).toEqual([])
    },
  )

  it('is asked about again and again after the shop has sent the request once more', async () => {
    const { world, answerAgain, status } = await heldBehindVerdict('paid')
    await world.live(3 * 24 * 60, 60 * 60)
    const pending = await captureOrder(world.context, id)
    const { calls, nextCallAtMs } = await world.linkedAttempt(id)
    answerAgain()
    await world.live(2)

    expect(pending).toMatchObject({ outcome: 'pending' })
    expect(calls).toBe(1)
    expect(nextCallAtMs).not.toBeNull()
    expect(status()).toBe('SUCCESS')
  })

  it('raises the alert that it is held, when the service says so and does not end it', async () => {
    const { world, answerAgain, status } = await heldBehindVerdict('paid')
    world.service.holdStatuses.push('HOLDING')
    world.service.fault = (call) => (call === 'hold' ? 'none' : 'lost request')
    await world.live(1)
    const before = await world.openAlerts()
    answerAgain()
    await world.live(10)

    expect(before).toEqual(['hold_contradicted'])
    expect(status()).toBe('SUCCESS')
    expect(await world.openAlerts()).toEqual([])
  })

  it.each([
    ['raises an alert', 'paid', ['linked_payment_denied']],
    ['is right', 'not_paid', []],
  ] as const)(
    '%s when the service knows no payment and the word is %s',
    async (_what, word, raised) => {
      const { world, answerAgain } = await heldBehindVerdict(word)
      answerAgain()
      world.service.answers.hold = () => refusal(4040001, 'no')
      await world.live(3 * 24 * 60, 60 * 60)

      expect(await world.openAlerts()).toEqual(raised)
    },
  )

  it('raises the alert after the fifth answer that no such payment is known', async () => {
    const { world } = await heldBehindVerdict('paid')
    world.service.fault = () => 'none'
    world.service.answers.hold = () => refusal(4040001, 'no')
    const raisedAfter: (readonly [calls: number, isRaised: boolean])[] = []
    for (let hour = 0; hour < 6; hour += 1) {
      world.advance({ hours: 1 })
      await sweep(world.context)
      const { calls } = await world.linkedAttempt(id)
      raisedAfter.push([calls, (await world.openAlerts()).includes('linked_payment_denied')])
    }

    expect(raisedAfter).toEqual([1, 2, 3, 4, 5, 6].map((calls) => [calls, calls >= 5]))
  })

  it('is named in the journal by the first 40 characters of a status that nobody knows', async () => {
    const { world } = await heldBehindVerdict('paid')
    world.service.fault = () => 'none'
    world.service.holdStatuses.push('X'.repeat(60))
    await world.live(1)

    const { journal } = await world.order(id)
    expect(journal.find(({ kind }) => kind === 'hold.contradicted')?.data['says']).toBe(
      'X'.repeat(40),
    )
  })

  it('is released by a sweep where the verdict says so of money that was to be captured', async () => {
    const world = await worldWithHold()
    world.service.fault = (call) => (call === 'hold' ? 'lost request' : 'none')
    await captureOrder(world.context, id)
    const { reference } = await world.linkedAttempt(id)
    await settleLinkedPayment(world.context, id, { ...by, reference, result: 'not_paid' })
    world.service.fault = () => 'none'
    await world.live(2)

    expect(await statesOf(world, id)).toBe('cancelled released')
    expect(world.service.payments).toMatchObject([{ status: 'FAIL' }])
  })

  it('is not asked about where the shop did not want it held', async () => {
    const { world, answerAgain } = await heldBehindVerdict('paid', false)
    answerAgain()
    await world.live(60)

    expect(world.service.count('hold')).toBe(0)
  })

  it('is released by no verdict while the call about it waits for its answer, and captured by the second verdict', async () => {
    const { world, reference, answerAgain, status } = await heldBehindVerdict('not_paid')
    answerAgain()
    world.advance({ minutes: 1 })
    const { reached, release } = world.service.holdNextCall('hold')
    const asking = world.live(1)
    await reached
    const word = { ...by, reference, result: 'paid', transactionId: 'LT000001' } as const
    const early = await settleLinkedPayment(world.context, id, word)
    release()
    await asking
    const late = await settleLinkedPayment(world.context, id, word)
    await world.live(3)

    expect(early).toMatchObject({ outcome: 'not_unknown' })
    expect(late).toMatchObject({ outcome: 'settled', order: { state: 'paid' } })
    expect(status()).toBe('FAIL')
    expect(await world.openAlerts()).toEqual(['linked_payment_denied'])
  })

  it.each([
    ['that the shop wanted held', true],
    ['that the shop did not want held', false],
  ])(
    '%s is known to be held by a row of the file, which raises an alert and asks again',
    async (_what, holdPayment) => {
      const { world, reference, answerAgain } = await heldBehindVerdict('paid', holdPayment)
      const row = { invoice: reference, wallet: 'LT000001', amount: 100_000, date: world.date() }
      world.toNextDay()
      await world.putServiceFile([{ ...row, status: '1' }])
      await world.work()
      const raised = await world.openAlerts()
      expect(await captureOrder(world.context, id)).toMatchObject({ outcome: 'pending' })
      answerAgain()
      await world.live(3)

      expect(raised).toContain('hold_contradicted')
      expect(world.service.received.map(({ call, id: asked }) => `${call} ${asked}`)).toContain(
        `hold ${reference}:capture`,
      )
      expect(await world.openAlerts()).not.toContain('hold_contradicted')
    },
  )
})
