import { env } from 'cloudflare:workers'
import { assert, describe, expect, it } from 'vitest'
import { DailyWorld, type ServiceRow } from '../../../test/daily-world.ts'
import { refundAccepted } from '../../../test/scripted-service.ts'
import { d1Driver } from '../../database/driver.ts'
import { closeAlert, listAlerts, refundOrder, sweep } from '../../index.ts'
import {
  decideDifference,
  listDifferences,
  listUndecidedDifferences,
  processDailyFiles,
  type DayDifference,
} from '../index.ts'
import { dayPlus } from '../vietnam-day.ts'

/** A day on which two orders were paid, of which the service's file of that day has only the first. */
async function oneIsLate() {
  const world = new DailyWorld()
  for (const id of ['a', 'late']) await world.openAndPay({ id, amountVnd: 50_000 })
  const a = await world.rowOfPayment('a')
  const late = await world.rowOfPayment('late')
  await fileOf(world, 0, [a])
  return { world, a, late }
}

/** The service's file of so many days after the first one, and the work on it and the days behind it. */
async function fileOf(world: DailyWorld, days: number, rows: readonly ServiceRow[]): Promise<void> {
  const day = dayPlus(world.day, days)
  if (world.now() < Date.parse(`${dayPlus(day, 1)}T00:45:00+07:00`)) world.toNextDay()
  await world.putServiceFile(rows, day)
  world.advance({ hours: 1 })
  for (let round = 0; round < 3; round += 1) {
    await world.work()
    world.advance({ minutes: 1 })
  }
  await sweep(world.context)
}

/** The bucket; each call is told before it is made. */
function watchingBucket(told: (method: string, key: unknown) => Promise<void> | void): R2Bucket {
  return new Proxy(env.FILES, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      return async (...args: unknown[]) => {
        await told(String(name), args[0])
        const found: unknown = await Reflect.apply(method, target, args)
        return found
      }
    },
  })
}

async function differencesOf(world: DailyWorld, days: number) {
  const page = await listDifferences(world.files, { day: dayPlus(world.day, days) })
  if (page.outcome !== 'listed') throw new Error(page.outcome)
  return page
}

/** The only difference of a day. */
async function differenceOf(world: DailyWorld, days: number): Promise<DayDifference> {
  const { differences } = await differencesOf(world, days)
  const [difference, ...others] = differences
  if (difference === undefined || others.length > 0) throw new Error('one difference is expected')
  return difference
}

/** The verdict of a person on the only difference of a day. */
async function decide(world: DailyWorld, days: number, staffId = 'an', context = world.files) {
  const { runId } = await differencesOf(world, days)
  const { position } = await differenceOf(world, days)
  const word = { runId, position, verdict: 'ours', reason: 'Booked late', staffId } as const
  return decideDifference(context, dayPlus(world.day, days), word)
}

/** The undecided differences of each day, with the days after the first one. */
async function undecided(world: DailyWorld) {
  const { days, differences } = await listUndecidedDifferences(world.files)
  expect(days.reduce((sum, one) => sum + one.undecided, 0)).toBe(differences.length)
  return differences.map(({ day, status }) => [day, status])
}

/** The alerts about the differences of a day, one for each run that has found any, newest first. */
async function alertsOf(world: DailyWorld, days: number) {
  const { alerts } = await listAlerts(world.context)
  const day = dayPlus(world.day, days)
  return alerts.filter(
    ({ kind, facts }) => kind === 'reconciliation_differences' && facts['day'] === day,
  )
}

async function alertOf(world: DailyWorld, days: number) {
  return (await alertsOf(world, days))[0]
}

describe('clearDifferences', () => {
  it('clears a difference automatically when the other row arrives a day later', async () => {
    const { world, late } = await oneIsLate()
    const before = await differenceOf(world, 0)
    const wasUndecided = await undecided(world)
    const raised = await alertOf(world, 0)

    await fileOf(world, 1, [late])

    expect(before).toMatchObject({ status: '02' })
    expect(before.cleared).toBeUndefined()
    expect(wasUndecided).toEqual([[world.day, '02']])
    expect(raised?.state).toBe('open')
    const cleared = { on: dayPlus(world.day, 1), status: '00' }
    expect(await differenceOf(world, 0)).toMatchObject({ position: before.position, cleared })
    expect(await differencesOf(world, 0)).toMatchObject({ total: 1, decided: 1 })
    expect(await undecided(world)).toEqual([])
    const alert = await alertOf(world, 0)
    expect(alert?.state).toBe('closed')
    expect(alert?.closed).not.toHaveProperty('staffId')
  })

  it('sends no reminder of a difference in the round that clears it', async () => {
    const { world, late } = await oneIsLate()
    const raised = await alertOf(world, 0)
    assert(raised !== undefined, 'an alert is expected')
    await closeAlert(world.context, raised.id, { reason: 'Comes tomorrow', staffId: 'an' })

    await fileOf(world, 1, [late])

    expect(await alertOf(world, 0)).toMatchObject({ state: 'closed', closed: { staffId: 'an' } })
  })

  it('continues in the next round when the bucket fails', async () => {
    const { world, late } = await oneIsLate()
    world.toNextDay()
    const second = dayPlus(world.day, 1)
    await world.putServiceFile([late], second)
    world.advance({ hours: 1 })
    const bucket = watchingBucket((name, key) => {
      if (name === 'get' && String(key).endsWith('cleared.jsonl')) throw new Error('R2 is away')
    })
    const files = { ...world.files, files: { ...world.files.files, bucket } }

    await expect(processDailyFiles(files)).rejects.toThrow('Some daily files')

    expect(await undecided(world)).toEqual([[world.day, '02']])
    await world.work()
    expect(await undecided(world)).toEqual([])
  })

  it('clears a row of the service whose row of ours comes two days later', async () => {
    const world = new DailyWorld()
    await world.openAndPay({ id: 'a', amountVnd: 50_000 })
    const a = await world.rowOfPayment('a')
    world.toNextDay()
    await world.work()
    world.toNextDay('00:10')
    await world.openAndPay({ id: 'late', amountVnd: 50_000 })
    const late = await world.rowOfPayment('late')
    await fileOf(world, 0, [a, { ...late, date: world.date(dayPlus(world.day, 2)) }])
    await fileOf(world, 1, [])
    const before = await undecided(world)

    await fileOf(world, 2, [])

    expect(before).toEqual([[world.day, '01']])
    const cleared = { on: dayPlus(world.day, 2), status: '00' }
    expect(await differenceOf(world, 0)).toMatchObject({ status: '01', cleared })
  })

  it('clears both days of a payment in money and points whose three rows arrive on three days', async () => {
    const world = new DailyWorld()
    world.toNextDay()
    await world.work()
    world.toNextDay()
    await world.work()
    world.toNextDay('00:10')
    await world.openAndPay({ id: 'late', amountVnd: 3000 }, { vnd_amount: 1000, point_amount: 2 })
    const paidOn = world.date(dayPlus(world.day, 3))
    const late = { ...(await world.rowOfPayment('late')), date: paidOn }
    const [first, second, third] = [1, 2, 3].map((days) => dayPlus(world.day, days))
    await fileOf(world, 1, [{ ...late, amount: 1000 }])
    await fileOf(world, 2, [{ ...late, amount: 2, currency: 'POINT' }])
    const before = await undecided(world)
    const differenceBefore = await differenceOf(world, 1)

    await fileOf(world, 3, [])

    expect(before).toEqual([[second, '01']])
    expect(differenceBefore).toMatchObject({ cleared: { on: second, status: '01' } })
    const cleared = { on: third, status: '00' }
    expect(await differenceOf(world, 1)).toMatchObject({ cleared })
    expect(await differenceOf(world, 2)).toMatchObject({ cleared })
    expect(await undecided(world)).toEqual([])
    expect((await alertOf(world, 1))?.facts['day']).toBe(first)
  })

  it('clears a row that the service repeats the day after, with and without our row', async () => {
    const world = new DailyWorld()
    await world.openAndPay({ id: 'a', amountVnd: 50_000 })
    const a = await world.rowOfPayment('a')
    world.toNextDay()
    await world.work()
    world.toNextDay('00:10')
    const rows: ServiceRow[] = []
    for (const id of ['again', 'again-with-ours']) {
      await world.openAndPay({ id, amountVnd: 50_000 })
      rows.push({ ...(await world.rowOfPayment(id)), date: world.date(dayPlus(world.day, 2)) })
    }
    const [again, withOurs] = rows
    assert(again !== undefined && withOurs !== undefined, 'two rows are expected')
    await fileOf(world, 0, [a, again, withOurs])
    await fileOf(world, 1, [again])
    const [first, second, third] = [0, 1, 2].map((days) => dayPlus(world.day, days))
    const afterSecond = await undecided(world)
    const clearedBySecond = (await differencesOf(world, 0)).differences.map(
      ({ cleared }) => cleared,
    )

    await fileOf(world, 2, [withOurs])

    expect(afterSecond).toEqual([
      [first, '01'],
      [second, '01'],
    ])
    expect(clearedBySecond).toEqual([{ on: second, status: '01' }, undefined])
    expect(await undecided(world)).toEqual([])
    const clearedByThird = (await differencesOf(world, 0)).differences.map(({ cleared }) => cleared)
    const cleared = { on: third, status: '00' }
    expect(clearedByThird).toEqual([cleared, cleared])
    expect(await differenceOf(world, 1)).toMatchObject({ cleared })
  })

  it('leaves one difference, of the later day, when the late row has another amount', async () => {
    const { world, late } = await oneIsLate()

    await fileOf(world, 1, [{ ...late, amount: 49_999 }])

    const on = dayPlus(world.day, 1)
    expect(await differenceOf(world, 0)).toMatchObject({ cleared: { on, status: '03' } })
    expect(await undecided(world)).toEqual([[on, '03']])
    expect((await alertOf(world, 0))?.state).toBe('closed')
    expect((await alertOf(world, 1))?.state).toBe('open')
  })

  it('clears nothing by a row of another transaction, and lists both', async () => {
    const { world, late } = await oneIsLate()

    await fileOf(world, 1, [{ ...late, wallet: 'W-OTHER', service: 'S-OTHER' }])

    expect((await differenceOf(world, 0)).cleared).toBeUndefined()
    expect(await undecided(world)).toEqual([
      [world.day, '02'],
      [dayPlus(world.day, 1), '01'],
    ])
  })

  it('withdraws the clearing when the later file is replaced by one without the row', async () => {
    const { world, late } = await oneIsLate()
    await fileOf(world, 1, [late])
    const other = { ...late, invoice: 'NOT-OURS', wallet: 'W-2', service: 'S-2' }

    await fileOf(world, 1, [other])

    expect((await differenceOf(world, 0)).cleared).toBeUndefined()
    expect(await undecided(world)).toEqual([
      [world.day, '02'],
      [dayPlus(world.day, 1), '01'],
    ])
    world.advance({ hours: 25 })
    await world.work()
    expect((await alertOf(world, 0))?.state).toBe('open')
    await fileOf(world, 1, [late])
    expect(await differenceOf(world, 0)).toMatchObject({ cleared: { status: '00' } })
    expect(await undecided(world)).toEqual([])
  })

  it('keeps the clearing when the earlier file is resent with the same rows and others', async () => {
    const { world, a, late } = await oneIsLate()
    await fileOf(world, 1, [late])
    const { runId } = await differencesOf(world, 0)
    const other = { ...a, invoice: 'NOT-OURS', wallet: 'W-2', service: 'S-2' }

    await fileOf(world, 0, [a, other])

    const page = await differencesOf(world, 0)
    expect(page.runId).not.toBe(runId)
    expect(page).toMatchObject({ total: 2, decided: 1 })
    expect(page.differences.find(({ status }) => status === '02')).toMatchObject({
      cleared: { on: dayPlus(world.day, 1), status: '00' },
    })
    expect(await undecided(world)).toEqual([[world.day, '01']])
  })

  it('moves the clearing to the new run when the earlier file is resent with the same carried rows', async () => {
    const { world, a, late } = await oneIsLate()
    await fileOf(world, 1, [late])
    const { runId } = await differencesOf(world, 0)
    const nextDay = (await differencesOf(world, 1)).runId

    await fileOf(world, 0, [{ ...a, description: 'Sent again' }])

    const page = await differencesOf(world, 0)
    expect(page.runId).not.toBe(runId)
    expect((await differencesOf(world, 1)).runId).toBe(nextDay)
    expect(page).toMatchObject({ total: 1, decided: 1, differences: [{ cleared: {} }] })
    expect(await undecided(world)).toEqual([])
    const states = async () => (await alertsOf(world, 0)).map(({ state }) => state)
    expect(await states()).toEqual(['closed', 'closed'])
    await fileOf(world, 1, [])
    world.advance({ hours: 25 })
    await world.work()
    expect(await states()).toEqual(['open', 'closed'])
  })

  it('clears a row that the service moves from one day to the next', async () => {
    const world = new DailyWorld()
    await world.openAndPay({ id: 'a', amountVnd: 50_000 })
    const a = await world.rowOfPayment('a')
    for (const time of ['00:45', '00:45', '00:10']) {
      await world.work()
      world.toNextDay(time)
    }
    await world.openAndPay({ id: 'late', amountVnd: 50_000 })
    const on = dayPlus(world.day, 3)
    const late = { ...(await world.rowOfPayment('late')), date: world.date(on) }
    const files = [[a, late], [], [], []]
    for (const [days, rows] of files.entries()) await fileOf(world, days, rows)
    const before = await differenceOf(world, 0)

    await fileOf(world, 0, [a])
    await fileOf(world, 1, [late])

    expect(before).toMatchObject({ cleared: { on, status: '00' } })
    expect((await differencesOf(world, 0)).total).toBe(0)
    expect(await differenceOf(world, 1)).toMatchObject({ cleared: { on, status: '00' } })
    expect(await undecided(world)).toEqual([])
  })

  it('repeats its work when the earlier day gets another run meanwhile', async () => {
    const { world, late } = await oneIsLate()
    const { runId } = await differencesOf(world, 0)
    const standing = (id: string) =>
      env.DB.prepare('UPDATE daily_files SET run_id = ? WHERE day = ?').bind(id, world.day).run()
    const bucket = watchingBucket(async (name, key) => {
      const isOfEarlierDay = key === `reconciliations/${world.day}/${runId}/differences.jsonl`
      if (name === 'get' && isOfEarlierDay) await standing('another run')
    })
    world.toNextDay()
    await world.putServiceFile([late], dayPlus(world.day, 1))
    world.advance({ hours: 1 })
    await processDailyFiles({ ...world.files, files: { ...world.files.files, bucket } })
    await standing(runId)
    const open = await env.DB.prepare(
      'SELECT day FROM reconciliation_runs WHERE cleared_from IS NOT NULL',
    ).all()

    await world.work()

    expect(open.results).toEqual([{ day: dayPlus(world.day, 1) }])
    expect(await differenceOf(world, 0)).toMatchObject({ cleared: { status: '00' } })
    expect(await undecided(world)).toEqual([])
  })

  it('counts a difference once that a person decided before its other row arrived', async () => {
    const { world, late } = await oneIsLate()
    await decide(world, 0)

    await fileOf(world, 1, [late])

    expect(await differencesOf(world, 0)).toMatchObject({ total: 1, decided: 1 })
    expect(await differenceOf(world, 0)).toMatchObject({
      verdict: { staffId: 'an' },
      cleared: { status: '00' },
    })
  })

  it('accepts no verdict on a cleared difference, until the clearing is withdrawn', async () => {
    const { world, late } = await oneIsLate()
    await fileOf(world, 1, [late])
    const first = await decide(world, 0)
    const alert = await alertOf(world, 0)
    const other = { ...late, invoice: 'NOT-OURS', wallet: 'W-2', service: 'S-2' }
    await fileOf(world, 1, [other])

    const then = await decide(world, 0)

    const cleared = { on: dayPlus(world.day, 1), status: '00' }
    expect(first).toMatchObject({ outcome: 'cleared', difference: { cleared } })
    expect(first).not.toHaveProperty('difference.verdict')
    expect(alert?.closed).not.toHaveProperty('staffId')
    expect(then).toMatchObject({ outcome: 'decided', difference: { verdict: { staffId: 'an' } } })
    const decided = "SELECT COUNT(*) AS n FROM journal WHERE kind = 'difference.decided'"
    expect(await world.count(decided)).toBe(1)
  })

  it('returns the verdict that was given before the difference was cleared', async () => {
    const { world, late } = await oneIsLate()
    await decide(world, 0)
    await fileOf(world, 1, [late])

    const same = await decide(world, 0)
    const other = await decide(world, 0, 'binh')

    expect(same).toMatchObject({ outcome: 'decided', difference: { cleared: { status: '00' } } })
    expect(other).toMatchObject({
      outcome: 'decided_before',
      difference: { verdict: { staffId: 'an' } },
    })
  })

  it('records no verdict on a difference that is cleared at the same time', async () => {
    const { world, late } = await oneIsLate()
    const { files } = world
    const driver = d1Driver(files.database)
    let isCleared = false
    const racing = {
      ...files,
      driver: {
        async run(statements: Parameters<typeof driver.run>[0]) {
          if (!isCleared) {
            isCleared = true
            await fileOf(world, 1, [late])
          }
          return driver.run(statements)
        },
      },
    }
    const closedBefore = (await alertOf(world, 0))?.state

    const outcome = await decide(world, 0, 'an', racing)

    expect([closedBefore, isCleared]).toEqual(['open', true])
    expect(outcome).toMatchObject({ outcome: 'cleared', difference: { cleared: {} } })
    expect(outcome).not.toHaveProperty('difference.verdict')
    expect((await alertOf(world, 0))?.closed).not.toHaveProperty('staffId')
  })

  it('clears a difference after any number of completed earlier days', async () => {
    const { world, late } = await oneIsLate()
    await env.DB.prepare(
      `INSERT INTO reconciliation_runs (id, day, state, at_ms, partner_sha256, service_sha256)
       SELECT 'earlier-' || value, '2026-01-0' || value, 'done', 0, '', ''
       FROM json_each('[1,2,3,4,5,6,7,8,9]')`,
    ).run()

    await fileOf(world, 1, [late])

    expect(await differenceOf(world, 0)).toMatchObject({ cleared: { status: '00' } })
  })

  it('clears more late rows than fit in a page, and a refund whose halves are in two pages', async () => {
    const world = new DailyWorld()
    await world.openAndPay({ id: 'a', amountVnd: 3000 }, { vnd_amount: 1000, point_amount: 2 })
    const a = await world.rowOfPayment('a')
    const ids = Array.from({ length: 49 }, (_, index) => `late-${index}`)
    for (const id of ids) await world.openAndPay({ id, amountVnd: 50_000 })
    const rows = await Promise.all(ids.map((id) => world.rowOfPayment(id)))
    // The service names no wallet code, so both halves are in our file of the day after.
    world.service.refundAnswer = () => refundAccepted(2000801)
    await refundOrder(world.context, 'a', { id: 'R1', vnd: 1000, points: 2 })
    await world.live(2, 30)
    const refund = { ...a, invoice: 'R1', wallet: 'Z', service: 'Z', type: '-1' }
    const halves = (row: ServiceRow) => [
      { ...row, amount: 1000 },
      { ...row, amount: 2, currency: 'POINT' },
    ]
    await fileOf(world, 0, [...halves(a), ...halves(refund)])
    const before = (await listUndecidedDifferences(world.files)).days

    await fileOf(world, 1, rows)

    expect(before).toMatchObject([{ total: 50, undecided: 50 }])
    expect(await differencesOf(world, 0)).toMatchObject({ total: 50, decided: 50 })
    expect(await undecided(world)).toEqual([])
  })

  it('leaves an undecided difference visible behind hundreds of cleared ones', async () => {
    const world = new DailyWorld()
    await world.openAndPay({ id: 'a', amountVnd: 50_000 })
    const a = await world.rowOfPayment('a')
    const rows = Array.from({ length: 410 }, (_, index) => {
      const code = `T${1000 + index}`
      return { ...a, invoice: code, wallet: code, service: code, description: '' }
    })
    await fileOf(world, 0, [a, ...rows, { ...a, invoice: 'Z', wallet: 'Z', service: 'Z' }])

    const points = rows.map((row) => ({ ...row, amount: 1, currency: 'POINT' }))
    await fileOf(world, 1, points)

    const { days, differences } = await listUndecidedDifferences(world.files)
    expect(days).toMatchObject([{ total: 411, undecided: 1 }, { undecided: 410 }])
    expect(differences).toHaveLength(50)
    expect(differences[0]).toMatchObject({ day: world.day, service: [{ serviceCode: 'Z' }] })
  })

  it('does not read differences that share only the invoice code with the row', async () => {
    const world = new DailyWorld()
    await world.openAndPay({ id: 'a', amountVnd: 50_000 })
    const a = await world.rowOfPayment('a')
    const atTill = (wallet: string) => ({ ...a, invoice: 'TILL-1', wallet, service: `S-${wallet}` })
    await fileOf(world, 0, [a, atTill('W-1')])
    await fileOf(world, 1, [atTill('W-2')])
    world.toNextDay()
    const late = { ...atTill('W-2'), amount: 5, currency: 'POINT' }
    await world.putServiceFile([late], dayPlus(world.day, 2))
    world.advance({ hours: 1 })
    const keys = new Set<unknown>()
    const bucket = watchingBucket((name, key) => {
      if (name === 'get') keys.add(key)
    })

    await processDailyFiles({ ...world.files, files: { ...world.files.files, bucket } })

    const wasRead = async (days: number) => {
      const { runId } = await differencesOf(world, days)
      return keys.has(`reconciliations/${dayPlus(world.day, days)}/${runId}/differences.jsonl`)
    }
    expect([await wasRead(0), await wasRead(1)]).toEqual([false, true])
    expect(await differenceOf(world, 1)).toMatchObject({ cleared: { status: '01' } })
  })
})
