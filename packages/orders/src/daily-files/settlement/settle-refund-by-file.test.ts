import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { DailyWorld, type ServiceRow } from '../../../test/daily-world.ts'
import { refundAccepted, refusal } from '../../../test/scripted-service.ts'
import type { Fault } from '../../../test/scripted-wallet.ts'
import { refundOrder, settleRefundByVerdict } from '../../index.ts'
import type { RefundAccepted } from '../../service/payment-port.ts'
import type { PortAnswer } from '../../service/port-answer.ts'
import { findReconciliation, listDifferences } from '../index.ts'
import { dayOf } from '../vietnam-day.ts'

type Setting = 'unknown' | 'presumed' | 'points owed' | 'money owed'

const half = (code: 2000801 | 2000802, number: string | null) => () => {
  const answer = refundAccepted(code)
  if (answer.outcome !== 'accepted' || number === null) return answer
  return { ...answer, data: { ...answer.data, refundWalletNumber: number } }
}

/** A day with a refund R1 of 1,000 VND and 2 points, which is all of its order, in a state. */
async function refunded(setting: Setting, number: string | null = 'WR1', vnd = 1000) {
  const world = new DailyWorld()
  await world.openAndPay({ id: 'other' })
  await world.openAndPay({ amountVnd: vnd + 2000 }, { vnd_amount: vnd, point_amount: 2 })
  const { service } = world
  const refund = () => refundOrder(world.context, 'order-1', { id: 'R1', vnd, points: 2 })
  if (setting === 'points owed') service.refundAnswer = half(2000801, number)
  if (setting === 'money owed') service.refundAnswer = half(2000802, number)
  if (setting === 'unknown') service.refundAnswer = () => refusal(5000800, 'maybe')
  if (setting === 'presumed') service.fault = (call) => (call === 'refund' ? 'lost answer' : 'none')
  await refund()
  if (setting === 'unknown') service.refundAnswer = () => refusal(4090801, 'maybe')
  service.fault = () => 'none'
  await world.live(2, 30)
  world.events.splice(0)
  const payments: ServiceRow[] = [await world.rowOfPayment('other')]
  const { order } = await world.order('order-1')
  const paid = {
    invoice: order.paidReference ?? '',
    wallet: order.paidTransactionId ?? '',
    date: world.date(),
  }
  payments.push({ ...paid, amount: vnd }, { ...paid, amount: 2, currency: 'POINT' })
  const rowOf = (amount: number, row: Partial<ServiceRow> = {}): ServiceRow => ({
    invoice: 'R1',
    wallet: 'WR1',
    amount,
    date: world.date(),
    type: '-1',
    ...row,
  })
  const money = rowOf(vnd)
  const points = rowOf(2, { currency: 'POINT' })
  /** The service puts down the file of the day that is over, and it is worked on. */
  async function nextDay(...rows: readonly ServiceRow[]): Promise<string> {
    const day = dayOf(world.now())
    const isFirst = day === world.day
    await world.endDay([...(isFirst ? payments : []), ...rows], day)
    await world.live(1, 30)
    return day
  }
  async function now() {
    const rows = await world.order('order-1')
    const { state, settledVnd, settledPoints, refundedVnd, refundedPoints } = rows.order
    return {
      refund: rows.refunds[0],
      order: [state, settledVnd, settledPoints, refundedVnd, refundedPoints],
      told: world.events.map(({ type }) => type),
      facts: world.events.at(-1)?.data.facts,
    }
  }
  const totals = async (day: string) => (await findReconciliation(world.files, day))?.run?.totals
  return { world, rowOf, money, points, nextDay, now, totals }
}

// Specification: 2.6.4
describe('a presumed refund', () => {
  it('is confirmed by the row of the file, with an event that adds no amount', async () => {
    const { money, points, nextDay, now } = await refunded('presumed')

    await nextDay(money, points)

    expect(await now()).toMatchObject({
      refund: { state: 'refunded', settledVnd: 1000, settledPoints: 2 },
      order: ['refunded', 1000, 2, 1000, 2],
      told: ['order.refund_confirmed'],
      facts: { refund_id: 'R1', vnd: 1000, points: 2, state: 'refunded' },
    })
  })

  it('has its row in the partner file of the day on which it was confirmed', async () => {
    const { world, money, points, nextDay, totals } = await refunded('presumed')
    await nextDay(money, points)

    const second = await nextDay()

    expect(await world.text(world.name('partner', second))).toContain(',R1,WR1,3000,VND')
    expect(await totals(second)).toMatchObject({
      counts: { '00': 1, '01': 0, '02': 0, '03': 0 },
      carried: { closed: 2, open: 0 },
    })
  })

  it('is unknown again once its day and the next are reconciled without it, with an alert', async () => {
    const { world, nextDay, now } = await refunded('presumed')

    await nextDay()
    const afterFirst = await now()
    await nextDay()

    expect(afterFirst).toMatchObject({ refund: { state: 'presumed_refunded' }, told: [] })
    expect(await now()).toMatchObject({
      refund: { state: 'refund_unknown', settledVnd: 0, settledPoints: 0, nextCallAtMs: null },
      order: ['paid', 0, 0, 1000, 2],
      told: ['order.refund_withdrawn'],
      facts: { refund_id: 'R1', vnd: 1000, points: 2, state: 'refund_unknown' },
    })
    expect(await world.alertKinds()).toContain('refund_presumed_wrong')
  })

  it('stays presumed while a file of its days is missing', async () => {
    const { world, nextDay, now } = await refunded('presumed')
    await nextDay()
    for (let days = 0; days < 5; days += 1) {
      world.toNextDay()
      await world.work()
    }

    expect(await now()).toMatchObject({ refund: { state: 'presumed_refunded' } })
  })

  it('is confirmed by a row that arrives later', async () => {
    const { world, money, points, nextDay, now } = await refunded('presumed')
    await nextDay()
    await nextDay()
    const { date } = { date: world.date(dayOf(world.now())) }

    await nextDay({ ...money, date }, { ...points, date })

    expect(await now()).toMatchObject({
      refund: { state: 'refunded' },
      order: ['refunded', 1000, 2, 1000, 2],
      told: ['order.refund_withdrawn', 'order.refund_confirmed'],
    })
  })

  it('is corrected to the half that the file names, and completed by the other half', async () => {
    const { world, money, points, nextDay, now } = await refunded('presumed')
    await nextDay(money)
    const corrected = await now()
    const date = world.date(dayOf(world.now()))

    await nextDay({ ...points, date })

    expect(corrected).toMatchObject({
      refund: { state: 'part_settled', settledVnd: 1000, settledPoints: 0 },
      order: ['part_refunded', 1000, 0, 1000, 2],
      told: ['order.refund_confirmed'],
      facts: { vnd: 1000, points: 0, owed_points: 2 },
    })
    expect(await now()).toMatchObject({
      refund: { state: 'refunded' },
      order: ['refunded', 1000, 2, 1000, 2],
      told: ['order.refund_confirmed', 'order.refund_confirmed'],
      facts: { vnd: 0, points: 2 },
    })
  })

  it('is unknown when the file names another amount', async () => {
    const { world, rowOf, nextDay, now, totals } = await refunded('presumed')

    const day = await nextDay(rowOf(999))
    expect(await totals(day)).toMatchObject({ settled: 0 })

    expect(await now()).toMatchObject({
      refund: { state: 'refund_unknown' },
      order: ['paid', 0, 0, 1000, 2],
      told: ['order.refund_withdrawn'],
    })
    const kinds = await world.alertKinds()
    expect(kinds).toContain('file_amount_differs')
    expect(kinds).toContain('refund_presumed_wrong')
  })

  it('is refused when the file reports a failure', async () => {
    const { world, rowOf, nextDay, now } = await refunded('presumed')

    await nextDay(rowOf(1000, { status: '-1' }), rowOf(2, { status: '-1', currency: 'POINT' }))

    expect(await now()).toMatchObject({
      refund: { state: 'refused', refusalReason: 'failed_in_file' },
      order: ['paid', 0, 0, 0, 0],
      told: ['order.refund_refused'],
    })
    expect(await world.alertKinds()).toContain('refund_presumed_wrong')
  })
})

describe('an unknown refund', () => {
  it('is settled by its rows of money and points', async () => {
    const { money, points, nextDay, now } = await refunded('unknown')

    await nextDay(money, points)

    expect(await now()).toMatchObject({
      refund: { state: 'refunded', remindAtMs: null },
      order: ['refunded', 1000, 2, 1000, 2],
      told: ['order.refunded'],
    })
  })

  it('is settled by its rows although it is of as many points as dong', async () => {
    const { money, points, nextDay, now } = await refunded('unknown', 'WR1', 2)

    await nextDay(money, points)

    expect(await now()).toMatchObject({ refund: { state: 'refunded' } })
  })

  it.each([
    ['money', 1000, 0],
    ['points', 0, 2],
  ] as const)('is settled in one half by a row of its %s', async (which, vnd, points) => {
    const setting = await refunded('unknown')

    await setting.nextDay(setting[which])

    expect(await setting.now()).toMatchObject({
      refund: { state: 'part_settled', settledVnd: vnd, settledPoints: points },
      order: ['part_refunded', vnd, points, 1000, 2],
      told: ['order.refunded'],
      facts: { vnd, points },
    })
  })

  it('is refused by a failed row, and its reservation is released', async () => {
    const { rowOf, nextDay, now } = await refunded('unknown')

    await nextDay(rowOf(1000, { status: '-1' }), rowOf(2, { status: '-1', currency: 'POINT' }))

    expect(await now()).toMatchObject({
      refund: { state: 'refused', refusalCode: 0, nextCallAtMs: null, remindAtMs: null },
      order: ['paid', 0, 0, 0, 0],
      told: ['order.refund_refused'],
    })
  })

  it.each<[string, Partial<ServiceRow>]>([
    ['is held', { status: '1' }],
    ['has another amount', { status: '-1', amount: 999 }],
    ['has no amount', { status: '-1', amount: 0 }],
  ])('is not refused by a row that %s', async (_what, row) => {
    const { rowOf, nextDay, now } = await refunded('unknown')

    await nextDay(rowOf(1000, row))

    expect(await now()).toMatchObject({
      refund: { state: 'refund_unknown' },
      order: ['paid', 0, 0, 1000, 2],
      told: [],
    })
  })

  it('is not refused by a failed row of a day after which it was retried', async () => {
    const { world, rowOf, nextDay, now, totals } = await refunded('unknown')
    const date = world.date(dayOf(world.now() - 24 * 3_600_000))
    const row = { status: '-1', date }

    const day = await nextDay(rowOf(1000, row), rowOf(2, { ...row, currency: 'POINT' }))
    expect(await totals(day)).toMatchObject({ settled: 0 })

    expect(await now()).toMatchObject({ refund: { state: 'refund_unknown' }, told: [] })
    expect(await world.alertKinds()).toContain('file_contradicts')
  })
})

/** A refund of all of an order whose calls meet these faults, and the row that reports it as failed. */
async function refundedAfter(
  faults: readonly Fault[],
  { requests, answer = refusal(4090801, 'maybe') }: CallsToTest = {},
) {
  const world = new DailyWorld()
  await world.openAndPay({ id: 'other' })
  await world.openAndPay({ amountVnd: 1000 })
  const { service } = world
  const calls = [...faults]
  service.fault = (call) => (call === 'refund' ? (calls.shift() ?? 'none') : 'none')
  const trace = requests === undefined ? {} : { trace: { requests } }
  service.refundAnswer = () => ({ ...answer, ...trace })
  await refundOrder(world.context, 'order-1', { id: 'R1', vnd: 1000 })
  await world.live(10, 30)
  const rows = await Promise.all(['other', 'order-1'].map((id) => world.rowOfPayment(id)))
  const date = world.date()
  const failed = { invoice: 'R1', wallet: 'WF1', amount: 1000, date, type: '-1', status: '-1' }
  const day = dayOf(world.now())
  world.events.splice(0)
  await world.endDay([...rows, failed], day)
  await world.live(1, 30)
  const { order, refunds } = await world.order('order-1')
  const told = world.events.map(({ type }) => type)
  return { world, date, refund: refunds[0], reserved: order.refundedVnd, told }
}

interface CallsToTest {
  /** HTTP requests of the last call. */
  readonly requests?: number
  /** Answer to each call that meets no fault. */
  readonly answer?: PortAnswer<RefundAccepted>
}

// Assumes G-116: any of the requests that were processed may be the one that failed.
describe('a failed row of a refund', () => {
  it.each<[string, readonly Fault[], CallsToTest]>([
    ['silence, and then "this id exists"', ['lost answer'], {}],
    ['a page of a proxy, and then "this id exists"', ['error after'], {}],
    ['a refused key, silence, and then "this id exists"', ['turned away', 'lost answer'], {}],
  ])(
    'refuses it after %s, because only one request can have failed',
    async (_what, faults, calls) => {
      const { refund, reserved, told } = await refundedAfter(faults, calls)

      expect(refund).toMatchObject({ state: 'refused', refusalReason: 'failed_in_file' })
      expect([reserved, told]).toEqual([0, ['order.refund_refused']])
    },
  )

  it.each<[string, readonly Fault[], CallsToTest]>([
    ['silence, and silence again', ['lost answer', 'lost answer'], {}],
    ['silence, and a call of two requests', ['lost answer'], { requests: 2 }],
    ['two pages of a proxy', ['error after', 'error after'], {}],
    ['silence, and a refusal', ['lost answer'], { answer: refusal(4004009, 'no') }],
    // The requests that made it were forgotten, by a restore of the database for example.
    ['"this id exists" at once', [], {}],
    ['a refused key, and then "this id exists"', ['turned away'], {}],
  ])(
    'raises an alert after %s, because another request may have made it',
    async (_what, faults, calls) => {
      const { world, date, refund, reserved } = await refundedAfter(faults, calls)
      const day = dayOf(world.now())
      const row = { invoice: 'R1', wallet: 'WR1', amount: 1000, date, type: '-1' }

      expect(refund).toMatchObject({ state: 'refund_unknown' })
      expect(reserved).toBe(1000)
      expect(await world.alertKinds()).toContain('file_contradicts')
      // The row of the request that made it comes late: nobody has been told to refund anew.
      await world.endDay([row], day)
      expect((await world.order('order-1')).refunds).toMatchObject([{ state: 'refunded' }])
    },
  )
})

describe('a refund in two halves', () => {
  it.each([
    ['points owed', 'money', 'points', '1000', '2000', [0, 2]],
    ['money owed', 'points', 'money', '2000', '1000', [1000, 0]],
  ] as const)(
    'with %s has a row of each half on its own day, and no lasting difference',
    async (setting, first, second, firstAmount, secondAmount, [vnd, points]) => {
      const { world, nextDay, now, totals, ...rows } = await refunded(setting)
      const day1 = await nextDay(rows[first])
      const afterFirst = await now()
      const date = world.date(dayOf(world.now()))
      const day2 = await nextDay({ ...rows[second], date })
      const afterSecond = await now()
      const day3 = await nextDay()

      expect(await totals(day1)).toMatchObject({ counts: { '00': 3, '01': 0, '02': 0, '03': 0 } })
      expect(afterFirst).toMatchObject({ refund: { state: 'part_settled' }, told: [] })
      expect(afterSecond).toMatchObject({
        refund: { state: 'refunded', settledVnd: 1000, settledPoints: 2 },
        order: ['refunded', 1000, 2, 1000, 2],
        told: ['order.refunded'],
        facts: { vnd, points },
      })
      expect(await totals(day2)).toMatchObject({
        counts: { '01': 1, '02': 0, '03': 0 },
        settled: 1,
      })
      expect(await world.text(world.name('partner', day1))).toContain(`,R1,WR1,${firstAmount},VND`)
      expect(await world.text(world.name('partner', day2))).toBe('')
      expect(await world.text(world.name('partner', day3))).toContain(`,R1,WR1,${secondAmount},VND`)
      expect(await totals(day3)).toMatchObject({
        counts: { '00': 1, '01': 0, '02': 0, '03': 0 },
        carried: { closed: 1, open: 0 },
      })
    },
  )

  it.each([
    ['points owed', '1000', '2000', { vnd: 0, points: 2 }],
    ['money owed', '2000', '1000', { vnd: 1000, points: 0 }],
  ] as const)(
    'with both halves on one day, with %s, has a row of each half and no false difference',
    async (setting, firstAmount, secondAmount, facts) => {
      const { world, money, points, nextDay, now, totals } = await refunded(setting)

      const day1 = await nextDay(money, points)
      const settled = await now()
      const day2 = await nextDay()
      const files = await Promise.all(
        [day1, day2].map((day) => world.text(world.name('partner', day))),
      )

      expect(settled).toMatchObject({
        refund: { state: 'refunded' },
        order: ['refunded', 1000, 2, 1000, 2],
        told: ['order.refunded'],
        facts,
      })
      expect(await totals(day1)).toMatchObject({
        counts: { '00': 3, '01': 1, '02': 0, '03': 0 },
        carried: { added: 1 },
        settled: 1,
      })
      expect(files[0]).toContain(`,R1,WR1,${firstAmount},VND`)
      expect(files[1]).toContain(`,R1,WR1,${secondAmount},VND`)
      expect(await totals(day2)).toMatchObject({
        counts: { '00': 1, '01': 0, '02': 0, '03': 0 },
        carried: { closed: 1, open: 0 },
      })
      expect(await world.alertKinds()).toEqual(['reconciliation_differences'])
    },
  )

  it('whose first half the service had not named gets a row for each half', async () => {
    const { world, money, points, nextDay, now, totals } = await refunded('points owed', null)

    await nextDay(money, points)
    const settled = await now()
    const day2 = await nextDay()

    expect(settled).toMatchObject({ refund: { state: 'refunded' } })
    const partner = await world.text(world.name('partner', day2))
    expect(partner).toContain(',R1,WR1,1000,VND')
    expect(partner).toContain(',R1,WR1,2000,VND')
    expect(await totals(day2)).toMatchObject({
      counts: { '00': 2, '01': 0, '02': 0, '03': 0 },
      exceptions: { duplicate: 0 },
      carried: { closed: 2, open: 0 },
    })
    expect(await listDifferences(world.files, { day: world.day })).toMatchObject({
      total: 1,
      decided: 1,
      differences: [{ service: [{}, {}], cleared: { on: day2, status: '00' } }],
    })
  })

  it.each([
    ['points owed', 'points'],
    ['money owed', 'money'],
  ] as const)(
    'with %s and without a code is completed by a row of the other half alone',
    async (setting, second) => {
      const { world, nextDay, now, ...rows } = await refunded(setting, null)

      await nextDay(rows[second])

      expect(await now()).toMatchObject({ refund: { state: 'refunded' } })
      expect(await world.alertKinds()).not.toContain('file_amount_differs')
    },
  )

  // Assumes G-128.
  it.each([
    [2000, 'refunded'],
    [1000, 'part_settled'],
  ])(
    'with points owed and %i VND returned, and a second row of the same amount, is %s',
    async (vnd, state) => {
      const { world, money, nextDay, now, totals } = await refunded('points owed', 'WR1', vnd)
      await nextDay(money)

      const date = world.date(dayOf(world.now()))
      const day = await nextDay({ ...money, wallet: 'WR2', date })

      expect(await now()).toMatchObject({ refund: { state } })
      const isSecond = state === 'part_settled'
      expect(await totals(day)).toMatchObject({ settled: isSecond ? 0 : 1 })
      expect((await world.alertKinds()).includes('file_contradicts')).toBe(isSecond)
    },
  )

  it.each(['points owed', 'money owed'] as const)(
    'with %s that a verdict has settled as returned gets both codes from the file',
    async (setting) => {
      const { world, money, points, nextDay } = await refunded(setting, null)
      const verdict = { result: 'refunded', reason: 'seen on the web site', staffId: 'an' } as const
      await settleRefundByVerdict(world.context, 'order-1', 'R1', verdict)

      await nextDay(money, points)
      const day2 = await nextDay()

      const partner = await world.text(world.name('partner', day2))
      expect(partner).toContain(',R1,WR1,1000,VND')
      expect(partner).toContain(',R1,WR1,2000,VND')
      expect(await world.alertKinds()).not.toContain('file_amount_differs')
    },
  )

  it('gets a row of the first half alone when the file names only that', async () => {
    const { world, money, nextDay, now } = await refunded('points owed', null)

    await nextDay(money)
    const settled = await now()
    const day2 = await nextDay()

    expect(settled).toMatchObject({ refund: { state: 'part_settled' } })
    expect(await world.text(world.name('partner', day2))).toContain(',R1,WR1,1000,VND')
  })

  it('keeps its half when a row reports the other as failed, with an alert', async () => {
    const { world, money, rowOf, nextDay, now, totals } = await refunded('points owed')
    await nextDay(money)
    const date = world.date(dayOf(world.now()))

    const day = await nextDay(rowOf(2, { currency: 'POINT', status: '-1', date }))
    expect(await totals(day)).toMatchObject({ settled: 0 })

    expect(await now()).toMatchObject({
      refund: { state: 'part_settled', settledVnd: 1000 },
      order: ['part_refunded', 1000, 0, 1000, 2],
    })
    expect(await world.alertKinds()).toContain('file_contradicts')
  })

  it('raises an alert when no file names its other half', async () => {
    const { world, money, nextDay } = await refunded('points owed')
    await nextDay(money)
    await nextDay()

    const owed = await env.DB.prepare(
      "SELECT COUNT(*) AS n FROM alerts WHERE kind = 'refund_half_owed' AND subject = 'R1'",
    ).first<{ n: number }>()

    expect(owed?.n).toBe(1)
    world.toNextDay()
    world.toNextDay()
    await world.work()
    expect(await world.alertKinds()).toContain('unknown_not_in_files')
  })
})

/** A refund of 1,000 VND and 2 points that the service has made without naming it. */
async function unnamedRefund(answer: PortAnswer<RefundAccepted> = refundAccepted(200)) {
  const world = new DailyWorld()
  await world.openAndPay({ id: 'other' })
  await world.openAndPay({ amountVnd: 3000 }, { vnd_amount: 1000, point_amount: 2 })
  world.service.refundAnswer = () => answer
  await refundOrder(world.context, 'order-1', { id: 'R1', vnd: 1000, points: 2 })
  const both = (row: Partial<ServiceRow> = {}): readonly ServiceRow[] => {
    const date = world.date(dayOf(world.now()))
    const common = { invoice: 'R1', wallet: 'WR1', date, type: '-1', ...row }
    return [
      { ...common, amount: 1000 },
      { ...common, amount: 2, currency: 'POINT' },
    ]
  }
  /** The service puts down the file of the day that is over. */
  async function nextDay(rows: readonly ServiceRow[]): Promise<string> {
    const day = dayOf(world.now())
    await world.endDay(rows, day)
    return day
  }
  return { world, both, nextDay }
}

describe('a refund that the service has accepted', () => {
  it('without a code gets its rows of money and points when the file names it', async () => {
    const { world, both, nextDay } = await unnamedRefund()
    await nextDay(both())
    const day2 = await nextDay([])

    expect(await world.text(world.name('partner', day2))).toContain(',R1,WR1,3000,VND')
    expect(await world.alertKinds()).not.toContain('file_amount_differs')
  })

  it('and the file has named raises no alert for a failed row of a later day', async () => {
    const { world, both, nextDay } = await unnamedRefund()
    await nextDay(both())
    await nextDay(both({ wallet: 'WF1', status: '-1' }))

    expect(await world.alertKinds()).not.toContain('file_contradicts')
  })

  it.each([
    [0, true],
    [1, false],
  ])(
    'is searched among the failed rows for seven days, and %i ms longer: %s',
    async (ms, isLookedFor) => {
      const { world, both } = await unnamedRefund()
      const { refunds } = await world.order('order-1')
      const until = (refunds[0]?.createdAtMs ?? 0) + 7 * 24 * 3_600_000 + ms
      for (let days = 0; days < 6; days += 1) world.toNextDay()
      const rows = both({ wallet: 'WF1', status: '-1' })
      await world.putServiceFile(rows, dayOf(world.now()))
      world.advance({ seconds: (until - world.now()) / 1000 })

      await world.work()

      expect((await world.alertKinds()).includes('file_contradicts')).toBe(isLookedFor)
    },
  )

  it('without a code raises an alert when the file names another amount', async () => {
    const world = new DailyWorld()
    await world.openAndPay({ id: 'other' })
    await world.openAndPay({ amountVnd: 1000 })
    world.service.refundAnswer = () => refundAccepted(200)
    await refundOrder(world.context, 'order-1', { id: 'R1', vnd: 1000 })
    const rows = [await world.rowOfPayment('other'), await world.rowOfPayment('order-1')]
    const row = { invoice: 'R1', wallet: 'WR1', amount: 999, type: '-1', date: world.date() }
    world.toNextDay()
    await world.putServiceFile([...rows, row])

    await world.work()

    expect((await world.order('order-1')).refunds[0]?.state).toBe('refunded')
    expect(await world.alertKinds()).toContain('file_amount_differs')
  })

  it.each<[string, PortAnswer<RefundAccepted>, Partial<ServiceRow>, readonly string[]]>([
    ['settled as made without a code', refundAccepted(200), {}, ['file_contradicts']],
    ['settled as made by a person', refusal(4090801, 'maybe'), {}, ['file_contradicts']],
    ['named by a success as well', refundAccepted(200), { status: '0', wallet: 'WR1' }, []],
  ])('and is %s raises an alert when the file reports a failure', async (...the) => {
    const [, answer, second, kinds] = the
    const world = new DailyWorld()
    await world.openAndPay({ id: 'other' })
    await world.openAndPay({ amountVnd: 1000 })
    world.service.refundAnswer = () => answer
    await refundOrder(world.context, 'order-1', { id: 'R1', vnd: 1000 })
    const verdict = { result: 'refunded', reason: 'seen on the web site', staffId: 'an' } as const
    await settleRefundByVerdict(world.context, 'order-1', 'R1', verdict)
    const rows = [await world.rowOfPayment('other'), await world.rowOfPayment('order-1')]
    const date = world.date()
    const failed = { invoice: 'R1', wallet: 'WF1', amount: 1000, date, type: '-1', status: '-1' }
    world.toNextDay()
    await world.putServiceFile([...rows, failed, { ...failed, ...second }])

    await world.work()

    expect((await world.order('order-1')).refunds[0]?.state).toBe('refunded')
    expect((await world.alertKinds()).filter((kind) => kind === 'file_contradicts')).toEqual(kinds)
    expect((await findReconciliation(world.files, world.day))?.run?.totals?.settled).toBe(0)
  })
})
