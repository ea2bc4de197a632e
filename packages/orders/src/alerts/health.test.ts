import { describe, expect, it } from 'vitest'
import { World } from '../../test/world.ts'
import { acknowledgeAlert, closeAlert, pauseEndpoint, readHealth, refundOrder } from '../index.ts'
import { raiseAlert } from './alerts.ts'

const decision = { reason: 'why', staffId: 'an' }

describe('readHealth', () => {
  it('counts the alerts that wait, and those that somebody works on', async () => {
    const world = new World()
    for (const subject of ['A', 'B', 'C', 'D']) {
      await raiseAlert(world.context, {
        kind: 'query_failing',
        subject,
        atMs: world.now(),
        data: {},
      })
    }
    await acknowledgeAlert(world.context, 1, decision)
    await closeAlert(world.context, 2, decision)

    expect(await readHealth(world.context)).toEqual({
      alerts: { open: 2, acknowledged: 1 },
      oldestOutboxSeconds: 0,
    })
  })

  it('says for how long work is due that nobody does, but not of a paused endpoint', async () => {
    const world = new World()
    world.shopStatus = () => 500
    await world.openAndPay()
    const retrying = await readHealth(world.context)
    world.advance({ minutes: 10 })
    const stalled = await readHealth(world.context)
    await pauseEndpoint(world.context, 'default', decision)
    const paused = await readHealth(world.context)

    expect(retrying.oldestOutboxSeconds).toBe(0)
    expect(stalled.oldestOutboxSeconds).toBeGreaterThan(590)
    expect(stalled.oldestOutboxSeconds).toBeLessThanOrEqual(600)
    expect(paused.oldestOutboxSeconds).toBe(0)
  })

  it('says nothing of an event that waits behind an earlier one of its order', async () => {
    const world = new World()
    world.shopStatus = () => 500
    const id = await world.openAndPay()
    await refundOrder(world.context, id, { id: 'R-1', vnd: 1_000 })

    await world.live(20)
    const waiting = await readHealth(world.context)
    world.advance({ hours: 2 })
    const stalled = await readHealth(world.context)

    expect(waiting).toEqual({ alerts: { open: 0, acknowledged: 0 }, oldestOutboxSeconds: 0 })
    expect(stalled.oldestOutboxSeconds).toBeGreaterThan(3_600)
  })
})
