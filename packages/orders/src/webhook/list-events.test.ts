import { env } from 'cloudflare:workers'
import { assert, describe, expect, it } from 'vitest'
import { World } from '../../test/world.ts'
import type { EventFilter } from '../events/event-log-api.ts'
import { listEvents, resendEvents } from '../index.ts'

/**
 * Stores delivered events of the shop, and five others: the only one of its endpoint, of its type, of
 * its order, and of its state, two of these.
 */
async function seedEvents(count: number): Promise<void> {
  const rare = (key: string, type: string, endpoint: string | null, state = 'done') =>
    env.DB.prepare(
      `INSERT INTO outbox (key, kind, state, payload, created_at_ms, next_at_ms, endpoint)
       VALUES (?1, 'event', ?4, json_object('type', ?2, 'facts', json('{}')), 1, 1, ?3)`,
    ).bind(key, type, endpoint, state)
  await env.DB.batch([
    rare('of-endpoint', 'order.paid', 'on-call'),
    rare('of-type', 'order.disputed', 'default'),
    rare('of-state', 'order.expired', null),
    rare('dead', 'order.paid', 'default', 'dead'),
    rare('waiting', 'order.paid', 'default', 'open'),
    rare('of-order', 'order.paid', 'default'),
    env.DB.prepare("UPDATE outbox SET order_id = 'O1' WHERE key = 'of-order'"),
    env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
       INSERT INTO outbox (key, kind, state, payload, created_at_ms, next_at_ms, endpoint)
       SELECT 'E' || i, 'event', 'done', json_object('type', 'order.paid', 'facts', json('{}')), 1, 1, 'default' FROM n`,
    ).bind(count),
  ])
}

/** The database, and the largest number of rows that one of its statements has read. */
function counted(): { readonly database: D1Database; most: () => Promise<number> } {
  const statements: D1PreparedStatement[] = []
  const database: D1Database = new Proxy(env.DB, {
    get(target, name) {
      if (name !== 'withSession') return Reflect.get(target, name)
      return () => ({
        prepare: (query: string) => ({
          bind(...params: unknown[]) {
            statements.push(target.prepare(query).bind(...params))
            return target.prepare(query).bind(...params)
          },
        }),
      })
    },
  })
  const most = async () => {
    const made = await Promise.all(statements.map((statement) => statement.all()))
    return Math.max(...made.map(({ meta }) => meta.rows_read))
  }
  return { database, most }
}

describe('a list of events among very many', () => {
  it.each<[string, EventFilter, number]>([
    ['of-endpoint', { endpoint: 'on-call' }, 3],
    ['of-type', { type: 'order.disputed' }, 3],
    ['of-state', { state: 'unwanted' }, 3],
    ['of-order', { orderId: 'O1' }, 1],
    ['dead', { state: 'dead' }, 1],
    ['waiting', { state: 'waiting' }, 1],
  ])(
    'finds the one %s by %j in %i pages, with a bounded number of rows for each page',
    async (key, filter, ofAll) => {
      await seedEvents(11_000)
      const { database, most } = counted()
      const world = new World()
      const [shop] = world.context.endpoints
      assert(shop !== undefined, 'There is no endpoint.')
      const context = {
        ...world.context,
        database,
        endpoints: [shop, { ...shop, id: 'on-call' }],
      }
      const keys: string[] = []
      let cursor: string | undefined
      let pages = 0
      do {
        const page = await listEvents(context, {
          ...filter,
          ...(cursor !== undefined && { cursor }),
        })
        keys.push(...page.events.map((event) => event.key))
        cursor = page.cursor
        pages += 1
      } while (cursor !== undefined)

      expect(keys).toEqual([key])
      expect(pages).toBe(ofAll)
      expect(await most()).toBeLessThanOrEqual(5_001)
    },
  )
})

it('a list of events takes a limit of 1 to 100, and no cursor but that of a page', async () => {
  const { context } = new World()

  for (const limit of [1, 100]) expect(await listEvents(context, { limit })).toEqual({ events: [] })
  for (const limit of [0, 101, 1.5]) {
    await expect(listEvents(context, { limit })).rejects.toThrow("The list's limit must be")
  }
  expect(await listEvents(context, { cursor: '123456789012345' })).toEqual({ events: [] })
  for (const cursor of ['', '0', '1x', 'x1', '1.5', '1234567890123456']) {
    await expect(listEvents(context, { cursor })).rejects.toThrow("The list's cursor must be")
  }
})

it('a list of events refuses an unknown type, and names the known ones', async () => {
  const { context } = new World()
  const refused = listEvents(context, { type: 'order.payed' })

  await expect(refused).rejects.toThrow(
    /^The list's type must be one of order\.paid, order\.payment_corrected, .*alert\.closed\.$/,
  )
  for (const type of ['order.dispute_ended', 'transfer.unknown', 'alert.raised']) {
    expect(await listEvents(context, { type })).toEqual({ events: [] })
  }
})

describe('a list of events of an endpoint', () => {
  it.each([['listEvents'], ['resendEvents']] as const)(
    'by %s is refused when the endpoint is unknown, with the names of the known ones',
    async (call) => {
      const world = new World()
      world.shopStatus = () => 503
      await world.openAndPay()
      const [shop] = world.context.endpoints
      assert(shop !== undefined, 'There is no endpoint.')
      const context = { ...world.context, endpoints: [{ ...shop, id: 'accounting' }] }
      const calls = {
        listEvents: (endpoint: string) => listEvents(context, { endpoint }),
        resendEvents: (endpoint: string) =>
          resendEvents(context, { endpoint }, { reason: 'it is up again', staffId: 'an' }),
      }

      await expect(calls[call]('defualt')).rejects.toThrow(
        "The list's endpoint must be one of accounting, default.",
      )
      // One has no events yet; the other is no longer configured, and has an event that waits.
      await expect(calls[call]('accounting')).resolves.toBeDefined()
      await expect(calls[call]('default')).resolves.toBeDefined()
    },
  )

  it('is refused when there are no endpoints at all', async () => {
    const { context } = new World({ context: { endpoints: [] } })

    await expect(listEvents(context, { endpoint: 'default' })).rejects.toThrow(
      "The list's endpoint must be left out: there are no endpoints.",
    )
  })
})
