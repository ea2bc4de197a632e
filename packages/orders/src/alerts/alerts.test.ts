import { applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { World } from '../../test/world.ts'
import {
  acknowledgeAlert,
  alertKinds,
  closeAlert,
  findOrder,
  listAlerts,
  refundOrder,
  sweep,
  type LogLine,
} from '../index.ts'
import { raiseAlert } from './alerts.ts'

const decision = { reason: 'looked at it', staffId: 'an' }

async function raise(
  world: World,
  data: Record<string, string | number> = {},
  subject = 'order-1',
): Promise<void> {
  await raiseAlert(world.context, { kind: 'dead_letter', subject, atMs: world.now(), data })
}

/** A world with one alert, and its id. */
async function worldWithAlert(): Promise<{ world: World; id: number }> {
  const world = new World()
  await raise(world, { order_id: 'order-1', tries: 1 })
  const { alerts } = await listAlerts(world.context)
  return { world, id: alerts[0]?.id ?? -1 }
}

describe('raiseAlert', () => {
  it('counts a repeat, and keeps the first facts', async () => {
    const { world } = await worldWithAlert()
    const firstAt = world.now() / 1000
    world.advance({ minutes: 5 })

    await raise(world, { order_id: 'order-1', tries: 2 })

    expect((await listAlerts(world.context)).alerts).toEqual([
      {
        id: 1,
        kind: 'dead_letter',
        subject: 'order-1',
        state: 'open',
        at: firstAt,
        lastRaisedAt: firstAt + 300,
        timesRaised: 2,
        facts: { order_id: 'order-1', tries: 1 },
        meaning: alertKinds.dead_letter.meaning,
        remedy: alertKinds.dead_letter.remedy,
        closesOnce: { cause: 'event_delivered', text: 'the event is delivered' },
      },
    ])
  })

  it('replaces the facts of an alert about an age, a sum or a cause', async () => {
    const world = new World()
    const { context } = world
    const alert = { kind: 'refund_still_unknown', subject: 'R1' } as const
    await raiseAlert(context, { ...alert, atMs: world.now(), data: { age_days: 1 } })
    const { alerts: first } = await listAlerts(context)
    await acknowledgeAlert(context, first[0]?.id ?? -1, decision)

    await raiseAlert(context, { ...alert, atMs: world.now(), data: { age_days: 2 } })

    const { alerts } = await listAlerts(context)
    expect(alerts).toMatchObject([{ state: 'acknowledged', facts: { age_days: 2 } }])
  })

  it('leaves an acknowledged alert acknowledged', async () => {
    const { world, id } = await worldWithAlert()
    await acknowledgeAlert(world.context, id, decision)

    await raise(world)

    const [alert] = (await listAlerts(world.context)).alerts
    expect(alert).toMatchObject({ state: 'acknowledged', timesRaised: 2 })
    expect(alert?.acknowledged?.staffId).toBe('an')
  })

  it('reopens a closed alert, with the new facts and without the name of who closed it', async () => {
    const { world, id } = await worldWithAlert()
    await acknowledgeAlert(world.context, id, decision)
    await closeAlert(world.context, id, decision)

    await raise(world, { tries: 9 })

    const [alert, ...others] = (await listAlerts(world.context)).alerts
    expect(others).toEqual([])
    expect(alert).toMatchObject({ id, state: 'open', timesRaised: 2, facts: { tries: 9 } })
    expect(alert).not.toHaveProperty('closed')
    expect(alert).not.toHaveProperty('acknowledged')
  })
})

describe('acknowledgeAlert and closeAlert', () => {
  it('record who did it and why, for the order too', async () => {
    const world = new World()
    const orderId = await world.openAndPay()
    await raise(world, { order_id: orderId }, orderId)
    const id = await world.count('SELECT id n FROM alerts')

    const acknowledged = await acknowledgeAlert(world.context, id, {
      reason: 'mine',
      staffId: 'an',
    })
    world.advance({ minutes: 1 })
    const closed = await closeAlert(world.context, id, { reason: 'mended', staffId: 'binh' })

    const at = world.now() / 1000
    expect(acknowledged).toMatchObject({ outcome: 'changed', alert: { state: 'acknowledged' } })
    expect(closed).toMatchObject({
      outcome: 'changed',
      alert: {
        state: 'closed',
        acknowledged: { staffId: 'an', at: at - 60 },
        closed: { staffId: 'binh', at },
      },
    })
    const timeline = (await findOrder(world.context, orderId))?.timeline ?? []
    expect(timeline.slice(-2)).toMatchObject([
      {
        kind: 'alert.acknowledged',
        facts: {
          known: 'word of a person',
          alert_id: id,
          alert_kind: 'dead_letter',
          staff_id: 'an',
          verdict_reason: 'mine',
        },
      },
      { kind: 'alert.closed', facts: { staff_id: 'binh', verdict_reason: 'mended' } },
    ])
  })

  it('change nothing the second time, and a closed alert is not acknowledged', async () => {
    const { world, id } = await worldWithAlert()
    const outcomes = [
      await closeAlert(world.context, id, decision),
      await closeAlert(world.context, id, { reason: 'again', staffId: 'binh' }),
      await acknowledgeAlert(world.context, id, decision),
    ]

    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['changed', 'unchanged', 'unchanged'])
    expect(await world.count("SELECT COUNT(*) n FROM journal WHERE kind LIKE 'alert.%'")).toBe(1)
  })

  it('may be repeated after each opening, and each is in the journal', async () => {
    const { world, id } = await worldWithAlert()
    for (let time = 0; time < 3; time += 1) {
      await acknowledgeAlert(world.context, id, decision)
      await closeAlert(world.context, id, decision)
      await raise(world)
    }

    expect(await world.count("SELECT COUNT(*) n FROM journal WHERE kind = 'alert.closed'")).toBe(3)
    expect(
      await world.count("SELECT COUNT(*) n FROM journal WHERE kind = 'alert.acknowledged'"),
    ).toBe(3)
  })

  it('happen once for concurrent requests', async () => {
    const { world, id } = await worldWithAlert()

    const closings = Array.from({ length: 16 }, (_, number) =>
      closeAlert(world.context, id, { reason: 'mended', staffId: `staff-${number}` }),
    )

    const outcomes = (await Promise.all(closings)).map(({ outcome }) => outcome)
    expect(outcomes.filter((outcome) => outcome === 'changed')).toHaveLength(1)
  })

  it('return nothing for an unknown alert', async () => {
    const world = new World()

    expect(await closeAlert(world.context, 7, decision)).toEqual({ outcome: 'not_found' })
  })

  it.each([
    ['no reason', { reason: '', staffId: 'an' }],
    ['a long reason', { reason: 'x'.repeat(256), staffId: 'an' }],
    ['nobody', { reason: 'why', staffId: '' }],
  ])('refuse %s', async (_name, broken) => {
    const { world, id } = await worldWithAlert()

    await expect(closeAlert(world.context, id, broken)).rejects.toThrow(TypeError)
  })
})

describe('listAlerts', () => {
  it('returns all of them in pages, newest first', async () => {
    const world = new World()
    for (let number = 1; number <= 7; number += 1) await raise(world, {}, `order-${number}`)
    const pages: number[][] = []
    let cursor: string | undefined
    do {
      const page = await listAlerts(world.context, {
        limit: 3,
        ...(cursor !== undefined && { cursor }),
      })
      pages.push(page.alerts.map(({ id }) => id))
      cursor = page.cursor
    } while (cursor !== undefined)

    expect(pages).toEqual([[7, 6, 5], [4, 3, 2], [1]])
  })

  it('filters by state and by kind', async () => {
    const { world, id } = await worldWithAlert()
    await raise(world, {}, 'order-2')
    await raiseAlert(world.context, {
      kind: 'query_failing',
      subject: 'A1',
      atMs: world.now(),
      data: {},
    })
    await closeAlert(world.context, id, decision)
    const subjects = async (filter: Parameters<typeof listAlerts>[1]) =>
      (await listAlerts(world.context, filter)).alerts.map(({ subject }) => subject)

    expect(await subjects({ state: 'open' })).toEqual(['A1', 'order-2'])
    expect(await subjects({ state: 'closed' })).toEqual(['order-1'])
    expect(await subjects({ kind: 'dead_letter' })).toEqual(['order-2', 'order-1'])
    expect(await subjects({ kind: 'dead_letter', state: 'open' })).toEqual(['order-2'])
  })

  it('finds those about some subjects among many newer ones, and reads few rows', async () => {
    const { world } = await worldWithAlert()
    await raise(world, {}, 'order-2')
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
       INSERT INTO alerts (kind, subject, at_ms, facts) SELECT 'dead_letter', 'other-' || i, i, '{}' FROM n`,
    ).run()
    let rowsRead = 0
    const database: D1Database = new Proxy(env.DB, {
      get(target, name) {
        if (name !== 'withSession') return Reflect.get(target, name)
        return () => ({
          prepare: (query: string) => ({
            bind: (...params: unknown[]) => {
              const statement = target.prepare(query).bind(...params)
              return {
                raw: async () => {
                  rowsRead += (await statement.all()).meta.rows_read
                  return statement.raw()
                },
              }
            },
          }),
        })
      },
    })
    const filter = { state: 'open', subjects: ['order-1', 'R1', 'order-2'] } as const

    const { alerts } = await listAlerts({ ...world.context, database }, filter)
    const ofKind = await listAlerts(world.context, { ...filter, kind: 'query_failing' })
    const ofNone = await listAlerts(world.context, { subjects: [] })

    expect(alerts.map(({ subject }) => subject)).toEqual(['order-2', 'order-1'])
    expect([ofKind.alerts, ofNone.alerts]).toEqual([[], []])
    expect(rowsRead).toBeGreaterThan(0)
    expect(rowsRead).toBeLessThan(500)
  })

  it.each([{ limit: 0 }, { limit: 101 }, { limit: 1.5 }, { cursor: 'x' }, { cursor: '-1' }])(
    'refuses %j',
    async (filter) => {
      const world = new World()

      await expect(listAlerts(world.context, filter)).rejects.toThrow(TypeError)
    },
  )
})

describe('the log', () => {
  it('has each opening of an alert once, without personal data and secrets', async () => {
    const lines: LogLine[] = []
    const world = new World({ context: { log: (line) => lines.push(line) } })
    await raise(world, { order_id: 'order-1', phone: '0912345678' })
    await raise(world)
    await sweep(world.context)
    await sweep(world.context)
    await closeAlert(world.context, 1, decision)
    await raise(world, { tries: 2 })
    await sweep(world.context)

    const at = new Date(world.now()).toISOString()
    const same = { code: 'alert_raised', alert_id: 1, kind: 'dead_letter', subject: 'order-1', at }
    expect(lines).toMatchObject([
      { ...same, opening: 1, facts: { order_id: 'order-1' } },
      { ...same, opening: 2, facts: { tries: 2 } },
    ])
    expect(JSON.stringify(lines)).not.toContain('0912345678')
  })
})

describe('the register of alerts', () => {
  it('has a text for every stored kind of alert', async () => {
    const world = new World()
    world.service.fault = (call) => (call === 'refund' ? 'lost answer' : 'none')
    const id = await world.openAndPay()
    world.shopStatus = () => 410
    await refundOrder(world.context, id, { id: 'R1', vnd: 100 })
    await world.live(120)

    const { alerts } = await listAlerts(world.context)
    expect(alerts.length).toBeGreaterThan(0)
    for (const { meaning, remedy } of alerts) {
      expect(meaning).toMatch(/\.$/)
      expect(remedy).toMatch(/\.$/)
    }
  })

  it.each(Object.entries(alertKinds))('says of %s what it means and what to do', (_, entry) => {
    expect(entry.meaning).toMatch(/^[A-Z].{20,}\.$/s)
    expect(entry.remedy).toMatch(/^[A-Z].{15,}\.$/s)
  })
})

describe('the migration', () => {
  it('opens the alerts from before alerts had states', async () => {
    await reset()
    const before = env.MIGRATIONS.findIndex(({ name }) => name.includes('alert-life'))
    await applyD1Migrations(env.DB, env.MIGRATIONS.slice(0, before))
    await env.DB.prepare(
      "INSERT INTO alerts (kind, subject, at_ms, facts) VALUES ('dead_letter', 'O1', 5000, '{}')",
    ).run()

    await applyD1Migrations(env.DB, env.MIGRATIONS)

    expect((await listAlerts({ database: env.DB })).alerts).toMatchObject([
      { kind: 'dead_letter', state: 'open', at: 5, lastRaisedAt: 5, timesRaised: 1 },
    ])
    await expect(env.DB.prepare("UPDATE alerts SET state = 'gone'").run()).rejects.toThrow(/CHECK/)
  })
})
