import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { World } from '../../test/world.ts'
import { transferMoney, unlinkWallet } from '../index.ts'
import { countOrders, listLinks, transferTimeline, type OrderFilter } from './index.ts'

async function seedOrders(count: number): Promise<void> {
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
     INSERT INTO orders (id, state, amount_vnd, description, created_at_ms, expires_at_ms)
     SELECT 'O' || i, iif(i <= 10, 'created', 'paid'), 1000, 'tea', i * 1000, 1 FROM n`,
  )
    .bind(count)
    .run()
}

describe('countOrders', () => {
  it.each<[OrderFilter, number]>([
    [{}, 50],
    [{ state: 'paid' }, 40],
    [{ state: 'paid', amountVnd: 1_000 }, 40],
    [{ state: 'refunded' }, 0],
    [{ day: '1970-01-01' }, 50],
  ])('counts %j', async (filter, orders) => {
    await seedOrders(50)

    expect(await countOrders(new World().context, filter)).toEqual({ orders, isMore: false })
  })

  it('stops counting at a limit', async () => {
    await seedOrders(12_000)
    const world = new World()

    expect(await countOrders(world.context, {})).toEqual({ orders: 10_000, isMore: true })
    expect(await countOrders(world.context, { state: 'created', amountVnd: 1_000 })).toEqual({
      orders: 0,
      isMore: true,
    })
    await expect(countOrders(world.context, { state: 'new' })).rejects.toThrow(TypeError)
  })
})

describe('listLinks', () => {
  it('returns the newest first, by state and by customer, without a token', async () => {
    const world = new World()
    await world.link('C1')
    world.advance({ minutes: 1 })
    await world.link('C2')
    world.advance({ minutes: 1 })
    await unlinkWallet(world.context, 'C1')
    const customersOf = async (filter: Parameters<typeof listLinks>[1]) =>
      (await listLinks(world.context, filter)).links.map(({ customerId }) => customerId)

    expect(await customersOf({})).toEqual(['C2', 'C1'])
    expect(await customersOf({ state: 'linked' })).toEqual(['C2'])
    expect(await customersOf({ customerId: 'C1' })).toEqual(['C1'])
    expect(await customersOf({ customerId: 'C1', state: 'linked' })).toEqual([])
    const first = await listLinks(world.context, { limit: 1 })
    expect(await customersOf({ limit: 1, cursor: first.cursor ?? '' })).toEqual(['C1'])
    expect(JSON.stringify(first)).not.toMatch(/token/i)
    await expect(listLinks(world.context, { state: 'paid' })).rejects.toThrow(TypeError)
  })
})

it('a walk through the links leaves none out that changes meanwhile', async () => {
  const world = new World()
  for (const customer of ['C1', 'C2', 'C3']) {
    await world.link(customer)
    world.advance({ minutes: 1 })
  }
  const found: string[] = []
  let cursor: string | undefined
  do {
    const page = await listLinks(world.context, {
      limit: 1,
      ...(cursor !== undefined && { cursor }),
    })
    found.push(...page.links.map(({ customerId }) => customerId))
    cursor = page.cursor
    if (found.length === 1) await unlinkWallet(world.context, 'C1')
  } while (cursor !== undefined)

  expect(found).toEqual(['C3', 'C2', 'C1'])
})

describe('transferTimeline', () => {
  it('has the call and its answer, and no phone number', async () => {
    const world = new World()
    await transferMoney(world.context, { id: 'T1', amountVnd: 2_000, receiverPhone: '0900000123' })
    await transferMoney(world.context, { id: 'T10', amountVnd: 2_000, receiverPhone: '0900000123' })

    const lines = await transferTimeline(world.context, 'T1')

    expect(lines.map(({ kind }) => kind)).toEqual(['transfer.requested', 'transfer.succeeded'])
    expect(lines[1]?.facts).toMatchObject({ transfer_id: 'T1', known: 'answer of the service' })
    expect(JSON.stringify(lines)).not.toContain('0900000123')
    expect(await transferTimeline(world.context, 'T2')).toEqual([])
  })
})
