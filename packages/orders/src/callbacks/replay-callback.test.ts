import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { World } from '../../test/world.ts'
import { recordCallback, sweep } from '../index.ts'
import { listCallbacks } from '../search/list-callbacks.ts'
import { confirmCallbacks } from './confirm-callbacks.ts'
import { replayCallback } from './replay-callback.ts'

describe('replayCallback', () => {
  it('processes a stored callback again without a new effect', async () => {
    const world = new World()
    const id = await world.openAndStart()
    await recordCallback(world.context, world.service.pay(world.service.newest))
    await sweep(world.context)
    const before = await world.order(id)
    const line = before.journal.find(({ kind }) => kind === 'callback.received')

    const replay = await replayCallback(world.context, line?.seq ?? 0)
    await sweep(world.context)

    expect(replay).toMatchObject({ confirmation: { outcome: 'settled' } })
    expect(await world.order(id)).toEqual(before)
    expect(world.events).toHaveLength(1)
  })

  /** A callback that was given up, because the service did not answer. */
  async function givenUp(...others: readonly string[]) {
    const world = new World()
    const id = await world.openAndStart()
    await recordCallback(world.context, world.service.pay(world.service.newest))
    for (const other of others) {
      await world.openAndStart({ id: other })
      await recordCallback(world.context, world.service.pay(world.service.newest))
    }
    world.service.fault = () => 'lost answer'
    for (let attempt = 1; attempt <= 12; attempt += 1) {
      await confirmCallbacks(world.context, { limit: 10 })
      world.advance({ seconds: 3600 * 1.2 })
    }
    const { journal } = await world.order(id)
    const seq = journal.find(({ kind }) => kind === 'callback.received')?.seq ?? 0
    const stateOfCallback = async () =>
      (await listCallbacks(world.context, { orderId: id })).callbacks.map(({ state }) => state)
    return { world, id, seq, stateOfCallback }
  }

  it('finishes what an outage left undone, and the callback is no longer a dead letter', async () => {
    const { world, id, seq, stateOfCallback } = await givenUp()
    const before = await stateOfCallback()
    world.service.fault = () => 'none'

    await replayCallback(world.context, seq)

    expect((await world.order(id)).order.state).toBe('paid')
    expect([before, await stateOfCallback()]).toEqual([['dead'], ['done']])
  })

  it('reports a retry, and is retried, while the outage lasts', async () => {
    const { world, id, seq, stateOfCallback } = await givenUp()
    await env.DB.exec('UPDATE attempts SET next_poll_at_ms = NULL')

    const replay = await replayCallback(world.context, seq)
    const during = await stateOfCallback()
    const tries = await world.count('SELECT tries n FROM outbox')
    world.service.fault = () => 'none'
    await world.live(2)

    expect(replay?.confirmation?.outcome).toBe('retry')
    // As many tries are left as after the first one of a new callback.
    expect(tries).toBe(1)
    expect([during, await stateOfCallback()]).toEqual([['waiting'], ['done']])
    expect((await world.order(id)).order.state).toBe('paid')
  })

  it('leases its callback and no other one that was given up', async () => {
    const { world, seq } = await givenUp('order-2')
    const states = 'SELECT order_id, state FROM outbox ORDER BY order_id'
    let atOnce: ReturnType<typeof confirmCallbacks> | undefined
    world.service.fault = () => {
      atOnce ??= confirmCallbacks(world.context, { limit: 10 })
      return 'lost answer'
    }

    await replayCallback(world.context, seq)

    expect(await atOnce).toEqual({ settled: 0, matched: 0 })
    expect(await world.count('SELECT MAX(tries) n FROM outbox WHERE state = ?', 'open')).toBe(1)
    expect((await env.DB.prepare(states).all()).results).toEqual([
      { order_id: 'order-1', state: 'open' },
      { order_id: 'order-2', state: 'dead' },
    ])
  })

  it('is not needed for a callback whose payment a poll has confirmed meanwhile', async () => {
    const { world, id, stateOfCallback } = await givenUp()
    world.service.fault = () => 'none'

    await world.live(70, 600)

    expect((await world.order(id)).order).toMatchObject({ state: 'paid', confirmedBy: 'poll' })
    expect(await stateOfCallback()).toEqual(['done'])
  })

  it('reports a settled callback as settled, also when the service does not answer', async () => {
    const world = new World()
    const id = await world.openAndStart()
    await recordCallback(world.context, world.service.pay(world.service.newest))
    await sweep(world.context)
    const { journal } = await world.order(id)
    world.service.fault = () => 'lost answer'
    const seq = journal.find(({ kind }) => kind === 'callback.received')?.seq ?? 0

    const replay = await replayCallback(world.context, seq)

    expect(replay?.confirmation?.outcome).toBe('settled')
  })

  it('returns nothing for a journal line that is no callback', async () => {
    const world = new World()
    await world.openAndStart()

    expect(await replayCallback(world.context, 1)).toBeUndefined()
  })

  it('reports a dead letter when it was the last try', async () => {
    const world = new World()
    const id = await world.openAndStart()
    await recordCallback(world.context, world.service.pay(world.service.newest))
    await env.DB.exec('UPDATE outbox SET tries = 12')
    world.service.fault = () => 'lost answer'
    const { journal } = await world.order(id)

    const replay = await replayCallback(world.context, journal.at(-1)?.seq ?? 0)

    expect(replay).toMatchObject({
      confirmation: { outcome: 'dead_letter' },
    })
    expect(await world.openAlerts()).toEqual(['callback_not_confirmed'])
  })

  it('records no callback again whose confirmation has been forgotten', async () => {
    const { world, id, seq } = await givenUp()
    world.service.fault = () => 'none'
    await replayCallback(world.context, seq)
    await sweep(world.context)
    // What `forgetOldData` deletes when the callback is old enough.
    await env.DB.exec("DELETE FROM outbox WHERE state = 'done'")
    const before = await world.order(id)

    const replay = await replayCallback(world.context, seq)
    await sweep(world.context)

    expect(replay).toEqual({})
    expect(await world.order(id)).toEqual(before)
    expect(await world.count('SELECT COUNT(*) n FROM outbox')).toBe(0)
  })

  it('has nothing to confirm for a callback whose status is not SUCCESS', async () => {
    const world = new World()
    const id = await world.openAndStart()
    const { signed, ...callback } = world.service.callbackOf(world.service.newest)
    await recordCallback(world.context, {
      ...callback,
      signed: { ...signed, pay_status: 'HOLDING' },
    })
    const before = await world.order(id)

    const replay = await replayCallback(world.context, before.journal.at(-1)?.seq ?? 0)

    expect(replay).toEqual({})
    expect(await world.order(id)).toEqual(before)
  })
})
