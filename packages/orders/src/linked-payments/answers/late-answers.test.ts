import { describe, expect, it } from 'vitest'
import { pageOfProxy, refusal, type Call } from '../../../test/scripted-wallet.ts'
import { World } from '../../../test/world.ts'
import {
  captureOrder,
  closeAlert,
  confirmOtp,
  listAlerts,
  listServiceCalls,
  payWithLink,
  recordCallback,
  refundOrder,
  releaseDispute,
  releaseOrder,
  settleLinkedPayment,
  startPayment,
  sweep,
} from '../../index.ts'
import { verifyJournal } from '../../upkeep/index.ts'

const id = 'order-1'
const by = { reason: 'seen on the merchant site', staffId: 'an' } as const

type Step = (world: World) => Promise<unknown>
const nothing: Step = async () => {}
const pay: Step = ({ context }) => payWithLink(context, id)
const capture: Step = ({ context }) => captureOrder(context, id)
const giveBack: Step = ({ context }) => releaseOrder(context, id)
const startPage: Step = ({ context }) => startPayment(context, id, { method: 'web-payment' })

/** Closes the time in which everything that waits for a later try is tried. */
async function pass(world: World): Promise<void> {
  world.advance({ minutes: 5 })
  await sweep(world.context)
}

/** An answer that comes after its time, when a person has given a verdict. */
async function lateAnswer(scene: {
  readonly call: Call
  readonly begin: Step
  readonly word: 'paid' | 'not_paid'
  readonly prepare?: Step
  /** What happens before the verdict, and between it and the answer. */
  readonly before?: Step
  readonly after?: Step
  readonly holdPayment?: boolean
}) {
  const { call, begin, word, prepare = nothing, before = nothing, after = nothing } = scene
  const { holdPayment = true } = scene
  const world = new World()
  await world.openLinked({ holdPayment, expiresInMinutes: 60 })
  await prepare(world)
  const { reached, release } = world.service.holdNextCall(call)
  const calling = begin(world)
  await reached
  world.advance({ minutes: 2 })
  // The sweep would repeat the call about held money.
  if (call !== 'hold') await sweep(world.context)
  await before(world)
  const { reference, transactionId } = await world.linkedAttempt(id)
  const named = word === 'paid' ? { transactionId: transactionId ?? 'LT000001' } : {}
  const verdict = { ...by, reference, result: word, ...named }
  expect(await settleLinkedPayment(world.context, id, verdict)).toMatchObject({
    outcome: 'settled',
  })
  await after(world)
  release()
  await calling
  return { world, reference, status: () => world.service.payments[0]?.status }
}

describe('an answer that money is held, after the word that the payment was paid', () => {
  it('has the money captured', async () => {
    const { world, status } = await lateAnswer({ call: 'pay', begin: pay, word: 'paid' })
    const raised = await world.alertKinds()
    await pass(world)
    const refund = await refundOrder(world.context, id, { id: 'R1', vnd: 100_000 })
    const { journal } = await world.order(id)
    const calls = await listServiceCalls(world.context, 'order', id)

    expect(raised).toContain('hold_contradicted')
    expect(raised).not.toContain('linked_payment_contradicted')
    expect(journal.filter(({ kind }) => kind.startsWith('hold.'))).toMatchObject([
      { kind: 'hold.contradicted', evidence: 'answer of the service', data: { says: 'HOLDING' } },
      { kind: 'hold.known', data: { asked: 'capturing', says: 'SUCCESS' } },
    ])
    expect(calls.map(({ endpoint, outcome }) => `${endpoint} ${outcome}`)).toContain(
      'confirmOrder accepted',
    )
    expect(status()).toBe('SUCCESS')
    expect(await world.openAlerts()).toEqual([])
    expect(refund).toMatchObject({ outcome: 'known', refund: { state: 'refunded' } })
    expect(await verifyJournal(world.context)).not.toHaveProperty('broken')
  })

  it('raises an alert again every day until the shop has captured the money', async () => {
    const { world, status } = await lateAnswer({
      call: 'pay',
      begin: pay,
      word: 'paid',
      after: async ({ service }) => {
        service.fault = (call) => (call === 'hold' ? 'lost request' : 'none')
      },
    })
    const { alerts } = await listAlerts(world.context, { state: 'open' })
    const alert = alerts.find(({ kind }) => kind === 'hold_contradicted')
    await closeAlert(world.context, alert?.id ?? 0, by)
    const pending = await captureOrder(world.context, id)
    await closeAlert(world.context, alert?.id ?? 0, by)
    world.advance({ hours: 25 })
    await sweep(world.context)
    const before = [status(), await world.openAlerts()]
    world.service.fault = () => 'none'
    const captured = await captureOrder(world.context, id)
    await pass(world)

    expect(pending).toMatchObject({ outcome: 'pending', order: { state: 'paid' } })
    expect(before).toEqual(['HOLDING', ['hold_contradicted']])
    expect(captured).toMatchObject({ outcome: 'captured', order: { state: 'paid' } })
    expect(status()).toBe('SUCCESS')
    expect(await world.openAlerts()).toEqual([])
  })

  it('keeps the transaction that it names, so that the word can be corrected', async () => {
    const { world, reference } = await lateAnswer({
      call: 'pay',
      begin: pay,
      word: 'paid',
      after: async ({ service }) => {
        service.distort = (made) => ({ ...made, transactionId: 'LT9' })
      },
    })

    const word = { ...by, reference, result: 'paid', transactionId: 'LT9' } as const
    expect(await world.alertKinds()).toContain('linked_payment_contradicted')
    expect(await settleLinkedPayment(world.context, id, word)).toMatchObject({
      outcome: 'settled',
      order: { payment: { transactionId: 'LT9' } },
    })
  })

  it('has it captured where it is a second payment, which can be returned then', async () => {
    const { world, status } = await lateAnswer({
      call: 'pay',
      prepare: startPage,
      begin: pay,
      before: async (world) => {
        await recordCallback(world.context, world.service.pay(world.service.newest))
        await world.live(1)
      },
      word: 'paid',
    })
    const refund = { id: 'R1', vnd: 100_000, transactionId: 'LT000001' }

    expect(status()).toBe('SUCCESS')
    expect(await refundOrder(world.context, id, refund)).toMatchObject({
      outcome: 'known',
      refund: { state: 'refunded' },
    })
    expect(await world.order(id)).toMatchObject({ order: { state: 'paid' } })
  })

  it.each([
    ['capture', capture],
    ['release', giveBack],
  ] as const)('to a %s, has the money captured', async (_asked, begin) => {
    const { world } = await lateAnswer({
      call: 'hold',
      prepare: pay,
      begin,
      word: 'paid',
      after: async ({ service }) => service.holdStatuses.push('HOLDING', 'SUCCESS'),
    })
    const asked = world.service.received.filter(({ call }) => call === 'hold')
    const { alerts } = await listAlerts(world.context, { kind: 'hold_contradicted' })
    await pass(world)

    expect(alerts).toMatchObject([{ facts: { order_id: id, says: 'HOLDING' } }])
    expect(asked.at(-1)?.id).toContain(':capture')
    expect(await world.openAlerts()).not.toContain('hold_contradicted')
  })
})

describe('an answer that does not deny the payment, after the word that the payment was paid', () => {
  it.each([
    ['that says so too', nothing],
    ['of a proxy', async ({ service }) => (service.answers.pay = () => pageOfProxy)],
  ] as const satisfies readonly (readonly [string, Step])[])(
    '%s, leaves the payment as it is, and no alert open',
    async (_which, after) => {
      const holdPayment = false
      const scene = { call: 'pay', begin: pay, word: 'paid', after, holdPayment } as const
      const { world } = await lateAnswer(scene)
      await pass(world)

      expect(await world.order(id)).toMatchObject({
        order: { state: 'paid', paidTransactionId: 'LT000001', confirmedBy: 'person' },
      })
      expect(await world.openAlerts()).toEqual([])
    },
  )
})

describe('an answer that no money was taken, after the word that the payment was paid', () => {
  it.each([
    ['was refused', async ({ service }) => (service.answers.pay = () => refusal(4000003, 'no'))],
    ['waits for a code', async ({ service }) => (service.needsOtp = true)],
  ] as const satisfies readonly (readonly [string, Step])[])(
    'because the payment %s, raises an alert',
    async (_why, after) => {
      const { world } = await lateAnswer({ call: 'pay', begin: pay, word: 'paid', after })

      expect(await world.openAlerts()).toContain('linked_payment_denied')
      expect(await world.order(id)).toMatchObject({ order: { state: 'paid' } })
    },
  )

  it('because the code was wrong, raises an alert', async () => {
    const { world } = await lateAnswer({
      call: 'confirm',
      prepare: async (one) => {
        one.service.needsOtp = true
        await pay(one)
      },
      begin: ({ context }) => confirmOtp(context, id, '000000'),
      word: 'paid',
    })

    expect(await world.openAlerts()).toContain('linked_payment_denied')
  })

  it('says nothing where a later code may have moved the money', async () => {
    const { world } = await lateAnswer({
      call: 'confirm',
      prepare: async (one) => {
        one.service.needsOtp = true
        await pay(one)
      },
      begin: ({ context }) => confirmOtp(context, id, '000000'),
      before: async ({ service, context }) => {
        service.fault = (call) => (call === 'confirm' ? 'lost answer' : 'none')
        await confirmOtp(context, id, '424242')
        service.fault = () => 'none'
      },
      word: 'paid',
      after: async ({ service }) => {
        service.answers.confirm = () => refusal(4000001, 'no')
      },
    })

    expect(await world.alertKinds()).not.toContain('linked_payment_denied')
  })

  it('because the capture has failed, raises an alert', async () => {
    const { world } = await lateAnswer({
      call: 'hold',
      prepare: pay,
      begin: capture,
      word: 'paid',
      after: async ({ service }) => service.holdStatuses.push('FAIL'),
    })

    expect(await world.openAlerts()).toContain('linked_payment_denied')
  })

  it('to the second capture of money that was held, raises an alert', async () => {
    const { world } = await lateAnswer({
      call: 'pay',
      begin: pay,
      word: 'paid',
      after: async ({ service }) => service.holdStatuses.push('FAIL'),
    })
    await pass(world)

    expect(await world.openAlerts()).toEqual(['linked_payment_denied'])
    expect(await captureOrder(world.context, id)).toMatchObject({ outcome: 'not_held' })
  })
})

describe('an answer after the word that held money was released', () => {
  it.each([
    ['capture', capture],
    ['release', giveBack],
  ] as const)('to a %s, that it is held, has it released', async (_asked, begin) => {
    const { world } = await lateAnswer({
      call: 'hold',
      prepare: pay,
      begin,
      word: 'not_paid',
      after: async ({ service }) => service.holdStatuses.push('HOLDING', 'FAIL'),
    })
    const asked = world.service.received.filter(({ call }) => call === 'hold')
    await pass(world)

    expect(await world.alertKinds()).toContain('hold_contradicted')
    expect(asked.at(-1)?.id).toContain(':release')
    expect(await world.openAlerts()).not.toContain('hold_contradicted')
    expect(await world.order(id)).toMatchObject({ order: { state: 'cancelled' } })
  })

  it('that it is held, is sent again by the shop where the service did not answer', async () => {
    const { world } = await lateAnswer({
      call: 'hold',
      prepare: pay,
      begin: giveBack,
      word: 'not_paid',
      after: async ({ service }) => service.holdStatuses.push('HOLDING', 'HOLDING', 'FAIL'),
    })

    const { alerts } = await listAlerts(world.context, { kind: 'hold_contradicted' })
    expect(alerts).toMatchObject([{ state: 'open', facts: { asked: 'releasing' } }])
    expect(await captureOrder(world.context, id)).toMatchObject({
      outcome: 'conflict',
      hold: 'released',
    })
    expect(await releaseOrder(world.context, id)).toMatchObject({ outcome: 'released' })
    await pass(world)
    expect(await world.openAlerts()).not.toContain('hold_contradicted')
  })

  it('that it is held, is sent once where the shop asks twice, also if it was captured since', async () => {
    const { world } = await lateAnswer({
      call: 'hold',
      prepare: pay,
      begin: giveBack,
      word: 'not_paid',
      after: async ({ service }) => service.holdStatuses.push('HOLDING', 'HOLDING', 'SUCCESS'),
    })
    world.advance({ minutes: 5 })
    const { reached, release } = world.service.holdNextCall('hold')
    const before = world.service.count('hold')
    const first = releaseOrder(world.context, id)
    await reached
    const second = await releaseOrder(world.context, id)
    release()

    expect(second).toMatchObject({ outcome: 'pending' })
    expect(await first).toMatchObject({ outcome: 'conflict', hold: 'captured' })
    expect(world.service.count('hold')).toBe(before + 1)
  })

  it('to a release, that it was captured, raises an alert, and a verdict settles it as paid after all', async () => {
    const { world, reference } = await lateAnswer({
      call: 'hold',
      prepare: pay,
      begin: giveBack,
      word: 'not_paid',
      after: async ({ service }) => service.holdStatuses.push('SUCCESS'),
    })
    const before = await world.openAlerts()
    const word = { ...by, reference, result: 'paid', transactionId: 'LT000001' } as const
    const outcome = await settleLinkedPayment(world.context, id, word)
    await pass(world)

    expect(before).toContain('linked_payment_taken')
    expect(outcome).toMatchObject({ outcome: 'settled', order: { state: 'paid' } })
    expect(await world.openAlerts()).not.toContain('linked_payment_taken')
  })

  it('to the payment, that it is held, has it released', async () => {
    const { world, status } = await lateAnswer({
      call: 'pay',
      begin: pay,
      before: async (one) => {
        one.service.fault = (call) => (call === 'hold' ? 'lost request' : 'none')
        await giveBack(one)
        one.service.fault = () => 'none'
      },
      word: 'not_paid',
    })
    await pass(world)

    expect(status()).toBe('FAIL')
    expect(await world.alertKinds()).toContain('hold_contradicted')
    expect(await world.openAlerts()).not.toContain('hold_contradicted')
  })

  it('is right, where the service says the same', async () => {
    const { world } = await lateAnswer({
      call: 'hold',
      prepare: pay,
      begin: giveBack,
      word: 'not_paid',
    })

    expect(await world.alertKinds()).toEqual([])
  })
})

describe('an answer that no money was taken, which comes late', () => {
  it.each([
    ['counts as paid', 4000003, 'paid', 'paid'],
    ['counts as not paid', 4000003, 'not_paid', 'failed'],
    ['counts as paid, though its link has ended', 4040001, 'paid', 'paid'],
    ['counts as not paid, and its link has ended', 4040001, 'not_paid', 'not_linked'],
  ] as const)('tells the customer that the payment %s', async (_what, code, word, outcome) => {
    const holdPayment = false
    const told: unknown[] = []
    const begin: Step = async (world) => told.push(await pay(world))
    const after: Step = async ({ service }) => (service.answers.pay = () => refusal(code, 'no'))
    await lateAnswer({ call: 'pay', begin, word, after, holdPayment })

    expect(told).toMatchObject([{ outcome }])
  })

  it.each([
    ['pay', refusal(4000003, 'no')],
    ['pay', refusal(4040001, 'no')],
    ['confirm', refusal(4040001, 'no')],
  ] as const)('leaves the payment unknown, and tells the customer so: %s', async (call, answer) => {
    const world = new World()
    world.service.needsOtp = call === 'confirm'
    await world.openLinked({ expiresInMinutes: 60 })
    if (call === 'confirm') await pay(world)
    world.service.answers[call] = () => answer
    world.service.during = async () => {
      world.advance({ seconds: 90 })
      await sweep(world.context)
    }

    const outcome =
      call === 'pay' ? await pay(world) : await confirmOtp(world.context, id, '000000')

    expect(outcome).toMatchObject({ outcome: 'unsettled' })
    expect(await world.linkedAttempt(id)).toMatchObject({ state: 'payment_unknown' })
  })
})

it('a late answer does not put off the release after a newer verdict', async () => {
  const world = new World()
  await world.openLinked({ holdPayment: true, expiresInMinutes: 60 })
  await startPage(world)
  const { reference } = await world.payWithoutAnswer(id)
  await recordCallback(world.context, world.service.pay(world.service.newest))
  await world.live(1)
  const word = { ...by, reference, transactionId: 'X1' } as const
  await settleLinkedPayment(world.context, id, { ...word, result: 'paid' })
  const { reached, release } = world.service.holdNextCall('hold')
  const late = sweep(world.context)
  await reached
  world.advance({ minutes: 5 })
  await releaseDispute(world.context, id, { ...by, transactionId: 'X1', neverMade: true })
  world.service.fault = (call) => (call === 'hold' ? 'lost request' : 'none')
  await sweep(world.context)
  const before = await world.linkedAttempt(id)
  world.service.holdStatuses.push('PROCESSING')
  release()
  await late

  expect(before).toMatchObject({ state: 'refused', calls: 1 })
  expect(await world.linkedAttempt(id)).toEqual(before)
})

it('a late answer that money is held says nothing where another answer has settled it', async () => {
  const world = new World()
  await world.openLinked({ holdPayment: true, expiresInMinutes: 60 })
  await pay(world)
  const { reached, release } = world.service.holdNextCall('hold')
  const late = capture(world)
  await reached
  world.advance({ minutes: 2 })
  const captured = await captureOrder(world.context, id)
  world.service.holdStatuses.push('HOLDING')
  release()
  await late

  expect(captured).toMatchObject({ outcome: 'captured' })
  expect(await world.alertKinds()).toEqual([])
  const { journal } = await world.order(id)
  expect(journal.map(({ kind }) => kind)).not.toContain('hold.contradicted')
})
