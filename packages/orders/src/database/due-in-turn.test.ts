import { env } from 'cloudflare:workers'
import { asc, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { World } from '../../test/world.ts'
import { openOrder } from '../index.ts'
import { dueInTurn } from './due-in-turn.ts'
import { openDatabase } from './open-database.ts'
import { orders } from './schema.ts'
import { ordersIn } from './states-in-sql.ts'

const minuteMs = 60_000

/** Orders `0`, `1`, ... of which each is over a millisecond after the one before, and reads them. */
async function withOrders(count: number) {
  const world = new World()
  await openOrder(world.context, { id: '0', amountVnd: 1000 })
  for (let id = 1; id < count; id += 1) {
    await openOrder(world.context, { id: String(id), amountVnd: 1000 })
    await env.DB.prepare('UPDATE orders SET expires_at_ms = expires_at_ms + ?1 WHERE id = ?2')
      .bind(id, String(id))
      .run()
  }
  const { id: key, expiresAtMs: oldestFirst } = orders
  return async (atMs: number, limit: number): Promise<number[]> => {
    const where = sql`${orders.state} IN ${ordersIn.payable} AND ${oldestFirst} <= ${Number.MAX_SAFE_INTEGER}`
    const rows = await openDatabase(world.context)
      .select({ id: key })
      .from(orders)
      .where(dueInTurn(atMs, { key, oldestFirst, where, limit }))
      .orderBy(asc(oldestFirst))
    return rows.map(({ id }) => Number(id))
  }
}

describe('dueInTurn', () => {
  it('takes all rows when they fit, and none when there is no room', async () => {
    const take = await withOrders(4)

    for (const minute of [0, 1, 2, 3]) {
      expect(await take(minute * minuteMs, 4)).toEqual([0, 1, 2, 3])
      expect(await take(minute * minuteMs, 9)).toEqual([0, 1, 2, 3])
    }
    expect(await take(0, 0)).toEqual([])
  })

  it('takes the oldest half, and the other half from a place that moves', async () => {
    const take = await withOrders(12)
    const taken = await Promise.all(
      Array.from({ length: 12 }, (_, minute) => take(minute * minuteMs, 4)),
    )

    expect(taken[0]).toEqual([0, 1, 2, 3])
    for (const rows of taken) {
      expect(rows).toHaveLength(4)
      expect(rows.slice(0, 2)).toEqual([0, 1])
      expect((rows[3] ?? 0) - (rows[2] ?? 0)).toBe(1)
    }
    expect(new Set(taken.flat()).size).toBe(12)
  })

  it('reaches every row with one place in each sweep', async () => {
    const take = await withOrders(5)
    const taken = await Promise.all(
      Array.from({ length: 8 }, (_, minute) => take(minute * minuteMs, 1)),
    )

    expect(taken.every((rows) => rows.length === 1)).toBe(true)
    expect(new Set(taken.flat()).size).toBe(5)
  })
})
