import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { DailyWorld, type ServiceRow } from '../../../test/daily-world.ts'
import { findReconciliation, processDailyFiles } from '../index.ts'
import { dayPlus } from '../vietnam-day.ts'

/** Payments of a day whose file does not come for ten days, and the rows of the service for them. */
async function tenDaysLate() {
  const world = new DailyWorld()
  for (const id of ['a', 'b']) await world.openAndPay({ id, amountVnd: 50_000 })
  const rows = [await world.rowOfPayment('a'), await world.rowOfPayment('b')] as const
  world.toNextDay()
  await world.work()
  return { world, rows }
}

async function put(world: DailyWorld, rows: readonly ServiceRow[], day = world.day): Promise<void> {
  await world.putServiceFile(rows, day)
  await later(world)
}

/** What is due within some hours. */
async function later(world: DailyWorld, hours = 2): Promise<void> {
  for (let hour = 0; hour < hours; hour += 1) {
    world.advance({ hours: 1 })
    for (let round = 0; round < 3; round += 1) {
      await world.work()
      world.advance({ minutes: 1 })
    }
  }
}

async function totals(world: DailyWorld, day = world.day) {
  return (await findReconciliation(world.files, day))?.run?.totals
}

describe('a service file that arrives more than a week late', () => {
  it('is compared again when it is resent', async () => {
    const { world, rows } = await tenDaysLate()
    world.advance({ hours: 10 * 24 })
    await put(world, rows.slice(0, 1))
    const first = await totals(world)

    await put(world, rows)

    expect(first?.counts).toMatchObject({ '00': 1, '02': 1 })
    expect((await totals(world))?.counts).toMatchObject({ '00': 2, '02': 0 })
  })

  it('is compared when a valid file follows an unreadable one', async () => {
    const { world, rows } = await tenDaysLate()
    world.advance({ hours: 10 * 24 })
    await env.FILES.put(world.name('service'), 'no,rows,of,a,file\r\n')
    await later(world)
    const stopped = await findReconciliation(world.files, world.day)

    await put(world, rows)

    expect(stopped).toMatchObject({ state: 'stopped' })
    expect(await findReconciliation(world.files, world.day)).toMatchObject({ state: 'done' })
  })

  it('carries its rows over to the days that were compared meanwhile', async () => {
    const { world, rows } = await tenDaysLate()
    const [a, b] = rows
    // What was made at the end of the day stands in the file of the next one.
    const days = [1, 2, 3].map((days) => dayPlus(world.day, days))
    for (const [index, day] of days.entries()) {
      world.toNextDay()
      await put(world, index === 1 ? [b] : [], day)
    }
    const before = await Promise.all(days.map((day) => totals(world, day)))
    world.advance({ hours: 10 * 24 })
    await later(world)

    await put(world, [a])
    await later(world)

    const after = await Promise.all(days.map((day) => totals(world, day)))
    expect(before.map((one) => one?.carried)).toEqual([
      { closed: 0, open: 0, added: 0 },
      { closed: 0, open: 0, added: 1 },
      { closed: 0, open: 1, added: 0 },
    ])
    expect(after.map((one) => one?.carried)).toEqual([
      { closed: 0, open: 1, added: 0 },
      { closed: 1, open: 0, added: 0 },
      { closed: 0, open: 0, added: 0 },
    ])
    expect(after[1]?.counts).toMatchObject({ '00': 1, '01': 0 })
  })

  it('carries its row over to a day that is just checked for the last time', async () => {
    const { world, rows } = await tenDaysLate()
    const [a, b] = rows
    const nextDay = dayPlus(world.day, 1)
    world.toNextDay()
    await put(world, [a], nextDay)
    world.advance({ hours: 8 * 24 })
    let isFirst = true
    // The file of the day before arrives when the last check has read what was carried over.
    const bucket = new Proxy(env.FILES, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name)
        if (typeof method !== 'function') return method
        return async (...args: unknown[]) => {
          if (name === 'head' && args[0] === world.name('service', nextDay) && isFirst) {
            isFirst = false
            await world.putServiceFile([b], world.day)
            await env.DB.prepare('UPDATE daily_files SET next_at_ms = 0 WHERE day = ?')
              .bind(world.day)
              .run()
            await world.work()
          }
          return Reflect.apply(method, target, args)
        }
      },
    })
    await env.DB.prepare('UPDATE daily_files SET next_at_ms = NULL WHERE day <> ?')
      .bind(nextDay)
      .run()

    await processDailyFiles({ ...world.files, files: { ...world.files.files, bucket } })
    await later(world)

    expect(isFirst).toBe(false)
    expect((await totals(world))?.counts).toMatchObject({ '00': 1, '02': 1 })
    expect((await totals(world, nextDay))?.carried).toEqual({ closed: 1, open: 0, added: 0 })
  })
})

describe('a file of a day that is no longer tracked', () => {
  /** A day that was compared, and that nobody looks at any more. */
  async function compared() {
    const { world, rows } = await tenDaysLate()
    await put(world, rows.slice(0, 1))
    world.advance({ hours: 10 * 24 })
    await later(world)
    const { next } = (await env.DB.prepare(
      'SELECT next_at_ms AS next FROM daily_files WHERE day = ?',
    )
      .bind(world.day)
      .first<{ next: number | null }>()) ?? { next: 0 }
    expect(next).toBeNull()
    return { world, rows }
  }

  it('is compared again when the service resends it', async () => {
    const { world, rows } = await compared()

    await put(world, rows)

    expect((await totals(world))?.counts).toMatchObject({ '00': 2, '02': 0 })
  })

  it('is read when it is the result file of the service', async () => {
    const { world } = await compared()
    await env.FILES.put(world.name('result'), 'no,row\r\n')
    await later(world)

    const found = await findReconciliation(world.files, world.day)

    expect(found).toMatchObject({ state: 'done', serviceResult: { badRows: 1 } })
  })

  it('makes the day due once, and not for ever', async () => {
    const { world } = await compared()
    await later(world, 4)

    const { results } = await env.DB.prepare('SELECT day FROM daily_files WHERE next_at_ms IS NULL')
      .bind()
      .all<{ day: string }>()
    expect(results.map(({ day }) => day)).toContain(world.day)
  })
})
