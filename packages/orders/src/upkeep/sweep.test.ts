import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { recordMany } from '../../test/many-callbacks.ts'
import { World } from '../../test/world.ts'
import { watchHealth } from '../alerts/watch-health.ts'
import { callbacksToConfirm } from '../callbacks/confirm-callbacks.ts'
import { releaseRows, leaseOutbox } from '../events/outbox.ts'
import { closeAlert, listAlerts, openOrder, recordCallback, refundOrder, sweep } from '../index.ts'

/** How many values a statement takes, written as `?` each or as `?1`, `?2`, ... */
function parametersOf(statement: string): number {
  const numbers = [...statement.matchAll(/\?(\d+)/g)].map(([, number]) => Number(number))
  return numbers.length > 0 ? Math.max(...numbers) : statement.split('?').length - 1
}

/** D1, which also adds the text of each statement to a set. */
function recordingDatabase(statements: Set<string>): D1Database {
  return new Proxy(env.DB, {
    get(target, name) {
      const opened = name === 'withSession' ? target.withSession('first-primary') : target
      const recorder = {
        batch: (batch: D1PreparedStatement[]) => opened.batch(batch),
        prepare: (query: string) => {
          statements.add(query)
          return opened.prepare(query)
        },
      }
      return name === 'withSession' ? () => recorder : Reflect.get(recorder, name)
    },
  })
}

/** The columns whose values decide which rows are in a partial index. */
async function decidingColumns(): Promise<ReadonlySet<string>> {
  const { results } = await env.DB.prepare(
    "SELECT substr(sql, instr(sql, ' WHERE ')) condition FROM sqlite_master WHERE type = 'index' AND sql LIKE '% WHERE %'",
  ).all<{ condition: string }>()
  const compared = /(\w+)[`"]? (?:=|<>|>|>=|IN) /g
  return new Set(
    results.flatMap(({ condition }) =>
      [...condition.matchAll(compared)].map(([, name = '']) => name),
    ),
  )
}

describe('sweep', () => {
  // SQLite plans a statement anew, here in twenty times the time that it takes, whenever it binds such a value.
  it('binds no value that decides whether a partial index serves the query for due work', async () => {
    const statements = new Set<string>()
    await sweep(new World({ context: { database: recordingDatabase(statements) } }).context)
    const columns = await decidingColumns()
    const bound = new RegExp(`\\b(${[...columns].join('|')})[\`"]? (=|<>|>|>=|in) \\(?\\?`, 'gi')

    expect([...columns]).toEqual(expect.arrayContaining(['kind', 'state', 'confirmed_by']))
    expect([...statements].map((one) => one.match(bound))).toEqual([null])
  })

  it('uses an index in every statement of every step', async () => {
    const statements = new Set<string>()
    const world = new World({ context: { database: recordingDatabase(statements) } })
    const id = await world.openAndPay()
    await world.openAndStart({ id: 'other' })
    await recordCallback(world.context, world.service.pay(world.service.newest))
    await releaseRows(world.context, await leaseOutbox(world.context, callbacksToConfirm(1)))
    world.service.fault = (call) => (call === 'refund' ? 'lost answer' : 'none')
    await refundOrder(world.context, id, { id: 'R1', vnd: 1 })
    await world.live(20, 240)

    const partialIndexes = await env.DB.prepare(
      "SELECT name FROM sqlite_master WHERE type = 'index' AND sql LIKE '% WHERE %'",
    ).all<{ name: string }>()
    const partial = new RegExp(
      `USING (COVERING )?INDEX (${partialIndexes.results.map(({ name }) => name).join('|')})`,
    )
    const scans: string[] = []
    for (const statement of statements) {
      const plan = await env.DB.prepare(`EXPLAIN QUERY PLAN ${statement}`)
        .bind(...Array.from({ length: parametersOf(statement) }, () => 1))
        .all<{ detail: string }>()
      for (const { detail } of plan.results) {
        // A partial index holds only the rows that are due, so that walking along it is no scan; `made`, `row`,
        // `due` and what a subquery has found are rows of the statement itself.
        if (
          /^SCAN (?!json_each|CONSTANT|made$|row$|due$|\(subquery-\d+\)$)/.test(detail) &&
          !partial.test(detail)
        ) {
          scans.push(`${detail} in ${statement}`)
        }
      }
    }
    expect(statements.size).toBeGreaterThan(30)
    expect(scans).toEqual([])
  })

  it('runs one query when nothing is due, for any number of endpoints', async () => {
    const log = () => {}
    const { endpoints } = new World().context
    const [first] = endpoints
    const others = ['a', 'x'].flatMap((id) => (first === undefined ? [] : { ...first, id }))
    const world = new World({ context: { log, endpoints: [...endpoints, ...others] } })
    await world.openAndPay()
    await world.openAndStart({ id: 'open' })
    await world.live(2)
    world.advance({ seconds: 1 })

    await sweep(world.context)

    expect(world.invocation).toMatchObject({ roundTrips: 1, statements: 1 })
  })

  it('runs three queries when only lines are to be sealed: due work, the lines, their seals', async () => {
    const world = new World()
    await world.openAndPay()
    await world.live(2)
    await openOrder(world.context, { id: 'later', amountVnd: 1_000 })

    const report = await sweep(world.context)

    expect(report.sealed).toBe(1)
    expect(world.invocation).toMatchObject({ roundTrips: 3, statements: 4 })
  })

  it('does in one run what each step makes due for later steps', async () => {
    const world = new World()
    await world.openAndStart()
    world.service.pay(world.service.newest)
    world.advance({ minutes: 1 })

    const report = await sweep(world.context)

    expect(report).toMatchObject({ polled: 1, confirmed: 1, delivered: 1 })
    expect(report.sealed).toBeGreaterThan(0)
    expect(world.events).toHaveLength(1)
  })

  it('detects an endpoint that is not configured, whatever the order of ids', async () => {
    const world = new World()
    await world.openAndPay()
    await env.DB.batch(
      ['aaa', 'zzz'].map((endpoint) =>
        env.DB.prepare(
          `INSERT INTO outbox (key, kind, payload, created_at_ms, next_at_ms, endpoint)
           VALUES (?1, 'event', '', 1, 1, ?1)`,
        ).bind(endpoint),
      ),
    )

    await sweep(world.context)

    expect(await world.alertKinds()).toEqual(['endpoint_missing', 'endpoint_missing'])
  })

  it('checks its own health once, however few statements are left', async () => {
    const world = new World({ context: { statementsPerInvocation: 300 } })
    world.shopStatus = () => 500
    await recordMany(world, { to: 100 })
    await world.live(15)
    // Long enough that the events, which use up what is left, are what it is to see.
    world.advance({ minutes: 40 })
    const { database } = world.context
    const looks: string[] = []
    const recording: D1Database = new Proxy(database, {
      get(target, name) {
        if (name !== 'withSession') return Reflect.get(target, name)
        const session = target.withSession('first-primary')
        return () => ({
          batch: (batch: D1PreparedStatement[]) => session.batch(batch),
          prepare(query: string) {
            if (query.includes("'poll'") && !query.includes('json_each')) looks.push(query)
            return session.prepare(query)
          },
        })
      },
    })

    await sweep({ ...world.context, database: recording })

    expect(looks).toHaveLength(1)
  })

  it('may run many times concurrently without doing anything twice', async () => {
    const world = new World()
    for (let number = 1; number <= 8; number += 1) {
      await world.openAndStart({ id: `order-${number}` })
      world.service.pay(world.service.newest)
    }
    world.advance({ minutes: 1 })

    await Promise.all(Array.from({ length: 6 }, () => sweep(world.context)))
    await sweep(world.context)

    expect(world.events).toHaveLength(8)
    expect(await world.count("SELECT COUNT(*) n FROM orders WHERE state = 'paid'")).toBe(8)
    expect(
      await world.count("SELECT COUNT(*) n FROM journal WHERE kind = 'payment.confirmed'"),
    ).toBe(8)
  })

  it('continues with the other steps when one fails, and reports the failure', async () => {
    const world = new World()
    await world.openAndStart()
    world.service.pay(world.service.newest)
    await env.DB.prepare('ALTER TABLE refunds RENAME TO refunds_away').run()
    world.advance({ minutes: 1 })

    await expect(sweep(world.context)).rejects.toThrow('Some steps of the sweep failed.')

    const state = await env.DB.prepare('SELECT state FROM orders').first('state')
    expect(state).toBe('paid')
  })

  it('raises an alert about a callback that waits for an answer for more than two minutes', async () => {
    const world = new World()
    await world.openAndStart()
    const callback = world.service.pay(world.service.newest)
    world.service.fault = () => 'lost answer'
    await recordCallback(world.context, callback)
    await world.live(2, 60)
    const before = await world.alertKinds()

    await world.live(1, 60)

    expect(before).toEqual([])
    expect(await world.alertKinds()).toEqual(['confirmations_unanswered'])
  })

  it('raises an alert about an event that is due for more than two minutes and not sent', async () => {
    const world = new World()
    world.shopStatus = () => 500
    await world.openAndPay()
    await watchHealth(world.context)
    const before = await world.alertKinds()
    world.advance({ minutes: 3 })

    await watchHealth(world.context)

    expect(before).toEqual([])
    expect(await world.alertKinds()).toEqual(['outbox_stalled'])
  })

  it('raises no alert about an event whose next try is scheduled', async () => {
    const world = new World()
    world.shopStatus = () => 500
    await world.openAndPay()

    await world.live(20, 60)

    expect(await world.alertKinds()).toEqual([])
  })

  it('raises an alert about the callback path when polls find the payments', async () => {
    const world = new World()
    for (let number = 1; number <= 5; number += 1) {
      await world.openAndPay({ id: `order-${number}` })
    }

    expect(await world.alertKinds()).toEqual(['callbacks_silent'])
  })

  it('raises that alert for a merchant with few payments too, once a day', async () => {
    const world = new World()
    for (let number = 1; number <= 6; number += 1) {
      await world.openAndPay({ id: `order-${number}` })
      world.advance({ hours: 3 })
    }
    await world.live(120)

    expect(await world.alertKinds()).toEqual(['callbacks_silent'])
  })

  it('counts that alert once in a silence, and opens it again when it was closed within it', async () => {
    const world = new World()
    for (let number = 1; number <= 6; number += 1) {
      await world.openAndPay({ id: `order-${number}` })
      world.advance({ hours: 3 })
    }
    const raised = async () => (await listAlerts(world.context, {})).alerts
    await world.live(60)
    const once = await raised()
    await closeAlert(world.context, once[0]?.id ?? 0, { reason: 'repaired', staffId: 'an' })
    await world.live(30)

    expect(once).toMatchObject([{ kind: 'callbacks_silent', state: 'open', timesRaised: 1 }])
    expect(await raised()).toMatchObject([{ state: 'open', timesRaised: 2 }])
  })

  it.each([
    ['hour', 60, 'YYYY-MM-DDTHH'],
    ['day', 24 * 60, 'YYYY-MM-DD'],
  ])(
    'closes that alert once its %s is over and a callback has arrived since',
    async (_, minutes, form) => {
      const world = new World()
      for (let number = 1; number <= 5; number += 1) {
        await world.openAndPay({ id: `order-${number}` })
        if (minutes > 60) world.advance({ hours: 3 })
      }
      await world.live(2)
      const state = async () => {
        const { alerts } = await listAlerts(world.context, {})
        return alerts.findLast(({ subject }) => subject.length === form.length)?.state
      }
      world.advance({ minutes })
      await sweep(world.context)
      const silent = await state()
      await world.openAndStart({ id: 'called' })
      await recordCallback(world.context, world.service.pay(world.service.newest))
      await world.live(2)

      expect(silent).toBe('open')
      expect(await state()).toBe('closed')
    },
  )

  it('raises no such alert for few payments a day while one callback arrives', async () => {
    const world = new World()
    await world.openAndStart({ id: 'called' })
    await recordCallback(world.context, world.service.pay(world.service.newest))
    for (let number = 1; number <= 6; number += 1) {
      await world.openAndPay({ id: `order-${number}` })
      world.advance({ hours: 3 })
    }

    expect(await world.alertKinds()).toEqual([])
  })

  it('raises no such alert while a callback arrives', async () => {
    const world = new World()
    await world.openAndStart({ id: 'called' })
    await recordCallback(world.context, world.service.pay(world.service.newest))
    for (let number = 1; number <= 5; number += 1) {
      await world.openAndPay({ id: `order-${number}` })
    }

    expect(await world.alertKinds()).toEqual([])
  })
})
