import { describe, expect, it } from 'vitest'
import { DailyWorld } from '../../test/daily-world.ts'
import { World } from '../../test/world.ts'
import {
  acknowledgeAlert,
  bindToService,
  closeAlert,
  openOrder,
  pauseEndpoint,
  readHealth,
  recordCallback,
  refundOrder,
  startPayment,
} from '../index.ts'
import { raiseAlert } from './alerts.ts'

const decision = { reason: 'why', staffId: 'an' }

describe('readHealth', () => {
  it('counts the open and the acknowledged alerts', async () => {
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

  it('returns the age of the oldest due work, except that of a paused endpoint', async () => {
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

  it('does not count an event that waits behind an earlier one of its order', async () => {
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

  it('counts the age of an overdue poll of a payment without a callback', async () => {
    const world = new World()
    await openOrder(world.context, { id: 'A', amountVnd: 1_000 })
    await startPayment(world.context, 'A', { method: 'web-payment' })
    await world.live(3)
    const swept = await readHealth(world.context)
    world.advance({ hours: 2 })

    expect(swept.oldestOutboxSeconds).toBe(0)
    expect((await readHealth(world.context)).oldestOutboxSeconds).toBeGreaterThan(3_600)
  })

  it('counts the age of an unconfirmed callback', async () => {
    const world = new World()
    await world.openAndStart()
    await recordCallback(world.context, world.service.pay(world.service.newest))

    world.advance({ minutes: 8 })

    expect((await readHealth(world.context)).oldestOutboxSeconds).toBeGreaterThan(7 * 60)
  })

  it('counts the age of an overdue retry of a refund', async () => {
    const world = new World()
    const id = await world.openAndPay()
    world.service.refundAnswer = () => ({ outcome: 'unknown', silent: true, message: 'no answer' })
    await refundOrder(world.context, id, { id: 'R-1', vnd: 1_000 })
    world.advance({ hours: 2 })

    expect((await readHealth(world.context)).oldestOutboxSeconds).toBeGreaterThan(3_600)
  })

  it('counts the age of overdue work on daily files, if files are exchanged', async () => {
    const world = new DailyWorld()
    await bindToService(world.context, {
      environment: 'local',
      serviceUrl: 'https://service.example',
    })
    const withFiles = async () =>
      (await readHealth(world.context, { dailyFiles: true })).oldestOutboxSeconds
    const begun = await withFiles()
    world.advance({ hours: 1 })
    const neverRun = await withFiles()
    await world.work()
    const running = await withFiles()
    world.advance({ hours: 1 })
    const stopped = await withFiles()

    expect([begun, neverRun, running, stopped]).toEqual([0, 3_600, 0, 3_600])
    expect((await readHealth(world.context)).oldestOutboxSeconds).toBe(0)
  })
})
