import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { World } from '../../test/world.ts'
import type { Stores } from '../api.ts'
import { openOrder, recordCallback, refundOrder, transferMoney } from '../index.ts'
import {
  exportOrders,
  listCallbacks,
  listOrders,
  listRefunds,
  listTransfers,
  type OrderFilter,
  type PageOf,
  type RefundFilter,
} from './index.ts'

/** Midnight in Vietnam of 1 September 2026. */
const midnightMs = Date.parse('2026-09-01T00:00:00+07:00')

/** Puts orders on disk, one each second from a midnight on: O00001, O00002, ... */
async function seedOrders(count: number, columns: Record<string, string> = {}): Promise<void> {
  const names = Object.keys(columns).map((name) => `, ${name}`)
  const values = Object.values(columns).map((value) => `, ${value}`)
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
     INSERT INTO orders (id, description, created_at_ms, expires_at_ms${names.join('')})
     SELECT printf('O%05d', i), 'tea', ?2 + i * 1000, ?2${values.join('')} FROM n`,
  )
    .bind(count, midnightMs)
    .run()
}

const stores: Stores = {
  default: { storeCode: 'S1', posCode: 'T1' },
  allowed: [{ storeCode: 'S2', posCodes: ['T1', 'T2'] }],
}

/** The place of a terminal of the second store. */
function atTill(posCode: string) {
  return { storeCode: 'S2', posCode }
}

const plain = { state: "'paid'", amount_vnd: '1000' }

async function idsOf(world: World, filter: OrderFilter & PageOf): Promise<string[]> {
  const { orders } = await listOrders(world.context, filter)
  return orders.map(({ id }) => id)
}

/** Every page of a list of orders. */
async function allPages(world: World, filter: OrderFilter & PageOf): Promise<string[][]> {
  const pages: string[][] = []
  let cursor: string | undefined
  do {
    const page = await listOrders(world.context, {
      ...filter,
      ...(cursor !== undefined && { cursor }),
    })
    pages.push(page.orders.map(({ id }) => id))
    cursor = page.cursor
  } while (cursor !== undefined)
  return pages
}

/** A world whose statements are noted, with their values. */
function watchedWorld(): { world: World; statements: [sql: string, params: unknown[]][] } {
  const statements: [string, unknown[]][] = []
  const database: D1Database = new Proxy(env.DB, {
    get(target, name) {
      if (name !== 'withSession') return Reflect.get(target, name)
      return () => {
        const session = target.withSession('first-primary')
        return {
          batch: (batch: D1PreparedStatement[]) => session.batch(batch),
          prepare: (sql: string) => {
            const prepared = session.prepare(sql)
            return {
              bind: (...params: unknown[]) => {
                statements.push([sql, params])
                return prepared.bind(...params)
              },
            }
          },
        }
      }
    },
  })
  return { world: new World({ context: { database } }), statements }
}

/** A world in which something happens right after each statement that is sent alone. */
function busyWorld(meanwhile: () => Promise<unknown>): World {
  const database: D1Database = new Proxy(env.DB, {
    get(target, name) {
      if (name !== 'withSession') return Reflect.get(target, name)
      return () => {
        const session = target.withSession('first-primary')
        const watched = (statement: D1PreparedStatement): D1PreparedStatement =>
          new Proxy(statement, {
            get(prepared, called) {
              if (called !== 'all') return Reflect.get(prepared, called)
              return async () => {
                const result = await prepared.all()
                await meanwhile()
                return result
              }
            },
          })
        return {
          batch: (batch: D1PreparedStatement[]) => session.batch(batch),
          prepare: (sql: string) => {
            const prepared = session.prepare(sql)
            return { bind: (...params: unknown[]) => watched(prepared.bind(...params)) }
          },
        }
      }
    },
  })
  return new World({ context: { database } })
}

/** Marks orders paid that were seeded as created. */
async function markPaid(ids: readonly string[]): Promise<void> {
  await env.DB.prepare(
    "UPDATE orders SET state = 'paid' WHERE id IN (SELECT value FROM json_each(?1))",
  )
    .bind(JSON.stringify(ids))
    .run()
}

describe('a list that looks at its rows one by one', () => {
  const filter = { amountVnd: 1000, state: 'paid', limit: 10 } as const

  it('repeats no row when an order is opened while a page is read', async () => {
    await seedOrders(5_010, { ...plain, state: "'created'" })
    await markPaid(['O00011', 'O00010'])
    let opened = 0
    const world = busyWorld(async () => {
      if (opened > 0) return
      opened += 1
      await openOrder(new World().context, { id: 'NEW', amountVnd: 1000 })
    })

    const pages = await allPages(world, filter)

    expect(pages.flat()).toEqual(['O00011', 'O00010'])
  })

  it('leaves no row out when an order stops to match while a page is read', async () => {
    await seedOrders(5_010, { ...plain, state: "'created'" })
    await markPaid(['O00011', 'O00010'])
    let changed = 0
    const world = busyWorld(async () => {
      if (changed > 0) return
      changed += 1
      await env.DB.prepare("UPDATE orders SET amount_vnd = 2000 WHERE id = 'O03000'").run()
    })

    const pages = await allPages(world, filter)

    expect(pages.flat()).toEqual(['O00011', 'O00010'])
  })
})

describe('listOrders', () => {
  it('finds an order by each of its ids and references', async () => {
    const world = new World()
    const id = await world.openAndPay({ id: 'PAID-1', amountVnd: 120_000 })
    await openOrder(world.context, { id: 'OPEN-1', amountVnd: 5_000, linkedCustomerId: 'C1' })
    await refundOrder(world.context, id, { id: 'BACK-1', vnd: 1_000 })
    const { order, attempts } = await world.order(id)
    const [attempt] = attempts

    expect(await idsOf(world, { state: 'part_refunded' })).toEqual(['PAID-1'])
    expect(await idsOf(world, { amountVnd: 120_000 })).toEqual(['PAID-1'])
    expect(await idsOf(world, { customerId: 'C1' })).toEqual(['OPEN-1'])
    expect(await idsOf(world, { reference: attempt?.reference ?? '' })).toEqual(['PAID-1'])
    expect(await idsOf(world, { reference: attempt?.serviceOrderId ?? '' })).toEqual(['PAID-1'])
    expect(await idsOf(world, { reference: 'BACK-1' })).toEqual(['PAID-1'])
    expect(await idsOf(world, { transactionId: order.paidTransactionId ?? '' })).toEqual(['PAID-1'])
    expect(await idsOf(world, { transactionId: 'T-OF-NOBODY' })).toEqual([])
    expect(
      await idsOf(world, { transactionId: order.paidTransactionId ?? '', state: 'paid' }),
    ).toEqual([])
    expect(await idsOf(world, {})).toHaveLength(2)
  })

  it('finds an order by a disputed payment, whatever characters its transaction id has', async () => {
    const world = new World()
    const id = await world.openAndPay({ id: 'PAID-1' })
    const insert = `INSERT INTO disputed_payments
      (transaction_id, order_id, reference, reason, found_by, paid_vnd, paid_points, created_at_ms, booked_at_ms)
      VALUES (?1, ?2, 'r2', 'possible_double_payment', 'callback', 1000, 0, 1, 1)`
    await env.DB.prepare(insert).bind('Giao-dịch/2', id).run()

    expect(await idsOf(world, { transactionId: 'Giao-dịch/2' })).toEqual(['PAID-1'])
    expect(await idsOf(world, { transactionId: 'Giao-dịch/3' })).toEqual([])
  })

  it('finds the orders of a store, and of one of its terminals', async () => {
    const world = new World({ context: { stores } })
    await openOrder(world.context, { id: 'WEB', amountVnd: 1_000 })
    await openOrder(world.context, { ...atTill('T1'), id: 'TILL-1', amountVnd: 2_000 })
    await openOrder(world.context, { ...atTill('T2'), id: 'TILL-2', amountVnd: 3_000 })

    expect((await idsOf(world, { storeCode: 'S2' })).toSorted()).toEqual(['TILL-1', 'TILL-2'])
    expect(await idsOf(world, { storeCode: 'S2', posCode: 'T2' })).toEqual(['TILL-2'])
    expect(await idsOf(world, { storeCode: 'S1' })).toEqual(['WEB'])
    expect(await idsOf(world, { storeCode: 'S1', posCode: 'T2' })).toEqual([])
    await expect(listOrders(world.context, { posCode: 'T2' })).rejects.toThrow(
      "The list's posCode must come with a storeCode",
    )
  })

  it('returns orders without their timeline', async () => {
    const world = new World()
    await world.openAndPay({ id: 'PAID-1', amountVnd: 120_000, description: 'Trà sen' })

    const { orders } = await listOrders(world.context, {})

    expect(orders).toMatchObject([
      { id: 'PAID-1', state: 'paid', description: 'Trà sen', payment: { vnd: 120_000, points: 0 } },
    ])
    expect(orders[0]).not.toHaveProperty('timeline')
  })

  it('uses the days of Vietnam', async () => {
    const world = new World()
    await seedOrders(2, { ...plain })
    await env.DB.prepare('UPDATE orders SET created_at_ms = ?1 WHERE id = ?2')
      .bind(midnightMs - 1, 'O00001')
      .run()

    expect(await idsOf(world, { day: '2026-08-31' })).toEqual(['O00001'])
    expect(await idsOf(world, { day: '2026-09-01' })).toEqual(['O00002'])
    expect(await idsOf(world, { day: '2026-09-02' })).toEqual([])
  })

  it('keeps its position while orders are added, also in the same millisecond', async () => {
    const world = new World()
    await seedOrders(7, plain)
    await env.DB.prepare('UPDATE orders SET created_at_ms = ?1').bind(midnightMs).run()

    const first = await listOrders(world.context, { limit: 3 })
    await openOrder(world.context, { id: 'NEW-1', amountVnd: 1_000 })
    const second = await listOrders(world.context, { limit: 3, cursor: first.cursor ?? '' })
    const third = await listOrders(world.context, { limit: 3, cursor: second.cursor ?? '' })

    expect([first, second, third].map(({ orders }) => orders.map(({ id }) => id))).toEqual([
      ['O00007', 'O00006', 'O00005'],
      ['O00004', 'O00003', 'O00002'],
      ['O00001'],
    ])
    expect(third.cursor).toBeUndefined()
  })

  it.each([
    [{}, 7],
    [{ state: 'paid' }, 7],
    [{ amountVnd: 1_000 }, 7],
    [{ state: 'paid', amountVnd: 1_000 }, 7],
    [{ state: 'refunded', amountVnd: 1_000 }, 0],
  ])('returns each order once for %j', async (filter, count) => {
    const world = new World()
    await seedOrders(7, plain)

    const pages = await allPages(world, { ...filter, limit: 2 })

    const ids = pages.flat()
    expect(ids).toHaveLength(count)
    expect(new Set(ids).size).toBe(count)
    expect(ids).toEqual(ids.toSorted().toReversed())
  })

  it('finds a match behind more rows than one statement reads', async () => {
    const world = new World()
    await seedOrders(12_000, {
      amount_vnd: '1000',
      state: "CASE i WHEN 7 THEN 'disputed' ELSE 'paid' END",
    })

    const pages = await allPages(world, { state: 'disputed', amountVnd: 1_000, limit: 2 })

    expect(pages).toEqual([[], [], ['O00007']])
  })

  it.each<[OrderFilter, number]>([
    [{}, 1],
    [{ state: 'paid' }, 1],
    [{ state: 'paid', day: '2026-09-01' }, 1],
    [{ amountVnd: 1_000 }, 1],
    [{ customerId: 'C1' }, 1],
    [{ reference: 'R1' }, 1],
    [{ transactionId: 'T1' }, 1],
    [{ storeCode: 'S1' }, 1],
    [{ storeCode: 'S1', posCode: 'T1' }, 2],
    [{ state: 'paid', amountVnd: 7_777 }, 2],
    [{ state: 'refunded', amountVnd: 1_000, customerId: 'C1' }, 2],
  ])('answers %j in a bounded number of rows and statements', async (filter, maxStatements) => {
    await seedOrders(20_000, { ...plain, linked_customer_id: "'C1'", store_code: "'S1'" })
    const { world, statements } = watchedWorld()

    await listOrders(world.context, { ...filter, limit: 50 })

    expect(statements.length).toBeLessThanOrEqual(maxStatements)
    for (const [sql, params] of statements) {
      const { meta } = await env.DB.prepare(sql)
        .bind(...params)
        .all()
      const several = Object.keys(filter).length > 1 && filter.day === undefined
      expect(meta.rows_read).toBeLessThanOrEqual(several ? 5_100 : 110)
    }
  })

  it.each([
    [{ state: 'new' }, 'state'],
    [{ state: 'toString' }, 'state'],
    [{ day: '2026-02-30' }, 'day'],
    [{ day: 'today' }, 'day'],
    [{ amountVnd: 0 }, 'amountVnd'],
    [{ amountVnd: 1.5 }, 'amountVnd'],
    [{ reference: 'two words' }, 'reference'],
    [{ transactionId: '' }, 'transactionId'],
    [{ customerId: "'; DROP TABLE orders" }, 'customerId'],
    [{ storeCode: '' }, 'storeCode'],
    [{ storeCode: 'S1', posCode: 'T 1' }, 'posCode'],
    [{ posCode: 'T1' }, 'posCode'],
    [{ limit: 0 }, 'limit'],
    [{ limit: 101 }, 'limit'],
    [{ cursor: 'x' }, 'cursor'],
    [{ cursor: '' }, 'cursor'],
    [{ cursor: btoa('null') }, 'cursor'],
    [{ cursor: btoa('["orders",1,2]') }, 'cursor'],
  ])('refuses %j', async (filter, field) => {
    const world = new World()

    await expect(listOrders(world.context, filter)).rejects.toThrow(
      new RegExp(`^The list's ${field} must `),
    )
  })

  it('refuses the cursor of another query', async () => {
    const world = new World()
    await seedOrders(3, plain)
    const { cursor = '' } = await listOrders(world.context, { state: 'paid', limit: 1 })

    await expect(listOrders(world.context, { limit: 1, cursor })).rejects.toThrow(TypeError)
    await expect(listOrders(world.context, { state: 'created', cursor })).rejects.toThrow(TypeError)
    await expect(listTransfers(world.context, { cursor })).rejects.toThrow(TypeError)
    expect(await idsOf(world, { state: 'paid', limit: 2, cursor })).toEqual(['O00002', 'O00001'])
  })
})

describe('exportOrders', () => {
  async function csvOf(world: World, filter: OrderFilter = {}): Promise<string> {
    const bytes = await new Response(exportOrders(world.context, filter).body).arrayBuffer()
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  }

  it('writes every order once, over many pages', async () => {
    const world = new World()
    await seedOrders(2_500, plain)

    const lines = (await csvOf(world, { state: 'paid' })).split('\r\n')

    expect(lines).toHaveLength(2_502)
    expect(lines[0]?.startsWith('\uFEFFid,state,amount_vnd,description,created_at')).toBe(true)
    expect(lines[1]).toBe(
      'O02500,paid,1000,tea,2026-09-01T00:41:40+07:00,2026-09-01T00:00:00+07:00,,,,,,,0,0,,,0,0',
    )
    expect(new Set(lines.slice(1, -1).map((line) => line.slice(0, 6))).size).toBe(2_500)
    expect(lines.at(-1)).toBe('')
  })

  // Written down by hand from RFC 4180 and from what spreadsheets run.
  it.each([
    ['=1+1', "'=1+1"],
    ['+84900', "'+84900"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1', "'＝1"],
    ['\t=1', "'\t=1"],
    ['\r=1', `"'\r'=1"`],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
    ['Trà sen 🍵', 'Trà sen 🍵'],
    [' x', '" x"'],
    ['a=1', 'a=1'],
    // A spreadsheet whose lists are divided by semicolons, as in Vietnam, begins a cell behind each.
    ['a;=1+1;@x; -1', "a;'=1+1;'@x;' -1"],
    ['table 5;"=1+1;', `"table 5;'""=1+1;"`],
    ['table 5;  @A1', "table 5;'  @A1"],
  ])('is safe from formula injection: %j', async (description, expected) => {
    const world = new World()
    await seedOrders(1, plain)
    await env.DB.prepare('UPDATE orders SET description = ?').bind(description).run()

    const text = await csvOf(world)

    expect(text.slice(text.indexOf('\r\n') + 2)).toBe(
      `O00001,paid,1000,${expected},2026-09-01T00:00:01+07:00,2026-09-01T00:00:00+07:00,,,,,,,0,0,,,0,0\r\n`,
    )
  })

  it('has separate columns for returned and reserved amounts', async () => {
    const world = new World()
    await seedOrders(1, plain)
    await env.DB.exec(
      'UPDATE orders SET paid_vnd = 900, paid_points = 9, refunded_vnd = 700, refunded_points = 5, settled_vnd = 300, settled_points = 2',
    )

    expect((await csvOf(world)).split('\r\n')[1]).toMatch(/,700,5,,,300,2$/)
  })

  it('names the store and terminal of an order', async () => {
    const world = new World({ context: { stores } })
    await openOrder(world.context, { ...atTill('T2'), id: 'TILL-2', amountVnd: 3_000 })
    await openOrder(world.context, { id: 'WEB', amountVnd: 1_000 })

    const [heading = '', line = ''] = (await csvOf(world, { storeCode: 'S2' })).split('\r\n')

    expect(heading).toMatch(/,store_code,pos_code,returned_vnd,returned_points$/)
    expect(line).toMatch(/^TILL-2,.*,S2,T2,0,0$/)
  })

  it('breaks off when the database fails, instead of looking complete', async () => {
    const { world, statements } = watchedWorld()
    await seedOrders(2_500, plain)
    const { body } = exportOrders(world.context, {})
    const reader = body.getReader()
    await reader.read()
    await env.DB.exec('DROP INDEX orders_by_time; ALTER TABLE orders RENAME TO lost')

    await expect(
      (async () => {
        for (;;) {
          const { done } = await reader.read()
          if (done) return
        }
      })(),
    ).rejects.toThrow()
    expect(statements.length).toBeGreaterThan(0)
  })

  it('refuses a malformed filter before it begins', () => {
    const world = new World()

    expect(() => exportOrders(world.context, { day: 'today' })).toThrow(TypeError)
    expect(() => exportOrders(world.context, { state: 'new' })).toThrow(TypeError)
  })
})

describe('listRefunds and listTransfers', () => {
  it('find the refunds of a store', async () => {
    const world = new World({ context: { stores } })
    await world.openAndPay({ id: 'WEB' })
    await world.openAndPay({ ...atTill('T2'), id: 'TILL-2' })
    await refundOrder(world.context, 'WEB', { id: 'R1', vnd: 1_000 })
    await refundOrder(world.context, 'TILL-2', { id: 'R2', vnd: 1_000 })
    const idsAt = async (filter: RefundFilter) =>
      (await listRefunds(world.context, filter)).refunds.map(({ id }) => id)

    expect(await idsAt({ storeCode: 'S2' })).toEqual(['R2'])
    expect(await idsAt({ storeCode: 'S2', posCode: 'T2', state: 'refunded' })).toEqual(['R2'])
    expect(await idsAt({ storeCode: 'S2', posCode: 'T1' })).toEqual([])
    expect(await idsAt({ storeCode: 'S1' })).toEqual(['R1'])
    await expect(listRefunds(world.context, { posCode: 'T2' })).rejects.toThrow(TypeError)
  })

  it('find unknown outcomes', async () => {
    const world = new World()
    const id = await world.openAndPay()
    world.service.fault = (call) =>
      call === 'refund' || call === 'transfer' ? 'lost answer' : 'none'
    await refundOrder(world.context, id, { id: 'R1', vnd: 1_000 })
    await transferMoney(world.context, {
      id: 'T1',
      amountVnd: 2_000,
      receiverPhone: '0900000123',
    })

    const [refund] = (await listRefunds(world.context, {})).refunds
    const { transfers } = await listTransfers(world.context, { state: 'unknown' })

    expect(refund).toMatchObject({ id: 'R1', orderId: id, vnd: 1_000 })
    expect(await listRefunds(world.context, { state: 'refused' })).toEqual({ refunds: [] })
    expect(transfers).toMatchObject([{ id: 'T1', receiverPhone: '*******123' }])
    await expect(listRefunds(world.context, { state: 'paid' })).rejects.toThrow(TypeError)
    await expect(listTransfers(world.context, { day: '1.9.2026' })).rejects.toThrow(TypeError)
  })
})

describe('listCallbacks', () => {
  it('finds a callback without an order, and by its order once it has one', async () => {
    const world = new World()
    const id = await world.openAndPay()
    const callback = {
      keyId: 'k1',
      signed: { order_id: '20260101T99', transaction_id: 'T99', pay_status: 'SUCCESS' },
      unsignedFields: { user_id: 'somebody' },
    }
    await recordCallback(world.context, callback)
    await recordCallback(world.context, world.service.pay(world.service.newest))

    const { callbacks } = await listCallbacks(world.context, {})
    const ofOrder = await listCallbacks(world.context, { orderId: id })

    expect(callbacks).toMatchObject([{ state: 'orphan', tries: 0, signed: callback.signed }])
    expect(JSON.stringify(callbacks)).not.toContain('somebody')
    expect(ofOrder.callbacks).toMatchObject([{ state: 'waiting', orderId: id }])
    expect(await listCallbacks(world.context, { state: 'dead' })).toEqual({ callbacks: [] })
  })

  it('returns many in pages', async () => {
    const world = new World()
    for (let number = 1; number <= 5; number += 1) {
      const signed = { order_id: `O${number}`, transaction_id: `T${number}`, pay_status: 'SUCCESS' }
      await recordCallback(world.context, { keyId: 'k1', signed, unsignedFields: {} })
    }

    const first = await listCallbacks(world.context, { limit: 3 })
    const second = await listCallbacks(world.context, { limit: 3, cursor: first.cursor ?? '' })

    const seqs = [...first.callbacks, ...second.callbacks].map(({ seq }) => seq)
    expect(seqs).toHaveLength(5)
    expect(new Set(seqs).size).toBe(5)
    expect(second.cursor).toBeUndefined()
  })

  it.each([
    [{ state: 'orphan' as const, orderId: 'O1' }],
    [{ orderId: 'two words' }],
    [{ limit: 101 }],
  ])('refuses %j', async (filter) => {
    const world = new World()

    await expect(listCallbacks(world.context, filter)).rejects.toThrow(TypeError)
  })
})
