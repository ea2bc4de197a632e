import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { DailyWorld, numberedRefund, type ServiceRow } from '../../../test/daily-world.ts'
import { refusal } from '../../../test/scripted-service.ts'
import { findOrder, listAlerts, refundOrder, settleRefundByVerdict } from '../../index.ts'
import {
  decideDifference,
  findReconciliation,
  listDifferences,
  type DailyFilesSettings,
} from '../index.ts'
import { dayOf } from '../vietnam-day.ts'

/** Two orders are paid, A of 50,000 VND and B of 30,000 VND and 20 points; the service's rows of both. */
async function twoPaid(settings: Partial<DailyFilesSettings> = {}) {
  const world = new DailyWorld(settings)
  await world.openAndPay({ id: 'A', amountVnd: 50_000 })
  await world.openAndPay({ id: 'B', amountVnd: 50_000 }, { vnd_amount: 30_000, point_amount: 20 })
  const a = await world.rowOfPayment('A')
  const b = await world.rowOfPayment('B')
  const payments = [a, { ...b, amount: 30_000 }, { ...b, amount: 20, currency: 'POINT' }]
  world.events.splice(0)
  let isFirst = true
  /** The service puts down the file of the day that is over, and it is worked on. */
  async function nextDay(...rows: readonly ServiceRow[]): Promise<string> {
    const day = dayOf(world.now())
    world.toNextDay()
    await world.putServiceFile([...(isFirst ? payments : []), ...rows], day)
    isFirst = false
    await world.work()
    await world.live(1, 30)
    return day
  }
  /** A refund of an order on the merchant site, which the service lists by our reference of the payment. */
  const refundOf = (payment: ServiceRow, amount: number, more: Partial<ServiceRow> = {}) => ({
    invoice: payment.invoice,
    wallet: 'SITE-1',
    amount,
    date: world.date(dayOf(world.now())),
    type: '-1',
    ...more,
  })
  const totals = async (day: string) => (await findReconciliation(world.files, day))?.run?.totals
  /** States of the alerts about refunds that were made elsewhere, by their kinds. */
  async function alertsElsewhere(): Promise<string[]> {
    const { alerts } = await listAlerts(world.context)
    const ofThese = alerts.filter(({ kind }) => kind.startsWith('refund_elsewhere'))
    return ofThese.map(({ kind, state }) => `${kind} ${state}`)
  }
  return { world, a, b, payments, nextDay, refundOf, totals, alertsElsewhere }
}

const same = { '00': 2, '01': 0, '02': 0, '03': 0 }

// Specification: 1.19, 1.46
describe('a refund of our order that was made elsewhere', () => {
  it('becomes a refund of the order, with an event, and is no difference', async () => {
    const { world, a, nextDay, refundOf, totals } = await twoPaid()

    const day = await nextDay(refundOf(a, 20_000))

    const order = await findOrder(world.context, 'A')
    expect(order).toMatchObject({
      state: 'part_refunded',
      refunded: { vnd: 20_000, points: 0 },
      refunds: [
        { id: 'elsewhere:SITE-1', state: 'refunded', origin: 'elsewhere', vnd: 20_000, points: 0 },
      ],
    })
    expect(order?.timeline.find(({ kind }) => kind === 'refund.elsewhere')).toMatchObject({
      facts: { wallet_code: 'SITE-1', known: 'daily file of the service' },
    })
    expect(world.events).toMatchObject([
      {
        type: 'order.refunded',
        data: {
          order: { id: 'A', state: 'part_refunded' },
          facts: {
            refund_id: 'elsewhere:SITE-1',
            origin: 'elsewhere',
            vnd: 20_000,
            points: 0,
            state: 'refunded',
          },
        },
      },
    ])
    expect(await totals(day)).toMatchObject({
      counts: same,
      carried: { open: 0, added: 0 },
      foreign: [
        {
          name: 'refund-elsewhere',
          transactions: 1,
          sums: [{ currency: 'VND', type: 'refund', rows: 1, amount: '20000' }],
        },
      ],
    })
    expect(await findReconciliation(world.files, day)).toMatchObject({
      run: { bridgeCloses: true },
    })
    expect(await world.alertKinds()).toEqual([])
  })

  it('reduces the refundable amount exactly', async () => {
    const { world, a, nextDay, refundOf } = await twoPaid()
    world.service.refundAnswer = numberedRefund('W9')
    await nextDay(refundOf(a, 20_000))

    const tooMuch = await refundOrder(world.context, 'A', { id: 'R1', vnd: 30_001 })
    const rest = await refundOrder(world.context, 'A', { id: 'R2', vnd: 30_000 })

    expect(tooMuch).toMatchObject({
      outcome: 'not_refundable',
      remedy: expect.stringContaining('At most 30000 VND'),
    })
    expect(rest).toMatchObject({ refund: { state: 'refunded', origin: 'shop' } })
    expect(await findOrder(world.context, 'A')).toMatchObject({ state: 'refunded' })
  })

  it('is recorded once, however often its row is read', async () => {
    const { world, a, b, nextDay, refundOf, totals } = await twoPaid()
    const row = refundOf(a, 20_000)
    const day = await nextDay(row)
    const sentAgain = [a, { ...b, amount: 30_000 }, { ...b, amount: 20, currency: 'POINT' }]
    await world.putServiceFile([row, ...sentAgain], day)
    world.advance({ hours: 1 })
    const again = await world.work()

    const second = await nextDay(row)

    expect(again.reconciled).toBe(1)
    expect(world.events).toHaveLength(1)
    expect(await findOrder(world.context, 'A')).toMatchObject({
      refunded: { vnd: 20_000 },
      refunds: [{ id: 'elsewhere:SITE-1' }],
    })
    expect(await totals(day)).toMatchObject({ counts: same, foreign: [{ transactions: 1 }] })
    expect(await totals(second)).toMatchObject({
      counts: { '01': 0 },
      foreign: [{ transactions: 1 }],
    })
  })

  it('is recorded once when it refunds the whole order', async () => {
    const { world, b, nextDay, refundOf, totals } = await twoPaid()
    const rows = [refundOf(b, 30_000), refundOf(b, 20, { currency: 'POINT' })]
    await nextDay(...rows)

    const second = await nextDay(...rows)

    expect(await findOrder(world.context, 'B')).toMatchObject({
      state: 'refunded',
      refunded: { vnd: 30_000, points: 20 },
      refunds: [{ vnd: 30_000, points: 20 }],
    })
    expect(world.events).toHaveLength(1)
    expect(await totals(second)).toMatchObject({ counts: { '01': 0 } })
    expect(await world.alertKinds()).toEqual([])
  })

  it('may have two halves on two days', async () => {
    const { world, b, nextDay, refundOf } = await twoPaid()

    await nextDay(refundOf(b, 1000))
    await nextDay(refundOf(b, 3, { currency: 'POINT' }))

    expect(await findOrder(world.context, 'B')).toMatchObject({
      refunded: { vnd: 1000, points: 3 },
      refunds: [{ id: 'elsewhere:SITE-1' }, { id: 'elsewhere:SITE-1:points' }],
    })
    expect(world.events).toHaveLength(2)
  })

  it.each([
    [
      'the transaction of the payment',
      (a: ServiceRow) => ({ invoice: 'SITE-R', service: a.wallet }),
    ],
    [
      'its description',
      (a: ServiceRow) => ({
        invoice: 'SITE-R',
        description: `{"original_order_reference_id":"${a.invoice}"}`,
      }),
    ],
  ])('is recognized by %s', async (_name, how) => {
    const { world, a, nextDay, refundOf } = await twoPaid()

    await nextDay(refundOf(a, 20_000, how(a)))

    expect(await findOrder(world.context, 'A')).toMatchObject({ refunded: { vnd: 20_000 } })
  })

  it('has no row in the partner file, and needs none', async () => {
    const { world, a, nextDay, refundOf, totals } = await twoPaid()
    await nextDay(refundOf(a, 20_000))

    const second = await nextDay()

    expect(await world.text(world.name('partner', second))).toBe('')
    expect(await totals(second)).toMatchObject({
      counts: { '01': 0, '02': 0 },
      carried: { open: 0 },
    })
  })

  it('raises an alert when less is refundable, changes nothing, and is recorded once it fits', async () => {
    const { world, a, nextDay, refundOf, totals } = await twoPaid()
    world.service.refundAnswer = () => refusal(5000800, 'maybe')
    await refundOrder(world.context, 'A', { id: 'R1', vnd: 40_000 })

    const day = await nextDay(refundOf(a, 20_000))
    const before = await findOrder(world.context, 'A')
    const word = { result: 'not_refunded', reason: 'merchant site', staffId: 'lan' } as const
    await settleRefundByVerdict(world.context, 'A', 'R1', word)
    const second = await nextDay()

    expect(await totals(day)).toMatchObject({ counts: { '01': 1 }, carried: { added: 1 } })
    expect(before).toMatchObject({ refunded: { vnd: 40_000 } })
    expect(await world.alertKinds()).toContain('refund_elsewhere_exceeds')
    expect(await findOrder(world.context, 'A')).toMatchObject({
      refunded: { vnd: 20_000 },
      refunds: [
        { id: 'R1', state: 'refused' },
        { id: 'elsewhere:SITE-1', state: 'refunded' },
      ],
    })
    expect(await totals(second)).toMatchObject({ foreign: [{ transactions: 1 }] })
  })

  it.each([
    ['exceeds', 40_000, 20_000],
    ['unclear', 20_000, 20_000],
  ])(
    'closes the alert %s by itself once the row is recorded, and not before',
    async (doubt, ours, theirs) => {
      const { world, a, nextDay, refundOf, alertsElsewhere } = await twoPaid()
      world.service.refundAnswer = () => refusal(5000800, 'maybe')
      await refundOrder(world.context, 'A', { id: 'R1', vnd: ours })
      await nextDay(refundOf(a, theirs))
      const word = { result: 'not_refunded', reason: 'merchant site', staffId: 'lan' } as const
      await settleRefundByVerdict(world.context, 'A', 'R1', word)
      await world.live(5)
      const before = await alertsElsewhere()

      await nextDay()
      await world.live(2)

      expect(before).toEqual([`refund_elsewhere_${doubt} open`])
      expect(await alertsElsewhere()).toEqual([`refund_elsewhere_${doubt} closed`])
    },
  )

  it.each([
    ['unclear', 20_000, 20_000],
    ['exceeds', 40_000, 20_000],
  ])(
    'closes the alert %s by itself once a person has decided the difference of its row',
    async (doubt, ours, theirs) => {
      const { world, a, nextDay, refundOf, alertsElsewhere } = await twoPaid()
      world.service.refundAnswer = () => refusal(5000800, 'maybe')
      await refundOrder(world.context, 'A', { id: 'R1', vnd: ours })
      const day = await nextDay(refundOf(a, theirs))
      const before = await alertsElsewhere()
      const page = await listDifferences(world.files, { day })
      if (page.outcome !== 'listed') throw new Error(page.outcome)
      const position = page.differences.find(({ service }) =>
        service.some(({ columns }) => columns.walletCode === 'SITE-1'),
      )?.position
      const word = { verdict: 'explained', reason: 'asked the service', staffId: 'lan' } as const
      const place = { runId: page.runId, position: position ?? -1 }
      const decided = await decideDifference(world.files, day, { ...word, ...place })

      await world.live(2)

      expect(before).toEqual([`refund_elsewhere_${doubt} open`])
      expect(decided.outcome).toBe('decided')
      expect(await alertsElsewhere()).toEqual([`refund_elsewhere_${doubt} closed`])
    },
  )

  it('closes the alert by itself once a verdict names the row as our refund', async () => {
    const { world, a, nextDay, refundOf, alertsElsewhere } = await twoPaid()
    world.service.refundAnswer = () => refusal(4_090_801, 'maybe')
    await refundOrder(world.context, 'A', { id: 'R1', vnd: 20_000 })
    const row = refundOf(a, 20_000)
    await nextDay(row)
    const before = await alertsElsewhere()
    await settleRefundByVerdict(world.context, 'A', 'R1', {
      result: 'refunded',
      walletCode: row.wallet,
      reason: 'it was made on the merchant site',
      staffId: 'an',
    })

    await world.live(2)

    expect(before).toEqual(['refund_elsewhere_unclear open'])
    expect(await alertsElsewhere()).toEqual(['refund_elsewhere_unclear closed'])
  })

  it('leaves the alert about another amount of a recorded refund to a person', async () => {
    const { world, a, nextDay, refundOf, alertsElsewhere } = await twoPaid()
    await nextDay(refundOf(a, 20_000))

    await nextDay(refundOf(a, 25_000))
    await world.live(5)

    expect(await findOrder(world.context, 'A')).toMatchObject({ refunded: { vnd: 20_000 } })
    expect(await alertsElsewhere()).toEqual(['refund_elsewhere_exceeds open'])
  })

  it('is not recorded while a refund of ours over the same amount is unknown', async () => {
    const { world, a, nextDay, refundOf, totals } = await twoPaid()
    world.service.refundAnswer = () => refusal(5000800, 'maybe')
    await refundOrder(world.context, 'A', { id: 'R1', vnd: 20_000 })

    const day = await nextDay(refundOf(a, 20_000))

    expect(await findOrder(world.context, 'A')).toMatchObject({
      refunded: { vnd: 20_000 },
      refunds: [{ id: 'R1', state: 'refund_unknown' }],
    })
    expect(await world.alertKinds()).toContain('refund_elsewhere_unclear')
    expect(await totals(day)).toMatchObject({ counts: { '01': 1 } })
  })

  it.each([
    ['the day of its row', undefined, { '01': 0, '03': 1 }],
    ['the next day, before the file comes', '00:20', { '01': 1, '03': 0 }],
  ])(
    'is not recorded again once a verdict names it as our refund, on %s',
    async (_day, nextDayAt, counts) => {
      const { world, a, payments, refundOf, totals } = await twoPaid()
      world.service.refundAnswer = () => refusal(4_090_801, 'maybe')
      await refundOrder(world.context, 'A', { id: 'R1', vnd: 20_000 })
      const row = refundOf(a, 20_000)
      if (nextDayAt !== undefined) world.toNextDay(nextDayAt)

      await settleRefundByVerdict(world.context, 'A', 'R1', {
        result: 'refunded',
        walletCode: row.wallet,
        reason: 'it was made on the merchant site',
        staffId: 'an',
      })
      if (nextDayAt === undefined) world.toNextDay()
      await world.putServiceFile([...payments, row])
      await world.work()
      await world.endDay([], dayOf(world.now()))

      expect(await findOrder(world.context, 'A')).toMatchObject({
        refunded: { vnd: 20_000 },
        refunds: [{ id: 'R1', state: 'refunded' }],
      })
      expect(await totals(world.day)).toMatchObject({ counts })
      const { alerts } = await listAlerts(world.context, { state: 'open' })
      expect(alerts.map(({ kind }) => kind)).toContain('reconciliation_differences')
    },
  )

  it('does not take a row that names our refund', async () => {
    const { world, nextDay, refundOf, a } = await twoPaid()
    world.service.refundAnswer = () => refusal(5000800, 'maybe')
    await refundOrder(world.context, 'A', { id: 'R1', vnd: 20_000 })

    await nextDay(refundOf(a, 20_000, { invoice: 'R1', service: a.wallet }))

    expect(await findOrder(world.context, 'A')).toMatchObject({
      refunds: [{ id: 'R1', state: 'refunded', origin: 'shop' }],
    })
  })
})

describe('a row that a rule calls foreign', () => {
  const foreignRules = [{ name: 'merchant-qr', mid: 'STORE-1', invoiceCode: 'MQR-*' }]
  const taking = (wallet: string, amount: number, date: string): ServiceRow => ({
    invoice: `MQR-${wallet}`,
    wallet,
    amount,
    date,
  })

  it('is counted, summed and listed, and raises no alert', async () => {
    const { world, nextDay, totals } = await twoPaid({ foreignRules })
    const date = world.date()

    const day = await nextDay(taking('Q1', 20_000, date), taking('Q2', 5000, date))

    expect(await totals(day)).toMatchObject({
      counts: same,
      carried: { added: 0 },
      foreign: [{ name: 'merchant-qr', transactions: 2, sums: [{ rows: 2, amount: '25000' }] }],
    })
    expect(await world.alertKinds()).toEqual([])
    const { outputs } = (await findReconciliation(world.files, day))?.run ?? {}
    expect(await world.text(outputs?.['foreignRows']?.key ?? '')).toContain('merchant-qr,payment')
    expect(await world.text(outputs?.['report']?.key ?? '')).toContain('Not made through us')
    expect(JSON.parse(await world.text(outputs?.['manifest']?.key ?? ''))).toMatchObject({
      foreignRules,
    })
  })

  it('is a difference without the rules', async () => {
    const { world, nextDay, totals } = await twoPaid()

    const day = await nextDay(taking('Q1', 20_000, world.date()))

    expect(await totals(day)).toMatchObject({ counts: { '01': 1 }, foreign: [] })
    expect(await world.alertKinds()).toEqual(['reconciliation_differences'])
  })

  it('never has an id of ours, however wide the rule is', async () => {
    const world = new DailyWorld({ foreignRules: [{ name: 'all', mid: 'STORE-1' }] })
    await world.openAndPay({ id: 'A' })
    const known = await world.rowOfPayment('A')
    await world.openAndStart({ id: 'OPEN' })
    const { attempts } = await world.order('OPEN')
    const reference = attempts[0]?.reference ?? ''
    await world.endDay([known, { ...known, invoice: reference, wallet: 'W-OPEN' }])

    expect(reference).not.toBe('')
    expect((await findReconciliation(world.files, world.day))?.run?.totals).toMatchObject({
      counts: { '00': 1, '01': 1 },
      foreign: [],
    })
  })

  it('keeps the run id of a day in a deployment without rules', async () => {
    const { world, nextDay } = await twoPaid()
    const day = await nextDay()
    const id = (await findReconciliation(world.files, day))?.run?.id
    const { results } = await env.DB.prepare(
      'SELECT count(*) AS runs FROM reconciliation_runs WHERE day = ?',
    )
      .bind(day)
      .all()
    world.advance({ hours: 2 })
    await world.work()

    expect((await findReconciliation(world.files, day))?.run?.id).toBe(id)
    expect(results).toEqual([{ runs: 1 }])
  })
})
