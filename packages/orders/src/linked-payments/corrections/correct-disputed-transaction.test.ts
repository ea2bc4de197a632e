import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { DailyWorld } from '../../../test/daily-world.ts'
import { failingDatabase } from '../../../test/failing-database.ts'
import {
  acceptDispute,
  closeAlert,
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
import { raiseAlert } from '../../alerts/alerts.ts'
import { dayOf } from '../../daily-files/vietnam-day.ts'
import { verifyJournal } from '../../upkeep/index.ts'

const id = 'order-1'
const by = { reason: 'seen on the merchant site', staffId: 'an' } as const
const paid = { ...by, result: 'paid' } as const

/** An order whose linked wallet was charged without an answer, and which has a payment page beside that. */
async function unknownBesidePage() {
  const world = new DailyWorld()
  await world.openLinked({ amountVnd: 50_000, expiresInMinutes: 60 })
  await startPayment(world.context, id, { method: 'web-payment' })
  const page = world.service.newest
  const { reference } = await world.payWithoutAnswer(id)
  return { world, page, reference, right: { ...paid, reference, transactionId: 'LT000001' } }
}

/** The page was paid too, and a verdict has settled the linked payment as paid under X1: a second payment. */
async function wrongSecondPayment() {
  const begun = await unknownBesidePage()
  const { world, page, reference } = begun
  world.service.pay(page)
  world.advance({ minutes: 1 })
  await sweep(world.context)
  await settleLinkedPayment(world.context, id, { ...paid, reference, transactionId: 'X1' })
  return begun
}

/** X1 is the payment of another order, and a verdict has settled the linked payment as paid under it. */
async function transactionOfOther() {
  const begun = await unknownBesidePage()
  const { world, reference } = begun
  await world.openAndStart({ id: 'order-2', amountVnd: 50_000 })
  world.service.pay(world.service.newest, { transaction_id: 'X1' })
  world.advance({ minutes: 1 })
  await sweep(world.context)
  await settleLinkedPayment(world.context, id, { ...paid, reference, transactionId: 'X1' })
  return begun
}

/** The file of the day names the transaction of the linked payment. */
async function fileNames(world: DailyWorld, invoice: string) {
  const date = world.date()
  await world.endDay([{ invoice, wallet: 'LT000001', amount: 50_000, date }])
}

async function namesOfDisputed(world: DailyWorld): Promise<string[]> {
  const { disputedPayments } = await world.order(id)
  return disputedPayments.map(({ transactionId, state }) => `${transactionId} ${state}`)
}

describe('a disputed payment with a linked wallet that a person has named wrongly', () => {
  it('gets the transaction that the file names, and is returned under it', async () => {
    const { world, reference, right } = await wrongSecondPayment()
    const before = await namesOfDisputed(world)
    await fileNames(world, reference)

    const outcome = await settleLinkedPayment(world.context, id, { ...right, staffId: 'binh' })
    const again = await settleLinkedPayment(world.context, id, right)
    const under = (transactionId: string, refundId: string) =>
      refundOrder(world.context, id, { id: refundId, vnd: 50_000, transactionId })
    const wrong = await under('X1', 'R1')
    const refund = await under('LT000001', 'R2')
    await sweep(world.context)

    expect(before).toEqual(['X1 open'])
    expect(outcome).toMatchObject({ outcome: 'settled', order: { state: 'disputed' } })
    expect(again).toMatchObject({ outcome: 'not_unknown' })
    expect(wrong).toMatchObject({ outcome: 'not_refundable' })
    expect(refund).toMatchObject({ outcome: 'known', refund: { state: 'refunded' } })
    expect(await namesOfDisputed(world)).toEqual(['LT000001 returned'])
    expect(await world.order(id)).toMatchObject({ order: { state: 'paid' } })
    expect(await world.linkedAttempt(id)).toMatchObject({
      state: 'paid',
      transactionId: 'LT000001',
    })
    expect(world.service.returnedVnd(reference)).toBe(50_000)
    expect(
      world.events
        .filter(({ type }) => type === 'order.payment_corrected')
        .map(({ data }) => data.facts),
    ).toMatchObject([{ transaction_id: 'LT000001', transaction_id_before: 'X1', reference }])
    expect(await verifyJournal(world.context)).not.toHaveProperty('broken')
  })

  it('is reminded of under its right name while it is open', async () => {
    const { world, reference, right } = await wrongSecondPayment()
    await fileNames(world, reference)
    await settleLinkedPayment(world.context, id, right)
    const disputes = async () =>
      (await listAlerts(world.context, {})).alerts.filter(
        ({ kind }) => kind === 'possible_double_payment',
      )
    const [alert] = await disputes()
    await closeAlert(world.context, alert?.id ?? 0, by)
    world.advance({ hours: 25 })
    await sweep(world.context)

    expect(await disputes()).toMatchObject([
      { state: 'open', subject: `${id}:LT000001`, facts: { transaction_id: 'LT000001' } },
    ])
  })

  it('has its row in the partner file of the day of the correction', async () => {
    const { world, reference, right } = await wrongSecondPayment()
    await fileNames(world, reference)
    await settleLinkedPayment(world.context, id, right)

    const { journal } = await world.order(id)

    expect(journal.filter(({ kind }) => kind === 'transaction.known')).toMatchObject([
      { data: { reference, wallet_code: 'LT000001', amount_vnd: 50_000, type: '1' } },
    ])
  })

  it('keeps the refunds that were made under the wrong name, and returns the rest under the right one', async () => {
    const { world, reference, right } = await wrongSecondPayment()
    await refundOrder(world.context, id, { id: 'R1', vnd: 20_000, transactionId: 'X1' })
    await fileNames(world, reference)
    await settleLinkedPayment(world.context, id, right)

    const more = { id: 'R2', vnd: 30_001, transactionId: 'LT000001' }
    const tooMuch = await refundOrder(world.context, id, more)
    const rest = await refundOrder(world.context, id, { ...more, id: 'R3', vnd: 30_000 })

    expect(tooMuch.outcome).toBe('not_refundable')
    expect(rest).toMatchObject({ outcome: 'known', refund: { state: 'refunded' } })
    expect(await namesOfDisputed(world)).toEqual(['LT000001 returned'])
    expect(await world.order(id)).toMatchObject({
      order: { state: 'paid' },
      refunds: [{ transactionId: 'LT000001' }, { transactionId: 'LT000001' }],
    })
  })

  it('is corrected after all of it was returned', async () => {
    const { world, reference, right } = await wrongSecondPayment()
    await refundOrder(world.context, id, { id: 'R1', vnd: 50_000, transactionId: 'X1' })
    await fileNames(world, reference)

    const outcome = await settleLinkedPayment(world.context, id, right)

    expect(outcome).toMatchObject({ outcome: 'settled', order: { state: 'paid' } })
    expect(await namesOfDisputed(world)).toEqual(['LT000001 returned'])
  })

  it('is not corrected while a refund of it is open', async () => {
    const { world, reference, right } = await wrongSecondPayment()
    world.service.fault = (call) => (call === 'refund' ? 'lost request' : 'none')
    await refundOrder(world.context, id, { id: 'R1', vnd: 20_000, transactionId: 'X1' })
    await fileNames(world, reference)

    const early = await settleLinkedPayment(world.context, id, right)
    world.service.fault = () => 'none'
    world.advance({ hours: 2 })
    await sweep(world.context)
    const later = await settleLinkedPayment(world.context, id, right)

    expect(early).toMatchObject({ outcome: 'not_unknown' })
    expect(later).toMatchObject({ outcome: 'settled' })
    expect(await namesOfDisputed(world)).toEqual(['LT000001 open'])
  })

  it('is one payment when its late answer names another transaction, and is corrected to that', async () => {
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
    await settleLinkedPayment(world.context, id, { ...paid, reference, transactionId: 'X1' })
    release()
    await paying

    const before = await namesOfDisputed(world)
    const word = { ...paid, reference, transactionId: 'LT000001' }
    const outcome = await settleLinkedPayment(world.context, id, word)

    expect(before).toEqual(['X1 open'])
    expect(await world.alertKinds()).toContain('linked_payment_contradicted')
    expect(outcome).toMatchObject({ outcome: 'settled' })
    expect(await namesOfDisputed(world)).toEqual(['LT000001 open'])
    await fileNames(world, reference)
    const { journal } = await world.order(id)
    expect(journal.filter(({ kind }) => kind === 'transaction.known')).toMatchObject([
      { data: { reference, wallet_code: 'LT000001', amount_vnd: 50_000 } },
    ])
  })

  it('can be accepted once its name is not that of another order any more', async () => {
    const { world, reference, right } = await transactionOfOther()
    const before = await namesOfDisputed(world)
    await fileNames(world, reference)
    await settleLinkedPayment(world.context, id, right)

    const accepted = await acceptDispute(world.context, id, { ...by, transactionId: 'LT000001' })

    expect(before).toEqual(['X1 open'])
    expect(accepted).toMatchObject({
      outcome: 'settled',
      order: { state: 'paid', payment: { transactionId: 'LT000001', vnd: 50_000 } },
    })
    expect(await findOrder(world.context, 'order-2')).toMatchObject({
      state: 'paid',
      payment: { transactionId: 'X1' },
    })
  })

  it('is corrected after it was accepted, and leaves the transaction to the other order', async () => {
    const { world, reference, right } = await transactionOfOther()
    await acceptDispute(world.context, id, { ...by, transactionId: 'X1' })
    await refundOrder(world.context, id, { id: 'R1', vnd: 20_000 })
    await fileNames(world, reference)

    const outcome = await settleLinkedPayment(world.context, id, right)
    const rest = await refundOrder(world.context, id, { id: 'R2', vnd: 30_000 })

    expect(outcome).toMatchObject({
      outcome: 'settled',
      order: { state: 'part_refunded', payment: { transactionId: 'LT000001' } },
    })
    expect(rest).toMatchObject({ outcome: 'known', refund: { state: 'refunded' } })
    expect(await namesOfDisputed(world)).toEqual(['LT000001 accepted'])
  })

  it('is corrected where the right transaction has an alert of its own already', async () => {
    const { world, reference, right } = await wrongSecondPayment()
    await fileNames(world, reference)
    const kind = 'possible_double_payment'
    const subject = `${id}:LT000001`
    await raiseAlert(world.context, { kind, subject, atMs: world.now(), data: { order_id: id } })

    expect(await settleLinkedPayment(world.context, id, right)).toMatchObject({
      outcome: 'settled',
    })
    expect(await namesOfDisputed(world)).toEqual(['LT000001 open'])
  })

  it('pays its order after the wrong transaction was released to another order', async () => {
    const { world, reference, right } = await transactionOfOther()
    await releaseDispute(world.context, id, { ...by, transactionId: 'X1' })
    const before = await findOrder(world.context, id)
    await fileNames(world, reference)
    const other = await world.order('order-2')

    const outcome = await settleLinkedPayment(world.context, id, right)
    const again = await settleLinkedPayment(world.context, id, right)
    const refund = await refundOrder(world.context, id, { id: 'R1', vnd: 50_000 })

    expect(before).toMatchObject({ state: 'expired' })
    expect(await world.order('order-2')).toEqual(other)
    expect(await world.alertKinds()).toContain('file_contradicts')
    expect(outcome).toMatchObject({
      outcome: 'settled',
      order: { state: 'paid', payment: { transactionId: 'LT000001' } },
    })
    expect(again).toMatchObject({ outcome: 'settled', order: { state: 'paid' } })
    expect(refund).toMatchObject({ outcome: 'known', refund: { state: 'refunded' } })
    expect(await world.linkedAttempt(id)).toMatchObject({ transactionId: 'LT000001' })
    const reopening = await reopenDispute(world.context, id, { ...by, transactionId: 'X1' })
    expect(reopening).toMatchObject({ outcome: 'not_unknown', order: { state: 'refunded' } })
  })

  it('keeps its transaction when the right one has become that of another order since', async () => {
    const { world, reference, right } = await transactionOfOther()
    await releaseDispute(world.context, id, { ...by, transactionId: 'X1' })
    await fileNames(world, reference)
    await world.openAndStart({ id: 'order-3', amountVnd: 50_000 })
    world.service.pay(world.service.newest, { transaction_id: 'LT000001' })
    world.advance({ minutes: 1 })
    await sweep(world.context)

    const outcome = await settleLinkedPayment(world.context, id, right)

    expect(outcome).toMatchObject({ outcome: 'not_unknown' })
    expect(await world.linkedAttempt(id)).toMatchObject({ state: 'paid', transactionId: 'X1' })
  })

  it('is corrected after its wrong release to another order was taken back', async () => {
    const { world, reference, right } = await transactionOfOther()
    await releaseDispute(world.context, id, { ...by, transactionId: 'X1' })
    const reopening = await reopenDispute(world.context, id, { ...by, transactionId: 'X1' })
    await fileNames(world, reference)
    await settleLinkedPayment(world.context, id, right)

    expect(reopening).toMatchObject({ outcome: 'settled', order: { state: 'disputed' } })
    expect(await namesOfDisputed(world)).toEqual(['LT000001 open'])
  })

  const stops = [0, 1, 2].flatMap((last) => [
    { last, isSecond: false },
    { last, isSecond: true },
  ])
  it.each(stops)(
    'gets its name by a repeated verdict when the process stopped after batch $last (second payment: $isSecond)',
    async ({ last, isSecond }) => {
      const { world, page, reference, right } = await transactionOfOther()
      await releaseDispute(world.context, id, { ...by, transactionId: 'X1' })
      if (isSecond) {
        await recordCallback(world.context, world.service.pay(page, { transaction_id: 'T-PAGE' }))
        await world.live(2)
      }
      await fileNames(world, reference)
      const database = failingDatabase(env.DB, (batch) => (batch > last ? 'before' : 'none'))
      await settleLinkedPayment({ ...world.context, database }, id, right).catch(() => {})

      await settleLinkedPayment(world.context, id, right)

      expect(await world.linkedAttempt(id)).toMatchObject({ transactionId: 'LT000001' })
      const { journal } = await world.order(id)
      const rows = journal.filter(({ kind }) => kind === 'transaction.known')
      expect(rows).toHaveLength(isSecond ? 1 : 0)
    },
  )

  it('has one row in the partner files after that, also where the file is sent again', async () => {
    const { world, reference, right } = await transactionOfOther()
    await releaseDispute(world.context, id, { ...by, transactionId: 'X1' })
    await fileNames(world, reference)
    await settleLinkedPayment(world.context, id, right)
    const corrected = dayOf(world.now())
    const row = { amount: 50_000, date: world.date() }
    await world.putServiceFile([
      { ...row, invoice: reference, wallet: 'LT000001' },
      { ...row, invoice: 'ELSEWHERE', wallet: 'W9' },
    ])
    world.advance({ minutes: 10 })
    await world.work()
    world.toNextDay()
    await world.work()

    const { journal } = await world.order(id)
    const named = journal.filter(({ data }) => data['wallet_code'] === 'LT000001')
    const rows = (await world.text(world.name('partner', corrected))).split('\r\n')
    expect(await world.count('SELECT COUNT(*) n FROM reconciliation_runs')).toBeGreaterThan(1)
    expect(named.map(({ kind }) => kind)).toEqual(['payment.contradicted', 'payment.confirmed'])
    expect(rows.filter((one) => one.includes(',LT000001,'))).toHaveLength(1)
  })

  it('is not corrected to a transaction that the service has not named, or that another order has', async () => {
    const { world, reference, right } = await wrongSecondPayment()
    const early = await settleLinkedPayment(world.context, id, right)
    await fileNames(world, reference)
    await world.openAndStart({ id: 'order-2', amountVnd: 50_000 })
    world.service.pay(world.service.newest, { transaction_id: 'LT000001' })
    world.advance({ minutes: 1 })
    await sweep(world.context)
    const unnamed = settleLinkedPayment(world.context, id, { ...right, transactionId: 'X2' })

    expect(early).toMatchObject({ outcome: 'not_unknown' })
    await expect(unnamed).rejects.toThrow('must be one that the service has named for it: LT000001')
    expect(await settleLinkedPayment(world.context, id, right)).toMatchObject({
      outcome: 'not_unknown',
    })
    expect(await namesOfDisputed(world)).toEqual(['X1 open'])
  })

  it('adds no row to the partner file when the transaction is that of another order', async () => {
    const { world, reference, right } = await wrongSecondPayment()
    await fileNames(world, reference)
    await world.openAndStart({ id: 'order-2', amountVnd: 50_000 })
    world.service.pay(world.service.newest, { transaction_id: 'LT000001' })
    world.advance({ minutes: 1 })
    await sweep(world.context)
    const day = dayOf(world.now())

    await settleLinkedPayment(world.context, id, right)
    world.toNextDay()
    await world.work()

    const rows = (await world.text(world.name('partner', day))).split('\r\n')
    expect(rows.filter((row) => row.includes(',LT000001,'))).toHaveLength(1)
  })

  it('whose transaction the service itself has named is not corrected', async () => {
    const { world, page, reference } = await unknownBesidePage()
    await settleLinkedPayment(world.context, id, { ...by, reference, result: 'not_paid' })
    world.service.pay(page)
    world.advance({ minutes: 1 })
    await sweep(world.context)
    await settleLinkedPayment(world.context, id, { ...paid, reference, transactionId: 'LT000001' })
    const date = world.date()
    await world.endDay([
      { invoice: reference, wallet: 'LT000001', amount: 50_000, date },
      { invoice: reference, wallet: 'LT000009', amount: 50_000, date },
    ])

    const word = { ...paid, reference, transactionId: 'LT000009' }
    const outcome = await settleLinkedPayment(world.context, id, word)

    expect(outcome).toMatchObject({ outcome: 'not_unknown' })
    expect(await namesOfDisputed(world)).toEqual(['LT000001 open'])
  })

  it('is not corrected by the name of another charge that a person has named the same', async () => {
    const world = new DailyWorld()
    await world.openLinked({ amountVnd: 50_000, expiresInMinutes: 60 })
    await startPayment(world.context, id, { method: 'web-payment' })
    const page = world.service.newest
    const first = await world.payWithoutAnswer(id)
    const denied = { ...by, reference: first.reference, result: 'not_paid' } as const
    await settleLinkedPayment(world.context, id, denied)
    const second = await world.payWithoutAnswer(id)
    world.service.pay(page)
    world.advance({ minutes: 1 })
    await sweep(world.context)
    for (const { reference } of [second, first]) {
      await settleLinkedPayment(world.context, id, { ...paid, reference, transactionId: 'X1' })
    }
    await fileNames(world, first.reference)
    const right = { ...paid, reference: first.reference, transactionId: 'LT000001' }

    const outcome = await settleLinkedPayment(world.context, id, right)

    expect(outcome).toMatchObject({ outcome: 'not_unknown' })
    expect((await world.order(id)).disputedPayments).toMatchObject([
      { transactionId: 'X1', reference: second.reference },
    ])
  })
})
