import { env } from 'cloudflare:workers'
import { assert, describe, expect, it } from 'vitest'
import { DailyWorld } from '../../../test/daily-world.ts'
import { openOrder, refundOrder, transferMoney } from '../../index.ts'
import { Budget } from '../../pacing/budget.ts'
import {
  decideDifference,
  findDifference,
  findReconciliation,
  listDifferences,
  listDifferencesAbout,
} from '../index.ts'
import { keepDifferenceCodes } from './keep-difference-codes.ts'

/** A day on which three orders were paid, of which the service says something else for two. */
async function twoDiffer(): Promise<DailyWorld> {
  const world = new DailyWorld()
  for (const id of ['a', 'b', 'c']) await world.openAndPay({ id, amountVnd: 50_000 })
  world.toNextDay()
  const [a, b, c] = await Promise.all(['a', 'b', 'c'].map((id) => world.rowOfPayment(id)))
  if (a === undefined || b === undefined || c === undefined) throw new Error('not paid')
  const foreign = { ...a, invoice: 'NOT-OURS', wallet: 'W-OF-NOBODY', service: 'S-OF-NOBODY' }
  await world.putServiceFile([a, { ...b, amount: '50001.00' }, foreign])
  await world.work()
  return world
}

describe('listDifferences', () => {
  it('returns the rows of both sides, the differing columns and our transactions', async () => {
    const world = await twoDiffer()

    const listed = await listDifferences(world.files, { day: world.day })

    assert(listed.outcome === 'listed', listed.outcome)
    expect(listed.total).toBe(3)
    expect(listed.cursor).toBeUndefined()
    const byInvoice = new Map(
      listed.differences.map((one) => [
        (one.partner ?? one.service[0])?.columns.invoiceCode ?? '',
        one,
      ]),
    )
    const { order } = await world.order('b')
    const reference = order.paidReference ?? ''
    expect(byInvoice.get(reference)).toMatchObject({
      status: '03',
      differs: ['amount'],
      partner: { columns: { amount: '50000' }, status: '0' },
      service: [{ columns: { amount: '50001.00' }, description: 'two "books", one pen' }],
      ours: [{ kind: 'payment', id: reference, orderId: 'b', state: 'paid' }],
    })
    expect(byInvoice.get('NOT-OURS')).toMatchObject({ status: '01', ours: [] })
    expect(byInvoice.get('NOT-OURS')).not.toHaveProperty('partner')
    const missing = listed.differences.find(({ status }) => status === '02')
    expect(missing).toMatchObject({ service: [], ours: [{ orderId: 'c' }] })
  })

  it('returns pages with each difference once', async () => {
    const world = await twoDiffer()
    const positions: number[] = []
    let cursor: string | undefined
    do {
      const page = await listDifferences(world.files, {
        day: world.day,
        limit: 1,
        ...(cursor !== undefined && { cursor }),
      })
      assert(page.outcome === 'listed', page.outcome)
      expect(page.differences.length).toBeLessThanOrEqual(1)
      positions.push(...page.differences.map(({ position }) => position))
      cursor = page.cursor
    } while (cursor !== undefined)

    expect(positions).toHaveLength(3)
    expect(new Set(positions).size).toBe(3)
  })

  it('finds one by its run and position, and none where no line begins', async () => {
    const world = await twoDiffer()
    const listed = await listDifferences(world.files, { day: world.day })
    assert(listed.outcome === 'listed', listed.outcome)
    const [, second] = listed.differences
    const { runId } = listed
    const position = second?.position ?? 0

    expect(await findDifference(world.files, world.day, { runId, position })).toEqual(second)
    for (const wrong of [position + 1, -1, 0.5, 1e9]) {
      expect(await findDifference(world.files, world.day, { runId, position: wrong })).toBeNull()
    }
    const other = { runId: '0'.repeat(32), position }
    expect(await findDifference(world.files, world.day, other)).toBeNull()
  })

  it('names the refund and the transfer that a row is about', async () => {
    const world = new DailyWorld()
    await world.openAndPay({ id: 'a', amountVnd: 50_000 })
    world.service.fault = (call) => (call === 'refund' ? 'lost answer' : 'none')
    await refundOrder(world.context, 'a', { id: 'R1', vnd: 10_000 })
    world.toNextDay()
    const row = await world.rowOfPayment('a')
    const back = { invoice: 'R1', wallet: 'W9', amount: 9_000, date: world.date(world.day) }
    await world.putServiceFile([row, { ...back, date: row.date, type: '-1' }])
    await world.work()

    const listed = await listDifferences(world.files, { day: world.day })

    expect(listed).toMatchObject({
      differences: [
        { type: '-1', ours: [{ kind: 'refund', id: 'R1', orderId: 'a', state: 'refund_unknown' }] },
      ],
    })
  })

  it('reports a day without a comparison, and a page of an older run', async () => {
    const world = await twoDiffer()
    const none = await listDifferences(world.files, { day: '2026-01-01' })
    const first = await listDifferences(world.files, { day: world.day, limit: 1 })
    assert(first.outcome === 'listed', first.outcome)
    await world.putServiceFile([await world.rowOfPayment('a')])
    world.advance({ hours: 1 })
    await world.work()

    const next = await listDifferences(world.files, {
      day: world.day,
      ...(first.cursor !== undefined && { cursor: first.cursor }),
    })

    expect([none.outcome, next.outcome]).toEqual(['not_compared', 'compared_anew'])
  })

  it('reports when the rows are not stored', async () => {
    const world = await twoDiffer()
    const view = await findReconciliation(world.files, world.day)
    await env.FILES.delete(view?.run?.outputs?.['differences']?.key ?? '')

    expect(await listDifferences(world.files, { day: world.day })).toEqual({
      outcome: 'not_kept',
      total: 3,
    })
  })

  it('returns no difference for a day on which everything agrees', async () => {
    const world = new DailyWorld()
    await world.openAndPay({ id: 'a' })
    await openOrder(world.context, { id: 'open', amountVnd: 1_000 })
    await world.endDay([await world.rowOfPayment('a')])

    expect(await listDifferences(world.files, { day: world.day })).toMatchObject({
      outcome: 'listed',
      total: 0,
      differences: [],
    })
  })

  it.each([{ limit: 0 }, { limit: 51 }, { cursor: 'x' }, { cursor: '' }, { day: 'today' }])(
    'refuses %j',
    async (filter) => {
      const world = new DailyWorld()

      await expect(listDifferences(world.files, { day: world.day, ...filter })).rejects.toThrow(
        TypeError,
      )
    },
  )
})

describe('listDifferencesAbout', () => {
  it('returns each difference of an order, with its verdict', async () => {
    const world = await twoDiffer()
    const [ofB] = await listDifferencesAbout(world.files, 'order', 'b')
    assert(ofB !== undefined, 'none')
    await decideDifference(world.files, ofB.day, {
      runId: ofB.runId,
      position: ofB.position,
      verdict: 'ours',
      reason: 'ticket 4711',
      staffId: 'an',
    })

    const after = await listDifferencesAbout(world.files, 'order', 'b')
    expect(after).toMatchObject([
      {
        day: world.day,
        status: '03',
        differs: ['amount'],
        ours: [{ kind: 'payment', orderId: 'b' }],
        verdict: { verdict: 'ours', staffId: 'an' },
      },
    ])
    expect(after).toEqual([{ ...after[0], ...(await findDifference(world.files, ofB.day, ofB)) }])
    const ofC = await listDifferencesAbout(world.files, 'order', 'c')
    expect(ofC).toMatchObject([{ status: '02', ours: [{ orderId: 'c' }] }])
    expect(ofC[0]).not.toHaveProperty('verdict')
    for (const id of ['a', 'none']) {
      expect(await listDifferencesAbout(world.files, 'order', id)).toEqual([])
    }
    const view = await findReconciliation(world.files, world.day)
    await env.FILES.delete(view?.run?.outputs?.['differences']?.key ?? '')
    expect(await listDifferencesAbout(world.files, 'order', 'b')).toEqual([])
  })

  it('finds a difference by a refund, and keeps a transfer and an order of the same id apart', async () => {
    const world = new DailyWorld()
    await world.openAndPay({ id: 'a', amountVnd: 50_000 })
    world.service.fault = (call) => (call === 'refund' ? 'lost answer' : 'none')
    await refundOrder(world.context, 'a', { id: 'R1', vnd: 10_000 })
    world.service.fault = () => 'none'
    const paidOut = { id: 'a', amountVnd: 7_000, receiverPhone: '0901234567' }
    const transfer = await transferMoney(world.context, paidOut)
    assert(transfer.outcome === 'known', transfer.outcome)
    world.toNextDay()
    const row = await world.rowOfPayment('a')
    const { reference } = transfer.transfer
    await world.putServiceFile([
      row,
      { invoice: 'R1', wallet: 'W9', amount: 9_000, date: row.date, type: '-1' },
      { invoice: reference, wallet: 'W10', amount: 7_001, date: row.date },
    ])
    await world.work()

    const ofOrder = await listDifferencesAbout(world.files, 'order', 'a')
    const ofTransfer = await listDifferencesAbout(world.files, 'transfer', 'a')
    expect(ofOrder.map(({ ours }) => ours)).toMatchObject([[{ kind: 'refund', id: 'R1' }]])
    expect(ofTransfer.map(({ ours }) => ours)).toMatchObject([[{ kind: 'transfer', id: 'a' }]])
  })

  it('returns those of the current run, also when an earlier run is current again, as far as they were indexed', async () => {
    const world = await twoDiffer()
    const first = await listDifferencesAbout(world.files, 'order', 'b')
    const agreeing = await Promise.all(['a', 'b', 'c'].map((id) => world.rowOfPayment(id)))
    const before = await world.text(world.name('service'))
    await world.putServiceFile(agreeing)
    world.advance({ hours: 1 })
    await world.work()
    const none = await listDifferencesAbout(world.files, 'order', 'b')
    await env.FILES.put(world.name('service'), before)
    world.advance({ hours: 1 })
    await world.work()

    expect(first).toHaveLength(1)
    expect(none).toEqual([])
    expect(await listDifferencesAbout(world.files, 'order', 'b')).toEqual(first)

    await env.DB.batch([
      env.DB.prepare('DELETE FROM difference_codes'),
      env.DB.prepare('UPDATE reconciliation_runs SET codes_from = 0 WHERE id = ?').bind(
        first[0]?.runId,
      ),
    ])
    const { files } = world
    const noRoom = new Budget(files, { statements: 1, ms: 60_000 })
    await keepDifferenceCodes({ ...files, budget: noRoom })
    expect(await listDifferencesAbout(files, 'order', 'b')).toEqual([])
    await keepDifferenceCodes(files)
    await keepDifferenceCodes(files)
    expect(await listDifferencesAbout(files, 'order', 'b')).toEqual(first)
    const open = 'SELECT count(*) n FROM reconciliation_runs WHERE codes_from IS NOT NULL'
    expect(await world.count(open)).toBe(0)
  })
})
