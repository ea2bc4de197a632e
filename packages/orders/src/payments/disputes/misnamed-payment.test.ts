import { env } from 'cloudflare:workers'
import { sql, type SQL } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { DailyWorld } from '../../../test/daily-world.ts'
import { confirmCallbacks } from '../../callbacks/confirm-callbacks.ts'
import {
  listAlerts,
  payWithLink,
  recordCallback,
  refundOrder,
  settleLinkedPayment,
  startPayment,
  sweep,
} from '../../index.ts'
import { transact } from '../../database/transact.ts'
import { verifyJournal } from '../../upkeep/index.ts'
import { countedBelongsTo } from './misnamed-payment.ts'

const id = 'order-1'
const by = { reason: 'seen on the merchant site', staffId: 'an' } as const

interface Misnamed {
  readonly world: DailyWorld
  /** The linked payment, and the transaction that the verdict names: that of the newest page. */
  readonly reference: string
  readonly transactionId: string
}

/**
 * The call to the linked wallet was not answered; the customer has paid the newest page, which the
 * order store does not know yet; and a verdict has called the linked payment paid under the
 * transaction of that page.
 */
async function misnamed({
  lost = 'request',
  holdPayment = false,
  paidPages = 0,
  paid = {},
  isOfOther = false,
}: {
  readonly lost?: 'answer' | 'request'
  readonly holdPayment?: boolean
  readonly paidPages?: number
  readonly paid?: Readonly<Partial<Record<'order_amount' | 'vnd_amount' | 'point_amount', number>>>
  /** Another order counts the transaction already. */
  readonly isOfOther?: boolean
} = {}): Promise<Misnamed> {
  const world = new DailyWorld()
  if (isOfOther) await world.openAndPay({ id: 'other' })
  await world.openLinked({ amountVnd: 50_000, expiresInMinutes: 60, holdPayment })
  const pages = []
  for (const method of ['web-payment', 'transaction-qr'] as const) {
    await startPayment(world.context, id, { method })
    pages.push(world.service.newest)
  }
  world.service.fault = (call) => (call === 'pay' ? `lost ${lost}` : 'none')
  await payWithLink(world.context, id)
  world.service.fault = () => 'none'
  for (const page of pages.slice(0, paidPages)) {
    world.service.pay(page)
    await recordCallback(world.context, world.service.callbackOf(page))
    await sweep(world.context)
  }
  const page = world.service.newest
  world.service.pay(page, paid)
  const transactionId = page.status.transaction_id ?? ''
  if (isOfOther) {
    await env.DB.prepare("UPDATE orders SET paid_transaction_id = ? WHERE id = 'other'")
      .bind(transactionId)
      .run()
  }
  const { reference } = await world.linkedAttempt(id)
  const word = { ...by, reference, result: 'paid', transactionId } as const
  const settled = await settleLinkedPayment(world.context, id, word)
  if (settled.outcome !== 'settled') throw new Error(`The verdict is ${settled.outcome}.`)
  return { world, reference, transactionId }
}

/** The service names the transaction for the newest page. */
async function confirm({ world }: Misnamed): Promise<void> {
  await recordCallback(world.context, world.service.callbackOf(world.service.newest))
  await sweep(world.context)
}

describe('a transaction that a person has named for a linked payment', () => {
  it('pays its own page when the service names it: the linked payment is unknown again', async () => {
    const found = await misnamed()
    const { world, reference, transactionId } = found
    await sweep(world.context)
    world.events.splice(0)

    await confirm(found)
    await confirm(found)

    const { order, attempts, journal, disputedPayments } = await world.order(id)
    const page = attempts.find((one) => one.method === 'transaction-qr')
    expect(order).toMatchObject({
      state: 'paid',
      paidReference: page?.reference,
      paidTransactionId: transactionId,
      paidServiceOrderId: page?.serviceOrderId,
      paidVnd: 50_000,
      confirmedBy: 'callback',
    })
    expect(page).toMatchObject({ state: 'paid', transactionId, nextPollAtMs: null })
    expect(await world.linkedAttempt(id)).toMatchObject({
      state: 'payment_unknown',
      transactionId: null,
    })
    expect(disputedPayments).toEqual([])
    expect(await world.openAlerts()).toEqual(['linked_payment_unknown'])
    expect(world.events.map(({ type, data }) => [type, data.facts])).toEqual([
      [
        'order.payment_corrected',
        expect.objectContaining({
          transaction_id: transactionId,
          reference: page?.reference,
          reference_before: reference,
        }),
      ],
    ])
    expect(journal.filter(({ kind }) => kind === 'payment.corrected')).toMatchObject([
      {
        evidence: 'signed query',
        data: { reference: page?.reference, reference_before: reference },
      },
    ])
    expect((await verifyJournal(world.context)).broken).toBeUndefined()
  })

  it('is refunded by the page that it has paid', async () => {
    const found = await misnamed()
    await confirm(found)

    const refund = await refundOrder(found.world.context, id, { id: 'R1', vnd: 50_000 })

    expect(refund).toMatchObject({ outcome: 'known', refund: { state: 'refunded' } })
    expect((await found.world.order(id)).order.state).toBe('refunded')
  })

  it.each([
    { result: 'not_paid', state: 'refused', order: 'paid' },
    { result: 'paid', state: 'paid', order: 'disputed' },
  ] as const)('leaves the linked payment to a second verdict: $result', async (verdict) => {
    const found = await misnamed({ lost: 'answer' })
    const { world, reference } = found
    await confirm(found)

    const word = { ...by, reference, result: verdict.result, transactionId: 'LT000001' } as const
    const settled = await settleLinkedPayment(world.context, id, word)

    expect(settled.outcome).toBe('settled')
    expect(await world.linkedAttempt(id)).toMatchObject({ state: verdict.state })
    expect((await world.order(id)).order.state).toBe(verdict.order)
  })

  it('leaves the linked payment to the row of the file, which makes it a disputed payment', async () => {
    const found = await misnamed({ lost: 'answer' })
    const { world, reference, transactionId } = found
    await confirm(found)
    const { paidReference } = (await world.order(id)).order

    const row = { amount: 50_000, date: world.date() }
    await world.endDay([
      { ...row, invoice: paidReference ?? '', wallet: transactionId },
      { ...row, invoice: reference, wallet: 'LT000001' },
    ])

    const { order, disputedPayments } = await world.order(id)
    expect(order.state).toBe('disputed')
    expect(disputedPayments).toMatchObject([
      { transactionId: 'LT000001', reference, state: 'open', foundBy: 'file' },
    ])
    expect(await world.text(world.name('partner'))).toContain(paidReference)
  })

  it('asks the service to release money that may be held for the linked payment', async () => {
    const found = await misnamed({ lost: 'answer', holdPayment: true })
    await confirm(found)
    await found.world.live(3)

    expect(await found.world.linkedAttempt(id)).toMatchObject({ state: 'released' })
    expect((await found.world.order(id)).order.state).toBe('paid')
  })

  it('leaves the linked payment to a second verdict when its held money was captured', async () => {
    const found = await misnamed({ lost: 'answer', holdPayment: true })
    const { world, reference } = found
    await sweep(world.context)

    await recordCallback(world.context, world.service.callbackOf(world.service.newest))
    await confirmCallbacks(world.context, { limit: 5 })
    const asked = await world.linkedAttempt(id)
    const word = { ...by, reference, result: 'paid', transactionId: 'LT000001' } as const
    const settled = await settleLinkedPayment(world.context, id, word)

    const { order, disputedPayments } = await world.order(id)
    expect(asked).toMatchObject({
      state: 'payment_unknown',
      calls: 0,
      nextCallAtMs: world.now(),
      leaseUntilMs: world.now(),
    })
    expect(settled.outcome).toBe('settled')
    expect(order.state).toBe('disputed')
    expect(disputedPayments).toMatchObject([{ transactionId: 'LT000001', reference }])
  })

  it('pays its own page where it was a disputed payment: refunds name the page', async () => {
    const parts = { vnd_amount: 48_000, point_amount: 2 }
    const found = await misnamed({ paidPages: 1, paid: parts })
    const { world, reference, transactionId } = found

    await recordCallback(world.context, world.service.callbackOf(world.service.newest))
    await confirmCallbacks(world.context, { limit: 5 })
    const { order, attempts, disputedPayments, journal } = await world.order(id)
    await confirm(found)

    const page = attempts.find((one) => one.method === 'transaction-qr')
    expect(order.state).toBe('disputed')
    expect(disputedPayments).toMatchObject([
      {
        transactionId,
        reference: page?.reference,
        serviceOrderId: page?.serviceOrderId,
        foundBy: 'callback',
        state: 'open',
        paidVnd: 48_000,
        paidPoints: 2,
      },
    ])
    expect(page).toMatchObject({ state: 'paid', transactionId })
    expect(await world.linkedAttempt(id)).toMatchObject({
      state: 'payment_unknown',
      transactionId: null,
    })
    expect(journal.filter(({ kind }) => kind === 'payment.corrected')).toMatchObject([
      { data: { reference: page?.reference, reference_before: reference } },
    ])
    const { alerts } = await listAlerts(world.context, { state: 'open' })
    expect(alerts.map(({ kind }) => kind)).toContain('linked_payment_unknown')
    const back = { id: 'R1', vnd: 48_000, points: 2, transactionId }
    expect(await refundOrder(world.context, id, back)).toMatchObject({
      outcome: 'known',
      refund: { state: 'refunded' },
    })
    expect((await world.order(id)).order.state).toBe('paid')
    await world.endDay([])
    const rows = (await world.text(world.name('partner'))).split('\r\n')
    expect(rows.find((row) => row.includes(page?.reference ?? ''))).toContain(
      `${transactionId},50000,`,
    )
  })

  it('gets no line for the partner file where another order has the row', async () => {
    const found = await misnamed({ paidPages: 1, isOfOther: true })
    const { world, transactionId } = found

    await confirm(found)

    const { disputedPayments, journal } = await world.order(id)
    expect(disputedPayments).toMatchObject([{ transactionId, foundBy: 'callback', hasRow: false }])
    const arrived = journal.filter(({ kind }) => kind === 'payment.arrived')
    expect(arrived.map(({ data }) => data['transaction_id'])).not.toContain(transactionId)
  })

  it('counts with the parts of the page, in a later version of the order', async () => {
    const found = await misnamed({ paid: { vnd_amount: 48_000, point_amount: 2 } })
    const { world, reference, transactionId } = found
    const before = (await world.order(id)).order

    await confirm(found)

    const { order } = await world.order(id)
    expect(order).toMatchObject({ paidVnd: 48_000, paidPoints: 2, version: before.version + 1 })
    await world.endDay([])
    const rows = (await world.text(world.name('partner'))).split('\r\n')
    const rowOf = (invoice: string) => rows.find((row) => row.includes(invoice))
    expect(rowOf(order.paidReference ?? '')).toContain(`${transactionId},50000,`)
    expect(rowOf(reference)).toBeUndefined()
    expect(await world.openAlerts()).toContain('partner_rows_unproven')
  })

  it.each([30_000, 70_000])(
    'pays its page with %i VND where the price is another, and raises an alert',
    async (vnd) => {
      const found = await misnamed({ paid: { order_amount: vnd, vnd_amount: vnd } })
      const { world, reference, transactionId } = found

      await confirm(found)
      await confirm(found)

      const { order, attempts } = await world.order(id)
      const page = attempts.find(({ method }) => method === 'transaction-qr')
      expect(page).toMatchObject({ state: 'paid', transactionId })
      expect(order).toMatchObject({
        state: 'paid',
        paidReference: page?.reference,
        paidTransactionId: transactionId,
        paidVnd: vnd,
      })
      expect(await world.linkedAttempt(id)).toMatchObject({ state: 'payment_unknown' })
      expect((await world.openAlerts()).toSorted()).toEqual([
        'linked_payment_unknown',
        'paid_amount_differs',
      ])
      const { alerts } = await listAlerts(world.context, { kind: 'paid_amount_differs' })
      expect(alerts).toMatchObject([
        {
          subject: `${id}:${transactionId}`,
          timesRaised: 1,
          facts: { order_amount: vnd, reference: page?.reference, reference_before: reference },
        },
      ])
      const refund = await refundOrder(world.context, id, { id: 'R1', vnd })
      expect(refund).toMatchObject({ outcome: 'known', refund: { state: 'refunded' } })
      await world.endDay([])
      const rows = (await world.text(world.name('partner'))).split('\r\n')
      const row = rows.find((line) => line.includes(page?.reference ?? ''))
      expect(row).toContain(`${transactionId},${vnd},`)
    },
  )

  it('raises an alert about another amount also once money is on its way back', async () => {
    const found = await misnamed({ paid: { order_amount: 30_000, vnd_amount: 30_000 } })
    const { world, reference } = found
    await refundOrder(world.context, id, { id: 'R1', vnd: 1000 })

    await confirm(found)

    expect((await world.order(id)).order).toMatchObject({ paidReference: reference })
    expect(await world.openAlerts()).toContain('paid_amount_differs')
  })

  it('is not accepted for the linked payment once the page counts under it', async () => {
    const world = new DailyWorld()
    await world.openLinked({ amountVnd: 50_000, expiresInMinutes: 60 })
    await startPayment(world.context, id, { method: 'web-payment' })
    const page = world.service.newest
    world.service.fault = (call) => (call === 'pay' ? 'lost request' : 'none')
    await payWithLink(world.context, id)
    world.service.fault = () => 'none'
    await recordCallback(world.context, world.service.pay(page))
    await sweep(world.context)
    const { reference } = await world.linkedAttempt(id)

    const settled = await settleLinkedPayment(world.context, id, {
      ...by,
      reference,
      result: 'paid',
      transactionId: page.status.transaction_id ?? '',
    })

    expect(settled.outcome).toBe('not_unknown')
    expect(await world.linkedAttempt(id)).toMatchObject({ state: 'payment_unknown' })
    expect((await world.order(id)).order.paidReference).toBe(page.reference)
  })

  it('stays where it is when the file names it for the linked payment', async () => {
    const found = await misnamed({ lost: 'answer' })
    const { world, reference, transactionId } = found
    const row = { amount: 50_000, date: world.date(), invoice: reference, wallet: transactionId }
    await world.endDay([row])

    await confirm(found)

    expect((await world.order(id)).order).toMatchObject({ paidReference: reference })
    expect(await world.linkedAttempt(id)).toMatchObject({ state: 'paid' })
  })

  it('stays where it is once money of the order is on its way back', async () => {
    const found = await misnamed({ lost: 'answer' })
    const { world, reference } = found
    await refundOrder(world.context, id, { id: 'R1', vnd: 1000 })
    const before = (await world.order(id)).order

    await confirm(found)

    expect(before.refundedVnd).toBe(1000)
    expect((await world.order(id)).order).toMatchObject({ paidReference: reference })
    expect(await world.linkedAttempt(id)).toMatchObject({ state: 'paid' })
  })
})

describe('countedBelongsTo', () => {
  const unmoved: readonly { readonly when: string; readonly change: Partial<Moved> }[] = [
    { when: 'the order is another', change: { orderId: 'order-2' } },
    { when: 'its transaction is another', change: { transactionId: 'T99' } },
    { when: 'another payment counts by now', change: { before: 'e0-other' } },
    { when: 'a further condition does not hold', change: { where: sql`FALSE` } },
  ]

  it.each(unmoved)('changes nothing when $when', async ({ change }) => {
    const { world, moved } = await toMove()

    expect(await move(world, { ...moved, ...change })).toBe(false)

    expect((await world.order(id)).order.paidReference).toBe(moved.before)
  })

  it.each([
    ['a callback has confirmed it meanwhile', "UPDATE orders SET confirmed_by = 'callback'"],
    [
      'points of it are on their way back',
      'UPDATE orders SET paid_points = 1, refunded_points = 1',
    ],
    ['money of it is on its way back', 'UPDATE orders SET refunded_vnd = 1'],
    ['the linked payment does not count as paid', "UPDATE attempts SET state = 'refused'"],
  ])('changes nothing when %s', async (_when, statement) => {
    const { world, moved } = await toMove()
    await env.DB.prepare(statement).run()

    expect(await move(world, moved)).toBe(false)
  })

  it('changes the order otherwise', async () => {
    const { world, moved } = await toMove()

    expect(await move(world, moved)).toBe(true)
  })
})

interface Moved {
  readonly orderId: string
  readonly reference: string
  readonly transactionId: string
  readonly before: string
  readonly where?: SQL
}

/** A misnamed payment that counts, and the page for which the service is to name it. */
async function toMove(): Promise<{ readonly world: DailyWorld; readonly moved: Moved }> {
  const { world, reference: before, transactionId } = await misnamed()
  const { attempts } = await world.order(id)
  const page = attempts.find(({ method }) => method === 'transaction-qr')
  const moved = { orderId: id, reference: page?.reference ?? '', transactionId, before }
  return { world, moved }
}

function move({ context }: DailyWorld, { before, ...payment }: Moved): Promise<boolean> {
  const dispute = {
    ...payment,
    evidence: 'signed query',
    data: {},
    paid: { vnd: 50_000, points: 0, serviceOrderId: null, foundBy: 'callback' },
  } as const
  return transact(context, countedBelongsTo(dispute, { before, atMs: context.now() }))
}
