import { describe, expect, it } from 'vitest'
import { DailyWorld, type ServiceRow } from '../../../test/daily-world.ts'
import { refundAccepted, refusal } from '../../../test/scripted-service.ts'
import { refundOrder, settleRefundByVerdict } from '../../index.ts'
import type { RefundVerdict } from '../../refunds/refunds-api.ts'
import { findReconciliation, listDifferences } from '../index.ts'
import { dayOf } from '../vietnam-day.ts'

/**
 * A day with a refund R1 of 1,000 VND and 2 points, which is all of its order, that a verdict has
 * settled as not returned: after 5000800 and "this id exists", or after its money was returned.
 */
async function denied(was: 'unknown' | 'points owed' | 'sent twice' = 'unknown') {
  const world = new DailyWorld()
  await world.openAndPay({ id: 'other' })
  await world.openAndPay({ amountVnd: 3000 }, { vnd_amount: 1000, point_amount: 2 })
  const { service } = world
  const unclear = refusal(5000800, 'maybe')
  service.refundAnswer = () => (was === 'points owed' ? refundAccepted(2000801) : unclear)
  await refundOrder(world.context, 'order-1', { id: 'R1', vnd: 1000, points: 2 })
  service.refundAnswer = () => (was === 'sent twice' ? unclear : refusal(4090801, 'maybe'))
  await world.live(2, 30)
  const say = (verdict: Partial<RefundVerdict>) =>
    settleRefundByVerdict(world.context, 'order-1', 'R1', {
      result: 'refunded',
      reason: 'looked up at the service',
      staffId: 'an',
      ...verdict,
    })
  await say({ result: 'not_refunded' })
  const { order } = await world.order('order-1')
  const paid = {
    invoice: order.paidReference ?? '',
    wallet: order.paidTransactionId ?? '',
    date: world.date(),
  }
  const payments: readonly ServiceRow[] = [
    await world.rowOfPayment('other'),
    { ...paid, amount: 1000 },
    { ...paid, amount: 2, currency: 'POINT' },
  ]
  const of = { invoice: 'R1', wallet: 'WR1', date: world.date(), type: '-1' }
  const money: ServiceRow = { ...of, amount: 1000 }
  const points: ServiceRow = { ...of, amount: 2, currency: 'POINT' }
  /** The service puts down the file of the day that is over, and it is worked on. */
  async function nextDay(...rows: readonly ServiceRow[]): Promise<string> {
    const day = dayOf(world.now())
    await world.endDay([...(day === world.day ? payments : []), ...rows], day)
    await world.live(1, 30)
    return day
  }
  const refund = async () => (await world.order('order-1')).refunds[0]
  const totals = async (day: string) => (await findReconciliation(world.files, day))?.run?.totals
  const contradictions = async () =>
    (await world.order('order-1')).journal
      .filter(({ kind }) => kind === 'refund.contradicted')
      .map(({ evidence, data }) => ({ evidence, ...data }))
  return { world, say, money, points, nextDay, refund, totals, contradictions }
}

describe('a refund that a verdict has settled as not returned', () => {
  it('can be corrected only under the code that the file names, and then the files agree', async () => {
    const { world, say, money, points, nextDay, totals, contradictions, refund } = await denied()

    const day1 = await nextDay(money, points)
    const found = await contradictions()
    const kinds = await world.alertKinds()
    const before = await refund()
    await expect(say({ walletCode: 'W-TYPED' })).rejects.toThrow(
      "The verdict's walletCode must be one that the service has named for it: WR1.",
    )
    const outcome = await say({ walletCode: 'WR1' })
    const day2 = await nextDay()
    const day3 = await nextDay()

    expect(found).toMatchObject([
      {
        evidence: 'daily file of the service',
        refund_id: 'R1',
        vnd: 1000,
        points: 2,
        wallet_code: 'WR1',
      },
    ])
    expect(kinds).toContain('file_contradicts')
    expect(before).toMatchObject({ state: 'refused', refusalReason: 'not_returned' })
    expect(outcome).toMatchObject({ outcome: 'settled', refund: { state: 'refunded' } })
    expect(await totals(day1)).toMatchObject({ counts: { '00': 2, '01': 1 } })
    const row = `,R1,WR1,3000,VND,0,0,0,MERCHANT-1,STORE-1,POS-1,${world.date()},12:00:00,0,`
    expect(await world.text(world.name('partner', day2))).toContain(row)
    expect(await totals(day2)).toMatchObject({
      counts: { '00': 1, '01': 0, '02': 0, '03': 0 },
      carried: { closed: 2, open: 0 },
    })
    expect(await listDifferences(world.files, { day: day1 })).toMatchObject({
      differences: [{ cleared: { on: day2, status: '00' } }],
    })
    expect(await world.text(world.name('partner', day3))).toBe('')
    expect(await totals(day3)).toMatchObject({ counts: { '01': 0, '02': 0, '03': 0 } })
    expect(await contradictions()).toHaveLength(1)
    expect(await world.alertKinds()).not.toContain('partner_rows_unproven')
  })

  it('can be corrected under each of two codes that the file names', async () => {
    const { say, money, points, nextDay, contradictions } = await denied()

    await nextDay(money, points, { ...money, wallet: 'WR2' }, { ...points, wallet: 'WR2' })

    expect(await contradictions()).toMatchObject([{ wallet_code: 'WR1' }, { wallet_code: 'WR2' }])
    await expect(say({ walletCode: 'W-TYPED' })).rejects.toThrow('named for it: WR1, WR2.')
    expect(await say({ walletCode: 'WR2' })).toMatchObject({ outcome: 'settled' })
  })

  it('is corrected by a line that names the file with its checksum, its code, day and time', async () => {
    const { world, say, money, points, nextDay, contradictions } = await denied()
    await nextDay(money, points)
    await say({ walletCode: 'WR1' })

    const { journal } = await world.order('order-1')
    const ofFile = ['file', 'file_sha256', 'service_code', 'file_date', 'file_time']
    const [named] = await contradictions()
    const { data } = journal.findLast(({ kind }) => kind === 'refund.settled') ?? {}
    expect(Object.keys(data ?? {})).toEqual(expect.arrayContaining(ofFile))
    expect(named).toMatchObject(
      Object.fromEntries(Object.entries(data ?? {}).filter(([name]) => ofFile.includes(name))),
    )
  })

  it('that was corrected before the file arrived has its row in the files of that day', async () => {
    const { world, say, money, points, nextDay, totals } = await denied()

    await say({ walletCode: 'WR1' })
    const day1 = await nextDay(money, points)

    expect(await world.text(world.name('partner', day1))).toContain(',R1,WR1,3000,VND')
    expect(await totals(day1)).toMatchObject({ counts: { '00': 3, '01': 0, '02': 0, '03': 0 } })
    expect(await world.alertKinds()).not.toContain('file_contradicts')
  })

  it('is corrected in halves as the file names them, each on its day', async () => {
    const { world, say, money, points, nextDay, totals, contradictions } = await denied()

    await nextDay(money)
    const half = await say({ walletCode: 'WR1', vnd: 1000 })
    const date = world.date(dayOf(world.now()))
    const day2 = await nextDay({ ...points, date })
    const whole = await say({ walletCode: 'WR1', points: 2 })
    const day3 = await nextDay()

    expect([half.outcome, whole.outcome]).toEqual(['settled', 'settled'])
    expect(await contradictions()).toMatchObject([
      { vnd: 1000, points: 0 },
      { vnd: 0, points: 2 },
    ])
    expect(await world.text(world.name('partner', day2))).toContain(',R1,WR1,1000,VND')
    expect(await world.text(world.name('partner', day3))).toContain(',R1,WR1,2000,VND')
    expect(await totals(day3)).toMatchObject({
      counts: { '01': 0, '02': 0, '03': 0 },
      carried: { open: 0 },
    })
  })

  it('can be corrected in the owed half when the file names it', async () => {
    const { say, points, nextDay, refund, contradictions } = await denied('points owed')

    await nextDay(points)
    const found = await contradictions()
    const known = await say({ walletCode: 'W-MONEY', vnd: 1000 })
    const outcome = await say({ walletCode: 'WR1' })

    expect(found).toMatchObject([{ vnd: 0, points: 2, wallet_code: 'WR1' }])
    expect(known.outcome).toBe('not_unknown')
    expect(outcome).toMatchObject({ outcome: 'settled' })
    expect(await refund()).toMatchObject({ state: 'refunded', owedRefused: false })
  })

  it('cannot be corrected once the file reports its only request as failed', async () => {
    const { world, say, money, points, nextDay, refund } = await denied()

    await nextDay({ ...money, status: '-1' }, { ...points, status: '-1' })
    const outcome = await say({ walletCode: 'WR1' })
    const { journal, order } = await world.order('order-1')

    expect(await refund()).toMatchObject({ state: 'refused', refusalReason: 'failed_in_file' })
    expect(outcome.outcome).toBe('not_unknown')
    expect([order.refundedVnd, order.settledVnd]).toEqual([0, 0])
    expect(journal.filter(({ kind }) => kind === 'refund.refused')).toMatchObject([
      { evidence: 'word of a person' },
      { evidence: 'daily file of the service', data: { late: true, wallet_code: 'WR1' } },
    ])
    const told = world.events.filter(({ type }) => type === 'order.refund_refused')
    expect(told).toHaveLength(1)
    expect(await world.alertKinds()).not.toContain('file_contradicts')
  })

  it.each<[string, 'sent twice' | 'unknown', Partial<ServiceRow>]>([
    ['one of two requests', 'sent twice', {}],
    ['another amount', 'unknown', { amount: 999 }],
    ['an earlier day', 'unknown', { date: '01/01/2020' }],
  ])('can be corrected after a failed row of %s, which proves nothing', async (_what, was, row) => {
    const { say, money, points, nextDay, refund } = await denied(was)

    await nextDay(
      { ...money, ...row, status: '-1' },
      { ...points, date: row.date ?? points.date, status: '-1' },
    )

    expect(await refund()).toMatchObject({ refusalReason: 'not_returned' })
    expect(await say({ walletCode: 'WR1' })).toMatchObject({ outcome: 'settled' })
  })
})
