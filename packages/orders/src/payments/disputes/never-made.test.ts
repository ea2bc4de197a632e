import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { DailyWorld } from '../../../test/daily-world.ts'
import { rightOtp } from '../../../test/scripted-wallet.ts'
import {
  acceptDispute,
  captureOrder,
  closeAlert,
  confirmOtp,
  findOrder,
  listAlerts,
  payWithLink,
  recordCallback,
  refundOrder,
  releaseDispute,
  reopenDispute,
  settleLinkedPayment,
  startPayment,
  sweep,
} from '../../index.ts'
import { dayOf } from '../../daily-files/vietnam-day.ts'
import { listUndecidedDifferences } from '../../daily-files/index.ts'
import { transact } from '../../database/transact.ts'
import { verifyJournal } from '../../upkeep/index.ts'
import { confirmedByService } from './confirmed-by-service.ts'
import { askAtMsOf, linkedAttemptOf } from './never-made.ts'

const id = 'order-1'
const by = { reason: 'the service knows no such payment', staffId: 'an' } as const
const neverMade = { ...by, transactionId: 'X1', neverMade: true } as const

type Lost = 'answer' | 'request'

/**
 * The call to the linked wallet was not answered, its request or its answer was lost; the customer
 * has paid a page; and a verdict has called the linked payment paid under X1.
 */
async function wronglyCalledPaid(lost: Lost = 'request', holdPayment = false) {
  const world = new DailyWorld()
  await world.openLinked({ amountVnd: 50_000, expiresInMinutes: 60, holdPayment })
  await startPayment(world.context, id, { method: 'web-payment' })
  const page = world.service.newest
  world.service.fault = (call) => (call === 'pay' ? `lost ${lost}` : 'none')
  await payWithLink(world.context, id)
  world.service.fault = () => 'none'
  world.service.pay(page)
  world.advance({ minutes: 1 })
  await sweep(world.context)
  const { reference } = await world.linkedAttempt(id)
  const word = { ...by, reference, result: 'paid', transactionId: 'X1' } as const
  const settled = await settleLinkedPayment(world.context, id, word)
  if (settled.outcome !== 'settled') throw new Error(`The verdict is ${settled.outcome}.`)
  return { world, page, reference, paidByPage: page.status.transaction_id }
}

/**
 * A verdict has called the linked payment paid while its call was under way, beside a paid page; then
 * the call is answered, with the transaction LT000001.
 */
async function answeredAfterVerdict(transactionId: string) {
  const world = new DailyWorld()
  await world.openLinked({ amountVnd: 50_000, expiresInMinutes: 60 })
  await startPayment(world.context, id, { method: 'web-payment' })
  const page = world.service.newest
  const { reached, release } = world.service.holdNextCall('pay')
  const paying = payWithLink(world.context, id)
  await reached
  world.service.pay(page)
  world.advance({ minutes: 2 })
  await sweep(world.context)
  const { reference } = await world.linkedAttempt(id)
  await settleLinkedPayment(world.context, id, { ...by, reference, result: 'paid', transactionId })
  release()
  await paying
  return { world, reference }
}

async function disputedOf(world: DailyWorld): Promise<string[]> {
  const { disputedPayments } = await world.order(id)
  return disputedPayments.map(({ transactionId, state }) => `${transactionId} ${state}`)
}

/** The service's file of the day has a row about the linked payment. */
async function fileNames(world: DailyWorld, invoice: string, wallet: string, amount = 50_000) {
  await world.endDay([{ invoice, wallet, amount, date: world.date() }])
}

describe('a disputed payment that rests on the word of a person and was never made', () => {
  it('is ended as such: the order is paid by its own payment, and its alert closes', async () => {
    const { world, paidByPage, reference } = await wronglyCalledPaid()
    const back = { id: 'R1', vnd: 50_000, transactionId: 'X1' }
    await sweep(world.context)
    const before = await world.openAlerts()
    world.events.splice(0)

    const outcome = await releaseDispute(world.context, id, neverMade)
    const again = await releaseDispute(world.context, id, neverMade)
    const refund = await refundOrder(world.context, id, back)
    await sweep(world.context)

    expect(before).toContain('possible_double_payment')
    expect(outcome).toMatchObject({
      outcome: 'settled',
      order: { state: 'paid', payment: { transactionId: paidByPage } },
    })
    expect(again).toMatchObject({ outcome: 'settled', order: { state: 'paid' } })
    expect(refund).toMatchObject({
      outcome: 'not_refundable',
      remedy: expect.stringContaining('never made'),
    })
    expect(await disputedOf(world)).toEqual(['X1 released'])
    expect(await world.linkedAttempt(id)).toMatchObject({ state: 'refused', transactionId: null })
    expect(await world.openAlerts()).not.toContain('possible_double_payment')
    expect(world.events).toMatchObject([
      {
        type: 'order.dispute_ended',
        data: {
          order: { state: 'paid' },
          facts: { transaction_id: 'X1', reference, never_made: true },
        },
      },
    ])
    const { journal } = await world.order(id)
    expect(journal.find(({ kind }) => kind === 'payment.released')).toMatchObject({
      evidence: 'word of a person',
      data: {
        transaction_id: 'X1',
        reference,
        never_made: true,
        staff_id: 'an',
        verdict_reason: by.reason,
      },
    })
    expect((await verifyJournal(world.context)).broken).toBeUndefined()
  })

  it('does not end by a release that does not say so', async () => {
    const { world } = await wronglyCalledPaid()
    const { neverMade: _said, ...elsewhere } = neverMade

    const outcomes = [
      await releaseDispute(world.context, id, elsewhere),
      await releaseDispute(world.context, id, { ...elsewhere, neverMade: false }),
    ]

    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['not_unknown', 'not_unknown'])
    expect(await disputedOf(world)).toEqual(['X1 open'])
  })

  it('makes its order unpaid when that has no other payment', async () => {
    const world = new DailyWorld()
    await world.openAndPay({ id: 'order-2', amountVnd: 50_000 })
    const other = world.service.newest.status.transaction_id ?? ''
    await world.openLinked({ amountVnd: 50_000, expiresInMinutes: 60 })
    world.service.fault = (call) => (call === 'pay' ? 'lost request' : 'none')
    await payWithLink(world.context, id)
    world.service.fault = () => 'none'
    const { reference } = await world.linkedAttempt(id)
    const word = { ...by, reference, result: 'paid', transactionId: other } as const
    await settleLinkedPayment(world.context, id, word)
    await sweep(world.context)
    world.events.splice(0)

    const outcome = await releaseDispute(world.context, id, { ...neverMade, transactionId: other })
    await sweep(world.context)

    expect(outcome).toMatchObject({ outcome: 'settled', order: { state: 'expired' } })
    expect(world.events).toMatchObject([
      { type: 'order.expired', data: { facts: { transaction_id: other, never_made: true } } },
    ])
    expect(await findOrder(world.context, 'order-2')).toMatchObject({ state: 'paid' })
  })

  it('raises no alert any more that no file names it', async () => {
    const { world } = await wronglyCalledPaid()
    const ofPage = await world.rowOfPayment(id)
    await releaseDispute(world.context, id, neverMade)
    for (const rows of [[ofPage], [], [], [], []]) await world.endDay(rows, dayOf(world.now()))

    expect(await world.openAlerts()).not.toContain('verdict_not_in_files')
  })

  it('closes the alert that no file names it', async () => {
    const { world } = await wronglyCalledPaid()
    const said = async () => {
      const { alerts } = await listAlerts(world.context, { kind: 'verdict_not_in_files' })
      return alerts.map(({ state }) => state)
    }
    const ofPage = await world.rowOfPayment(id)
    for (const rows of [[ofPage], [], [], [], []]) await world.endDay(rows, dayOf(world.now()))
    const before = await said()

    await releaseDispute(world.context, id, neverMade)
    await sweep(world.context)

    expect([before, await said()]).toEqual([['open'], ['closed']])
  })

  it('keeps the transaction for which the service has asked a code', async () => {
    const world = new DailyWorld()
    world.service.needsOtp = true
    await world.openLinked({ amountVnd: 50_000, expiresInMinutes: 60 })
    await startPayment(world.context, id, { method: 'web-payment' })
    const page = world.service.newest
    await payWithLink(world.context, id)
    world.service.fault = (call) => (call === 'confirm' ? 'lost request' : 'none')
    await confirmOtp(world.context, id, rightOtp)
    world.service.fault = () => 'none'
    world.service.pay(page)
    world.advance({ minutes: 2 })
    await sweep(world.context)
    const { reference } = await world.linkedAttempt(id)
    await settleLinkedPayment(world.context, id, { ...by, reference, result: 'paid' })
    const verdict = { ...neverMade, transactionId: 'LT000001' }

    const outcome = await releaseDispute(world.context, id, verdict)
    const attempt = await world.linkedAttempt(id)
    await fileNames(world, reference, 'LT000001')

    expect(outcome).toMatchObject({ outcome: 'settled', order: { state: 'paid' } })
    expect(attempt).toMatchObject({ state: 'refused', transactionId: 'LT000001' })
    expect(await disputedOf(world)).toEqual(['LT000001 open'])
  })

  it('is recorded once, for the first of concurrent requests', async () => {
    const { world } = await wronglyCalledPaid()

    const outcomes = await Promise.all(
      Array.from({ length: 6 }, (_, number) =>
        releaseDispute(world.context, id, { ...neverMade, staffId: `S${number}` }),
      ),
    )

    expect(outcomes.filter(({ outcome }) => outcome === 'settled')).toHaveLength(1)
    expect((await world.order(id)).order.state).toBe('paid')
  })

  it.each([1, 'true', null])(
    'requires that neverMade is a truth value, and not %j',
    async (said) => {
      const { world } = await wronglyCalledPaid()
      const given = JSON.parse(JSON.stringify({ ...neverMade, neverMade: said }))

      await expect(releaseDispute(world.context, id, given)).rejects.toThrow('neverMade')
    },
  )
})

describe('a disputed payment that the service has named is not called never made', () => {
  it('when its own answer or a query has found it', async () => {
    const world = new DailyWorld()
    await world.openAndStart({ id })
    world.service.pay(world.service.newest, { order_amount: 90_000, vnd_amount: 90_000 })
    await world.live(2)
    const transactionId = world.service.newest.status.transaction_id ?? ''

    const outcome = await releaseDispute(world.context, id, { ...neverMade, transactionId })

    expect(outcome).toMatchObject({ outcome: 'not_unknown', order: { state: 'disputed' } })
  })

  it.each(['X1', 'LT000001'])('when a row of its file names it, under %s', async (wallet) => {
    const { world, reference } = await wronglyCalledPaid('answer')
    await fileNames(world, reference, wallet)

    const outcome = await releaseDispute(world.context, id, neverMade)

    expect(outcome).toMatchObject({ outcome: 'not_unknown', order: { state: 'disputed' } })
  })

  it('when a signed callback or another payment of the order names it', async () => {
    const { world, page } = await wronglyCalledPaid()
    const callback = world.service.callbackOf(page)
    const signed = { ...callback.signed, transaction_id: 'X1' }
    await recordCallback(world.context, { ...callback, signed })

    expect((await releaseDispute(world.context, id, neverMade)).outcome).toBe('not_unknown')
  })

  it('when the late answer of the call names another transaction', async () => {
    const { world } = await answeredAfterVerdict('X1')

    const outcome = await releaseDispute(world.context, id, neverMade)

    expect(outcome.outcome).toBe('not_unknown')
    expect(await world.openAlerts()).toContain('linked_payment_contradicted')
  })

  it('when the late answer of the call names the same transaction, which is written down', async () => {
    const transactionId = 'LT000001'
    const { world, reference } = await answeredAfterVerdict(transactionId)

    const outcome = await releaseDispute(world.context, id, { ...neverMade, transactionId })

    const { disputedPayments, journal } = await world.order(id)
    expect(outcome.outcome).toBe('not_unknown')
    expect(disputedPayments).toMatchObject([{ state: 'open', foundBy: 'linked-wallet' }])
    expect(journal.filter(({ kind }) => kind === 'payment.known')).toMatchObject([
      { evidence: 'answer of the service', data: { transaction_id: transactionId, reference } },
    ])
  })

  it('during a refund of it', async () => {
    const { world } = await wronglyCalledPaid('answer')
    await refundOrder(world.context, id, { id: 'R1', vnd: 1, transactionId: 'X1' })

    expect((await releaseDispute(world.context, id, neverMade)).outcome).toBe('not_unknown')
  })
})

describe('what is read of a payment that only a person has named', () => {
  it('is the linked payment, and only where a person has named it', async () => {
    const { world, reference } = await wronglyCalledPaid()
    const rows = await world.order(id)
    const page = rows.attempts.find(({ method }) => method === 'web-payment')?.reference ?? ''

    expect(linkedAttemptOf(rows, { foundBy: 'person', reference })?.reference).toBe(reference)
    expect(linkedAttemptOf(rows, { foundBy: 'file', reference })).toBeUndefined()
    expect(linkedAttemptOf(rows, { foundBy: 'person', reference: page })).toBeUndefined()
  })

  it('is asked for where its money may be held, unless an answer has said what became of it', async () => {
    const { world } = await wronglyCalledPaid()
    const rows = await world.order(id)
    const attempt = await world.linkedAttempt(id)
    const line = (kind: string) => ({
      ...rows.journal[0],
      dedupe: `${kind}:${attempt.reference}`,
    })
    const withLines = (...kinds: readonly string[]) => ({
      ...rows,
      journal: [...rows.journal, ...kinds.map(line)] as typeof rows.journal,
    })
    const holding = { ...rows, order: { ...rows.order, holdsPayment: true } }

    expect(askAtMsOf(rows, attempt, 5)).toBeNull()
    expect(askAtMsOf(holding, attempt, 5)).toBe(5)
    expect(askAtMsOf(rows, { ...attempt, heldAtMs: 1 }, 5)).toBe(5)
    expect(askAtMsOf(withLines('hold.contradicted'), attempt, 5)).toBe(5)
    expect(askAtMsOf(withLines('hold.contradicted', 'hold.known'), attempt, 5)).toBeNull()
  })

  it('stays as it is when the condition of a report does not hold', async () => {
    const { world, reference } = await wronglyCalledPaid()
    const { context } = world
    const reported = {
      orderId: id,
      reference,
      transactionId: 'X1',
      evidence: 'daily file of the service',
      paid: { foundBy: 'file' },
    } as const

    const overtaken = { ...reported, where: sql`FALSE` }
    expect(await transact(context, confirmedByService(overtaken, world.now()))).toBe(false)
    expect(await transact(context, confirmedByService(reported, world.now()))).toBe(true)
  })
})

describe('a payment that was called never made and that the service confirms later', () => {
  it('comes back as a disputed payment when the file names it, and is returned once', async () => {
    const { world, reference } = await wronglyCalledPaid('answer')
    await releaseDispute(world.context, id, neverMade)
    await sweep(world.context)
    world.events.splice(0)

    await fileNames(world, reference, 'X1')
    await world.work()
    const back = await world.order(id)
    const alerts = await world.openAlerts()
    const { alerts: raised } = await listAlerts(world.context, { state: 'open' })
    const denied = await releaseDispute(world.context, id, neverMade)
    await sweep(world.context)

    expect(back.order.state).toBe('disputed')
    expect(await disputedOf(world)).toEqual(['X1 open'])
    expect(back.disputedPayments).toMatchObject([{ foundBy: 'file', paidVnd: 50_000, reference }])
    expect(await world.linkedAttempt(id)).toMatchObject({ state: 'paid', transactionId: 'X1' })
    expect(alerts).toContain('possible_double_payment')
    expect(raised.find(({ kind }) => kind === 'possible_double_payment')?.facts).toMatchObject({
      reopened: true,
    })
    expect(denied.outcome).toBe('not_unknown')
    expect(world.events.map(({ type }) => type)).toContain('order.disputed')
    expect(back.journal.findLast(({ kind }) => kind === 'payment.reopened')).toMatchObject({
      evidence: 'daily file of the service',
      data: { transaction_id: 'X1', reference },
    })

    const refund = await refundOrder(world.context, id, {
      id: 'R1',
      vnd: 50_000,
      transactionId: 'X1',
    })
    expect(refund).toMatchObject({ outcome: 'known', refund: { state: 'refunded' } })
    expect((await world.order(id)).order.state).toBe('paid')
    expect((await verifyJournal(world.context)).broken).toBeUndefined()
  })

  it('comes back for the reason of now, under which its closed alert is raised again', async () => {
    const world = new DailyWorld()
    await world.openLinked({ amountVnd: 50_000, expiresInMinutes: 60 })
    await startPayment(world.context, id, { method: 'web-payment' })
    const { reference } = await world.payWithoutAnswer(id)
    const { newest: page } = world.service
    world.service.pay(page, { order_amount: 40_000, vnd_amount: 40_000 })
    world.advance({ minutes: 1 })
    await sweep(world.context)
    const word = { ...by, reference, result: 'paid', transactionId: 'X1' } as const
    await settleLinkedPayment(world.context, id, word)
    const [first] = (await world.order(id)).disputedPayments.filter(
      ({ transactionId }) => transactionId === 'X1',
    )
    await releaseDispute(world.context, id, neverMade)
    const other = { ...by, transactionId: page.status.transaction_id ?? '' }
    await acceptDispute(world.context, id, other)

    await fileNames(world, reference, 'X1')
    const kind = 'possible_double_payment'
    const raised = (await listAlerts(world.context, { state: 'open' })).alerts
    const alert = raised.find((one) => one.kind === kind)
    await closeAlert(world.context, alert?.id ?? 0, by)
    world.advance({ hours: 25 })
    await sweep(world.context)

    expect(first?.reason).toBe('payment_of_disputed_order')
    expect(await disputedOf(world)).toContain('X1 open')
    expect(await world.openAlerts()).toContain(kind)
  })

  it('comes back under the transaction that the file names', async () => {
    const { world, reference } = await wronglyCalledPaid('answer')
    await releaseDispute(world.context, id, neverMade)

    await fileNames(world, reference, 'LT000001')

    expect(await disputedOf(world)).toEqual(['X1 released', 'LT000001 open'])
    expect(await world.linkedAttempt(id)).toMatchObject({
      state: 'paid',
      transactionId: 'LT000001',
    })
    expect((await world.order(id)).order.state).toBe('disputed')
    const reopened = await reopenDispute(world.context, id, { ...by, transactionId: 'X1' })
    expect(reopened.outcome).toBe('not_unknown')
  })

  it('has one row in the partner files once the file has named it, and no difference stays', async () => {
    const { world, reference } = await wronglyCalledPaid('answer')
    const ofPage = await world.rowOfPayment(id)
    await releaseDispute(world.context, id, neverMade)
    const row = { invoice: reference, wallet: 'X1', amount: 50_000, date: world.date() }
    await world.endDay([ofPage, row])
    const next = dayOf(world.now())
    await world.endDay([], next)

    const names = [world.name('partner'), world.name('partner', next)]
    const texts = await Promise.all(names.map((name) => world.text(name)))
    const rows = texts
      .flatMap((text) => text.split('\r\n'))
      .filter((one) => one.includes(reference))
    expect(rows.map((one) => one.split(',').slice(1, 4))).toEqual([[reference, 'X1', '50000']])
    expect((await listUndecidedDifferences(world.files)).differences).toEqual([])
  })

  it('stays ended when the row of the file has another amount, and an alert says so', async () => {
    const { world, reference } = await wronglyCalledPaid('answer')
    await releaseDispute(world.context, id, neverMade)

    await fileNames(world, reference, 'X1', 49_000)

    expect(await disputedOf(world)).toEqual(['X1 released'])
    expect(await world.openAlerts()).toContain('file_amount_differs')
  })

  it.each([
    ['LT000001', ['LT000001 open']],
    ['X1', ['LT000001 open', 'X1 released']],
  ])('comes back by the late answer of its call, called %s before', async (said, expected) => {
    const world = new DailyWorld()
    await world.openLinked({ amountVnd: 50_000, expiresInMinutes: 60 })
    await startPayment(world.context, id, { method: 'web-payment' })
    const page = world.service.newest
    const { reached, release } = world.service.holdNextCall('pay')
    const paying = payWithLink(world.context, id)
    await reached
    world.service.pay(page)
    world.advance({ minutes: 2 })
    await sweep(world.context)
    const { reference } = await world.linkedAttempt(id)
    const word = { ...by, reference, result: 'paid', transactionId: said } as const
    await settleLinkedPayment(world.context, id, word)
    await releaseDispute(world.context, id, { ...neverMade, transactionId: said })
    const between = await disputedOf(world)

    release()
    await paying

    expect(between).toEqual([`${said} released`])
    expect((await disputedOf(world)).toSorted()).toEqual(expected)
    expect((await world.order(id)).order.state).toBe('disputed')
    const { events } = world
    await sweep(world.context)
    expect(events.at(-1)).toMatchObject({ type: 'order.disputed' })
  })

  it('comes back under the page that a callback and the query name it for', async () => {
    const { world } = await wronglyCalledPaid()
    await releaseDispute(world.context, id, neverMade)
    const page = world.service.newest
    const callback = world.service.pay(page, { transaction_id: 'X1' })

    await recordCallback(world.context, callback)
    await sweep(world.context)

    expect((await world.order(id)).disputedPayments).toMatchObject([
      { transactionId: 'X1', state: 'open', reference: page.reference },
    ])
    expect((await world.order(id)).order.state).toBe('disputed')
  })

  it.each([true, false])(
    'is open after a callback that arrives at the same moment as the word, first %s',
    async (isFirst) => {
      const { world, page } = await wronglyCalledPaid()
      const callback = world.service.pay(page, { transaction_id: 'X1' })
      const report = async () => {
        await recordCallback(world.context, callback)
        await sweep(world.context)
      }
      const say = () => releaseDispute(world.context, id, neverMade)

      await Promise.all(isFirst ? [report(), say()] : [say(), report()])
      await world.live(2)

      expect(await disputedOf(world)).toEqual(['X1 open'])
      expect((await world.order(id)).order.state).toBe('disputed')
    },
  )

  it('comes back once, when a row of the file and the word arrive at the same moment', async () => {
    const { world, reference } = await wronglyCalledPaid('answer')
    world.toNextDay()
    await world.putServiceFile([
      { invoice: reference, wallet: 'X1', amount: 50_000, date: world.date() },
    ])

    await Promise.all([world.work(), releaseDispute(world.context, id, neverMade), world.work()])
    await world.work()
    world.advance({ hours: 2 })
    await world.work()

    expect(await disputedOf(world)).toEqual(['X1 open'])
    expect((await world.order(id)).order.state).toBe('disputed')
  })
})

describe('a payment that was wrongly called never made', () => {
  it('is open again when that is taken back, and can be called so once more', async () => {
    const { world } = await wronglyCalledPaid()
    await releaseDispute(world.context, id, neverMade)
    const verdict = { ...by, staffId: 'binh', transactionId: 'X1' }

    const reopened = await reopenDispute(world.context, id, verdict)
    const twice = await reopenDispute(world.context, id, verdict)
    const attempt = await world.linkedAttempt(id)
    const ended = await releaseDispute(world.context, id, neverMade)

    expect([reopened.outcome, twice.outcome, ended.outcome]).toEqual([
      'settled',
      'settled',
      'settled',
    ])
    expect(reopened).toMatchObject({ order: { state: 'disputed' } })
    expect(attempt).toMatchObject({ state: 'paid', transactionId: 'X1' })
    expect((await world.order(id)).order.state).toBe('paid')
  })

  it('is open again when a person calls it paid under the same transaction', async () => {
    const { world, reference } = await wronglyCalledPaid('answer')
    await releaseDispute(world.context, id, neverMade)
    const paid = { ...by, reference, result: 'paid', transactionId: 'X1' } as const

    const outcome = await settleLinkedPayment(world.context, id, paid)
    const refund = await refundOrder(world.context, id, {
      id: 'R1',
      vnd: 50_000,
      transactionId: 'X1',
    })

    expect(outcome).toMatchObject({ outcome: 'settled', order: { state: 'disputed' } })
    expect(refund).toMatchObject({ refund: { state: 'refunded' }, order: { state: 'paid' } })
  })

  it('can be accepted when its order has no other payment', async () => {
    const world = new DailyWorld()
    await world.openAndPay({ id: 'order-2', amountVnd: 50_000 })
    const other = world.service.newest.status.transaction_id ?? ''
    await world.openLinked({ amountVnd: 50_000, expiresInMinutes: 60 })
    const { reference } = await world.payWithoutAnswer(id)
    const word = { ...by, reference, result: 'paid', transactionId: other } as const
    await settleLinkedPayment(world.context, id, word)
    await releaseDispute(world.context, id, { ...neverMade, transactionId: other })
    await reopenDispute(world.context, id, { ...by, transactionId: other })

    const outcome = await acceptDispute(world.context, id, { ...by, transactionId: other })

    expect(outcome).toMatchObject({ outcome: 'settled', order: { state: 'paid' } })
  })
})

describe('money that may be held for a payment that was called never made', () => {
  it('is released at the service, and not captured', async () => {
    const { world, reference } = await wronglyCalledPaid('answer', true)
    await releaseDispute(world.context, id, neverMade)
    await world.live(3, 120)

    const held = world.service.payments.find((one) => one.reference === reference)
    expect(held?.status).not.toBe('HOLDING')
    expect(await disputedOf(world)).toEqual(['X1 released'])
    expect((await captureOrder(world.context, id)).outcome).not.toBe('captured')
  })

  it('is not called so while the service is asked about it', async () => {
    const { world } = await wronglyCalledPaid('answer', true)
    const { reached, release } = world.service.holdNextCall('hold')
    const asking = sweep(world.context)
    await reached

    const during = await releaseDispute(world.context, id, neverMade)
    release()
    await asking

    expect(during.outcome).toBe('not_unknown')
  })
})
