import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Driver } from '../src/database/driver.ts'
import type { JournalEntry } from '../src/database/journal-entry.ts'
import { alerts, journal, orders, outbox, refunds } from '../src/database/schema.ts'
import { runBatch } from '../src/database/transact.ts'
import {
  insert,
  insertOne,
  update,
  updateOne,
  type Transition,
} from '../src/database/transition.ts'
import type { EndpointFilter } from '../src/events/webhook-endpoint.ts'
import type { OrderState } from '../src/states/order-state.ts'

const atMs = 1_800_000_000_000
const id = 'order-1'
const all = { where: sql`TRUE` }
const endpoints = [{ id: 'default', events: ['order.*'] }]
const tables = { orders, refunds, journal, outbox, alerts }

function opened(orderId = id, state: OrderState = 'creating'): Transition {
  return {
    decide: insert(orders, {
      values: {
        id: orderId,
        state,
        amountVnd: 1000,
        description: '',
        createdAtMs: atMs,
        expiresAtMs: atMs,
      },
    }),
  }
}

function entry(name: string): JournalEntry {
  return {
    atMs,
    kind: 'order.opened',
    orderId: id,
    dedupe: name,
    evidence: 'own record',
    data: { name },
  }
}

/** A transition of an order that has every possible part. */
function move(from: OrderState, to: OrderState, more: Partial<Transition> = {}): Transition {
  return {
    decide: update(orders, {
      set: { state: to, version: sql`${orders.version} + 1` },
      where: sql`${orders.id} = ${id} AND ${orders.state} = ${from}`,
    }),
    require: [
      insertOne(refunds, {
        id: `refund-${to}`,
        orderId: id,
        state: 'reserved',
        vnd: 1,
        points: 0,
        createdAtMs: atMs,
        updatedAtMs: atMs,
      }),
    ],
    journal: entry(`moved:${to}`),
    event: { atMs, orderId: id, type: 'order.paid', once: to, data: { to } },
    alert: { kind: 'dead_letter', subject: to, atMs, data: {} },
    ...more,
  }
}

/** All stored rows. */
async function contents(driver: Driver): Promise<Record<keyof typeof tables, unknown[]>> {
  const reads = {
    orders: { table: orders, ...all },
    refunds: { table: refunds, ...all },
    journal: { table: journal, ...all },
    outbox: { table: outbox, ...all },
    alerts: { table: alerts, ...all },
  }
  const done = await runBatch(driver, { reads: Object.values(reads) }, endpoints)
  return {
    orders: done.rows(reads.orders),
    refunds: done.rows(reads.refunds),
    journal: done.rows(reads.journal),
    outbox: done.rows(reads.outbox),
    alerts: done.rows(reads.alerts),
  }
}

async function run(
  driver: Driver,
  transition: Transition,
  wanting: readonly EndpointFilter[] = endpoints,
): Promise<boolean> {
  return (await runBatch(driver, { transitions: [transition] }, wanting)).happened(transition)
}

async function outboxRows(driver: Driver) {
  const read = { table: outbox, ...all }
  return (await runBatch(driver, { reads: [read] }, [])).rows(read)
}

function counts(found: Record<string, unknown[]>): number[] {
  return Object.values(found).map((rows) => rows.length)
}

/** A reproducible source of random numbers in [0, 1). */
function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/**
 * The contract of every driver, and the guarantees of a transition over it.
 *
 * `open` returns a driver over a database with the migrations applied; `seeds` is the number of
 * random sequences of transitions to try.
 */
export function driverContract(
  name: string,
  { open, seeds }: { readonly open: () => Driver | Promise<Driver>; readonly seeds: number },
): void {
  describe(`a transition over ${name}`, () => {
    it('writes all of its parts, in order', async () => {
      const driver = await open()
      await run(driver, opened())

      expect(await run(driver, move('creating', 'created'))).toBe(true)

      const found = await contents(driver)
      expect(counts(found)).toEqual([1, 1, 1, 1, 1])
      expect(found.orders).toMatchObject([
        { id, state: 'created', version: 2, holdsPayment: false },
      ])
      expect(found.journal).toMatchObject([
        { dedupe: 'moved:created', data: { name: 'moved:created' } },
      ])
      expect(found.outbox).toMatchObject([
        {
          key: `order-paid:${id}:created`,
          version: 2,
          payload: '{"type":"order.paid","facts":{"to":"created"}}',
        },
      ])
    })

    it('writes nothing when its deciding change finds no row', async () => {
      const driver = await open()
      await run(driver, opened())
      const before = await contents(driver)

      expect(await run(driver, move('created', 'paid'))).toBe(false)

      expect(await contents(driver)).toEqual(before)
    })

    it.each<[string, Partial<Transition>, RegExp]>([
      [
        'a required row is missing',
        { require: [updateOne(orders, { key: orders.id, equals: 'nobody', set: { version: 9 } })] },
        /a row is missing: nobody/,
      ],
      [
        'a required row exists already',
        {
          require: [
            insertOne(alerts, { id: 1, kind: 'hold_overdue', subject: 's', atMs, data: {} }),
          ],
        },
        /UNIQUE/,
      ],
      [
        'the journal has the line already',
        { journal: entry('taken') },
        /the journal has it already: taken/,
      ],
      [
        'the outbox has the event already',
        { event: { atMs, orderId: id, type: 'order.paid', once: 'taken', data: {} } },
        /UNIQUE/,
      ],
      [
        'a CHECK refuses a value',
        { require: [updateOne(orders, { key: orders.id, equals: id, set: { amountVnd: -1 } })] },
        /CHECK/,
      ],
      [
        'an optional part that happens cannot write its line',
        {
          optional: {
            decide: update(orders, { set: { version: 7 }, where: sql`${orders.id} = ${id}` }),
            journal: entry('taken'),
          },
        },
        /the journal has it already: taken/,
      ],
    ])('fails and undoes all of it when %s', async (_, broken, message) => {
      const driver = await open()
      await run(driver, opened())
      await run(driver, { decide: insert(journal, { values: entry('taken') }) })
      await run(driver, {
        decide: insert(alerts, {
          values: { id: 1, kind: 'second_link', subject: '', atMs, data: {} },
        }),
      })
      await run(driver, {
        decide: insert(outbox, {
          values: {
            key: `order-paid:${id}:taken`,
            kind: 'event',
            payload: '',
            createdAtMs: atMs,
            nextAtMs: atMs,
          },
        }),
      })
      const before = await contents(driver)

      await expect(run(driver, move('creating', 'created', broken))).rejects.toThrow(message)

      expect(await contents(driver)).toEqual(before)
    })

    it('keeps the link across an alert that was raised before', async () => {
      const driver = await open()
      await run(driver, opened())
      const alert = {
        kind: 'dead_letter',
        subject: 'created',
        atMs: 1,
        data: { first: true },
      } as const
      await run(driver, { decide: insert(alerts, { values: alert }) })
      const optional: Transition = {
        decide: update(orders, {
          set: { description: 'reached' },
          where: sql`${orders.id} = ${id}`,
        }),
      }

      expect(await run(driver, move('creating', 'created', { optional }))).toBe(true)

      const found = await contents(driver)
      expect(found.alerts).toMatchObject([
        { atMs: 1, data: { first: true }, timesRaised: 2, lastRaisedAtMs: atMs },
      ])
      expect(found.orders).toMatchObject([{ description: 'reached' }])
    })

    it('stores its event for each subscribed endpoint, and an alert event once', async () => {
      const driver = await open()
      await run(driver, opened())
      const wanting = [
        { id: 'a', events: ['*'] },
        { id: 'b', events: ['order.paid'] },
        { id: 'c', events: ['alert.raised'] },
        { id: 'd', events: ['order.refunded'] },
      ]
      const alert = { kind: 'dead_letter', subject: 'same', atMs, data: {} } as const
      await run(driver, move('creating', 'created', { alert }), wanting)
      const optional: Transition = {
        decide: update(orders, { set: { description: 'reached' }, where: sql`TRUE` }),
      }

      await run(driver, move('created', 'paid', { alert, optional }), wanting)

      const found = await contents(driver)
      const keys = (await outboxRows(driver)).map(({ key, endpoint }) => `${key} ${endpoint}`)
      expect(keys.toSorted()).toEqual([
        'alert-raised:1:1@a a',
        'alert-raised:1:1@c c',
        `order-paid:${id}:created a`,
        `order-paid:${id}:created@b b`,
        `order-paid:${id}:paid a`,
        `order-paid:${id}:paid@b b`,
      ])
      expect(found.orders).toMatchObject([{ description: 'reached' }])
    })

    it('stores an event without a subscriber as done, and continues', async () => {
      const driver = await open()
      await run(driver, opened())
      const optional: Transition = {
        decide: update(orders, { set: { description: 'reached' }, where: sql`TRUE` }),
      }

      await run(driver, move('creating', 'created', { optional }), [])

      expect(await outboxRows(driver)).toMatchObject([{ state: 'done', endpoint: null }])
      expect((await contents(driver)).orders).toMatchObject([{ description: 'reached' }])
    })

    it('skips its optional part, and what depends on it, when that finds no row', async () => {
      const driver = await open()
      await run(driver, opened())
      const optional: Transition = {
        decide: update(orders, { set: { description: 'no' }, where: sql`FALSE` }),
        journal: entry('optional'),
      }

      expect(await run(driver, move('creating', 'created', { optional }))).toBe(true)

      const found = await contents(driver)
      expect(found.journal).toMatchObject([{ dedupe: 'moved:created' }])
    })

    it('does not affect the next transition of the batch', async () => {
      const driver = await open()
      await run(driver, opened())
      const [missed, hit] = [move('paid', 'refunded'), move('creating', 'created')]

      const done = await runBatch(driver, { transitions: [missed, hit] }, endpoints)

      expect([done.happened(missed), done.happened(hit)]).toEqual([false, true])
    })

    it('returns the changed rows of a taking, to one taker only', async () => {
      const driver = await open()
      for (const one of ['a', 'b', 'c']) await run(driver, opened(one))
      const taking = () =>
        update(orders, {
          set: { state: 'created', holdsPayment: true },
          where: sql`${orders.state} = 'creating'`,
        })

      const taken = await Promise.all(
        Array.from({ length: 8 }, async () => {
          const change = taking()
          return (await runBatch(driver, { takings: [change] }, endpoints)).rows(change)
        }),
      )

      const rows = taken.flat().map((row) => `${row.id} ${row.state} ${row.holdsPayment}`)
      expect(rows.toSorted()).toEqual(['a created true', 'b created true', 'c created true'])
    })

    it('happens once when it is run concurrently', async () => {
      const driver = await open()
      await run(driver, opened())

      const runs = Array.from({ length: 32 }, () => run(driver, move('creating', 'created')))

      expect((await Promise.all(runs)).filter(Boolean)).toHaveLength(1)
      expect(counts(await contents(driver))).toEqual([1, 1, 1, 1, 1])
    })

    it(`is all or nothing for any of its shapes (${seeds} seeds of 12 steps)`, async () => {
      const states = ['creating', 'created', 'paid'] as const
      for (let seed = 1; seed <= seeds; seed += 1) {
        const driver = await open()
        const chance = seeded(seed)
        const pick = <Item>(items: readonly Item[]): Item | undefined =>
          items[Math.floor(chance() * items.length)]
        // Each seed has its own orders in the same database.
        const orderId = `order-${seed}`
        await run(driver, opened(orderId))
        for (let step = 0; step < 12; step += 1) {
          const name = `${seed}:${pick([1, 2, 3, 4, 5])}`
          const transition: Transition = {
            decide: update(orders, {
              set: { state: pick(states) ?? 'paid', version: sql`${orders.version} + 1` },
              where: sql`${orders.id} = ${orderId} AND ${orders.state} = ${pick(states)}`,
            }),
            ...(chance() < 0.4 && {
              require: [
                updateOne(orders, {
                  key: orders.id,
                  equals: chance() < 0.8 ? orderId : 'nobody',
                  set: { description: name },
                }),
              ],
            }),
            ...(chance() < 0.7 && { journal: { ...entry(name), orderId } }),
            ...(chance() < 0.5 && {
              event: { atMs, orderId, type: 'order.paid', once: name, data: {} },
            }),
            ...(chance() < 0.5 && {
              alert: { kind: 'dead_letter', subject: name, atMs, data: {} },
            }),
          }
          const before = await contents(driver)
          const happened = await run(driver, transition).catch(() => false)
          const after = await contents(driver)
          if (!happened) {
            expect(after, `seed ${seed} step ${step}`).toEqual(before)
            continue
          }
          const wrote = (table: 'journal' | 'outbox') => after[table].length - before[table].length
          expect(after.orders, `seed ${seed} step ${step}`).not.toEqual(before.orders)
          expect(wrote('journal'), `seed ${seed} step ${step}`).toBe(
            transition.journal === undefined ? 0 : 1,
          )
          expect(wrote('outbox'), `seed ${seed} step ${step}`).toBe(
            transition.event === undefined ? 0 : 1,
          )
          if (transition.alert !== undefined) {
            expect(after.alerts).toContainEqual(expect.objectContaining({ subject: name }))
          }
        }
      }
    })
  })
}
