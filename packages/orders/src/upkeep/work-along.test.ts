import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { recordMany } from '../../test/many-callbacks.ts'
import { World } from '../../test/world.ts'
import { createCallbackGroup, recordCallbacks, type WriteCallbacks } from '../callbacks/index.ts'
import { systemClock } from '../index.ts'
import { workThrough } from './index.ts'

describe('work for keys while callbacks arrive', () => {
  it('is done once for each, also where batches that it went along with are refused or lost', async () => {
    const group = createCallbackGroup(systemClock)
    const world = new World({
      context: {
        giveWay: (apartMs) => group.giveWay(apartMs),
        goAlong: (statements) => group.goAlong(statements),
      },
    })
    await recordMany(world, { to: 40 })
    const { results } = await env.DB.prepare(`SELECT key FROM outbox`).all<{ key: string }>()
    const store = { database: env.DB, now: () => world.now() }
    const went: string[] = []
    const done = new AbortController()
    const write: WriteCallbacks = async (callbacks, along) => {
      if (along === undefined) return recordCallbacks(store, callbacks)
      const fate = went.length % 5 === 3 ? 'refused' : went.length % 5 === 4 ? 'lost' : 'written'
      went.push(fate)
      if (fate === 'refused') throw new Error('D1_ERROR: constraint failed: SQLITE_CONSTRAINT')
      if (fate === 'written') return recordCallbacks(store, callbacks, along)
      await recordCallbacks(store, callbacks, { ...along, tell: () => {} })
      throw new Error('D1_ERROR: Network connection lost.')
    }
    async function arrive(): Promise<void> {
      for (let number = 0; !done.signal.aborted; number += 1) {
        const order_id = `20260101T${number}`
        const signed = { pay_status: 'SUCCESS', transaction_id: `TX-${number}`, order_id }
        await group.record(write, { signed, unsignedFields: {}, keyId: 'k1' })
        await scheduler.wait(1)
      }
    }

    const arriving = arrive()
    const keys = results.map(({ key }) => key)
    await workThrough(world.context, keys).catch(() => {})
    done.abort()
    await arriving
    await world.live(10)

    expect(new Set(went)).toEqual(new Set(['written', 'refused', 'lost']))
    expect(await world.count("SELECT COUNT(*) n FROM orders WHERE state = 'paid'")).toBe(40)
    expect(new Set(world.events.map(({ id }) => id)).size).toBe(40)
    expect(
      await world.count("SELECT COUNT(*) n FROM journal WHERE kind = 'payment.confirmed'"),
    ).toBe(40)
  })
})
