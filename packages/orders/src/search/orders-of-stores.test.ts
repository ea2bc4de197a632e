import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { World } from '../../test/world.ts'
import { refundOrder } from '../index.ts'
import { listProposals, refundByOperator } from '../operators/index.ts'
import { readTakings } from '../takings/index.ts'
import { countOrders, exportOrders, listOrders, listRefunds, type OrderFilter } from './index.ts'

const two = ['S1', 'S3'] as const

/** Orders of S1, S2, S3 and of no store in turn, one a second; every third has the same amount and customer. */
async function seedOrders(count: number): Promise<void> {
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
     INSERT INTO orders (id, state, amount_vnd, description, created_at_ms, expires_at_ms, store_code, linked_customer_id)
     SELECT 'O' || i, iif(i % 5 = 0, 'created', 'paid'), iif(i % 3 = 0, 3000, 1000), 'tea', i * 1000, 1,
       nullif('S' || (i % 4), 'S0'), iif(i % 3 = 0, 'C1', NULL) FROM n`,
  )
    .bind(count)
    .run()
}

async function idsOf(world: World, filter: OrderFilter, limit: number): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await listOrders(world.context, {
      ...filter,
      limit,
      ...(cursor !== undefined && { cursor }),
    })
    ids.push(...page.orders.map(({ id }) => id))
    cursor = page.cursor
  } while (cursor !== undefined)
  return ids
}

function expected(count: number, isIn: (i: number) => boolean): string[] {
  const numbers = Array.from({ length: count }, (_, index) => count - index)
  return numbers.filter(isIn).map((i) => `O${i}`)
}

const isOfTwo = (i: number) => i % 4 === 1 || i % 4 === 3

/** Orders of fifty stores in turn, one a second. */
async function seedManyStores(count: number): Promise<readonly string[]> {
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
     INSERT INTO orders (id, state, amount_vnd, description, created_at_ms, expires_at_ms, store_code)
     SELECT 'O' || i, 'paid', 1000, '', i * 1000, 1, 'S' || (i % 50) FROM n`,
  )
    .bind(count)
    .run()
  return Array.from({ length: 50 }, (_, number) => `S${number}`)
}

describe('the export of an operator of fifty stores', () => {
  it.each<OrderFilter>([{}, { state: 'paid' }])('is complete with %o', async (filter) => {
    const storeCodes = await seedManyStores(9_500)
    const { context } = new World()

    const { body } = exportOrders(context, { ...filter, storeCodes })

    const lines = (await new Response(body).text()).trim().split('\r\n').slice(1)
    expect(lines.map((line) => line.split(',', 1)[0])).toEqual(expected(9_500, () => true))
  })
})

describe('orders of several stores', () => {
  it.each<[string, OrderFilter, (i: number) => boolean]>([
    ['nothing else', {}, () => true],
    ['a state', { state: 'created' }, (i) => i % 5 === 0],
    ['an amount', { amountVnd: 3_000 }, (i) => i % 3 === 0],
    ['a customer', { customerId: 'C1' }, (i) => i % 3 === 0],
    ['one of them', { storeCode: 'S3' }, (i) => i % 4 === 3],
    ['another one', { storeCode: 'S2' }, () => false],
  ])('are listed, newest first, and counted, with %s', async (_name, filter, isIn) => {
    await seedOrders(60)
    const world = new World()
    const ids = expected(60, (i) => isOfTwo(i) && isIn(i))

    expect(await idsOf(world, { ...filter, storeCodes: two }, 7)).toEqual(ids)
    expect(await countOrders(world.context, { ...filter, storeCodes: two })).toEqual({
      orders: ids.length,
      isMore: false,
    })
    const { body } = exportOrders(world.context, { ...filter, storeCodes: two })
    const lines = (await new Response(body).text()).trim().split('\r\n').slice(1)
    expect(lines.map((line) => line.split(',')[0])).toEqual(ids)
  })

  it('are found page by page where a filter is applied row by row', async () => {
    await seedOrders(25_000)
    await env.DB.prepare("UPDATE orders SET state = 'expired' WHERE id IN ('O3', 'O12001')").run()

    expect(await idsOf(new World(), { state: 'expired', storeCodes: two }, 50)).toEqual([
      'O12001',
      'O3',
    ])
  })

  it('are counted up to a limit', async () => {
    await seedOrders(44_100)

    expect(await countOrders(new World().context, { storeCodes: two })).toEqual({
      orders: 10_000,
      isMore: true,
    })
  })

  it('cost a bounded number of rows, however many match, by the index of a store', async () => {
    await seedOrders(44_100)
    const statements: [string, unknown[]][] = []
    const database: D1Database = new Proxy(env.DB, {
      get(target, name) {
        if (name !== 'withSession') return Reflect.get(target, name)
        return () => ({
          prepare: (query: string) => ({
            bind: (...params: unknown[]) => {
              statements.push([query, params])
              return target.prepare(query).bind(...params)
            },
          }),
        })
      },
    })
    const context = { ...new World().context, database }

    await listOrders(context, { storeCodes: two })
    await listOrders(context, { storeCodes: two, state: 'expired' })
    await countOrders(context, { storeCodes: two, state: 'expired' })

    expect(statements.length).toBeGreaterThanOrEqual(6)
    for (const [query, params] of statements) {
      const { meta } = await env.DB.prepare(query)
        .bind(...params)
        .all()
      expect(meta.rows_read).toBeLessThanOrEqual(2 * 10_001)
      const plan = await env.DB.prepare(`EXPLAIN QUERY PLAN ${query}`)
        .bind(...params)
        .all<{ detail: string }>()
      const details = plan.results.map(({ detail }) => detail).join('\n')
      expect(details).toContain('INDEX orders_of_store (store_code=?')
      expect(details).not.toContain('TEMP B-TREE')
    }
  })

  it('are returned with their refunds, proposals and takings, without those of other stores', async () => {
    const stores = {
      default: { storeCode: 'S1', posCode: 'T1' },
      allowed: ['S2', 'S3'].map((storeCode) => ({ storeCode, posCodes: ['T1'] })),
    }
    const world = new World({ context: { stores, approvalLimitVnd: 5_000 } })
    for (const storeCode of ['S1', 'S2', 'S3']) {
      await world.openAndPay({ id: storeCode, amountVnd: 100_000, storeCode })
      await refundOrder(world.context, storeCode, { id: `R-${storeCode}`, vnd: 1_000 })
      const asked = { reason: 'damaged', staffId: 'an', vnd: 9_000 }
      await refundByOperator(world.context, storeCode, { ...asked, id: `P-${storeCode}` })
    }

    const { refunds } = await listRefunds(world.context, { storeCodes: two })
    const proposals = await listProposals(world.context, { storeCodes: two })
    const day = new Date(world.now() + 7 * 3_600_000).toISOString().slice(0, 10)
    const takings = await readTakings(world.context, { from: day, storeCodes: two })

    expect(refunds.map(({ id }) => id).toSorted()).toEqual(['R-S1', 'R-S3'])
    expect(proposals.map(({ orderId }) => orderId).toSorted()).toEqual(['S1', 'S3'])
    expect(takings.total).toMatchObject({ payments: 2, paidVnd: 200_000, returnedVnd: 2_000 })
    expect(new Set(takings.stores.map(({ storeCode }) => storeCode))).toEqual(new Set(two))
  })

  it.each([[[]], [['two words']], [Array.from({ length: 51 }, (_, i) => `S${i}`)]])(
    'must be named by 1 to 50 codes',
    async (storeCodes) => {
      const { context } = new World()
      await expect(listOrders(context, { storeCodes })).rejects.toThrow(/storeCodes must/)
      await expect(listRefunds(context, { storeCodes })).rejects.toThrow(/storeCodes must/)
      await expect(listProposals(context, { storeCodes })).rejects.toThrow(/storeCodes must/)
      await expect(readTakings(context, { from: '2026-09-01', storeCodes })).rejects.toThrow(
        /storeCodes must/,
      )
    },
  )
})
