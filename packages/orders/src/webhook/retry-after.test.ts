import { describe, expect, it } from 'vitest'
import { World } from '../../test/world.ts'
import { deliverEvents } from './deliver-events.ts'
import { retryAfterMs } from './retry-after.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

describe('the pause that an endpoint requests', () => {
  /** How many seconds after a first failed delivery the event is due again. */
  async function pauseAfter(
    status: number,
    retryAfter: (world: World) => string,
  ): Promise<{ readonly pauseMs: number; readonly world: World }> {
    const world: World = new World({
      context: {
        fetch: async () =>
          new Response(null, { status, headers: { 'retry-after': retryAfter(world) } }),
      },
    })
    await world.openAndPay()
    const dueAtMs = await world.count("SELECT next_at_ms n FROM outbox WHERE state = 'open'")
    return { pauseMs: dueAtMs - world.now(), world }
  }

  it.each([429, 503])('is respected after %s, with up to a tenth more', async (status) => {
    const { pauseMs } = await pauseAfter(status, () => '600')

    expect(pauseMs).toBeGreaterThanOrEqual(10 * minute)
    expect(pauseMs).toBeLessThanOrEqual(11 * minute)
  })

  it('may be a date', async () => {
    const { pauseMs } = await pauseAfter(503, (world) =>
      new Date(world.now() + 20 * minute).toUTCString(),
    )

    expect(pauseMs).toBeGreaterThanOrEqual(20 * minute)
    expect(pauseMs).toBeLessThanOrEqual(22 * minute)
  })

  it('is an hour at most', async () => {
    const { pauseMs } = await pauseAfter(429, () => '864000')

    expect(pauseMs).toBeGreaterThanOrEqual(hour)
    expect(pauseMs).toBeLessThanOrEqual(1.1 * hour)
  })

  it.each([
    ['after another status', 500, '600'],
    ['when it is shorter than the schedule', 503, '1'],
    ['when it cannot be read', 429, 'soon'],
  ])('does not change the schedule %s', async (_when, status, text) => {
    const { pauseMs } = await pauseAfter(status, () => text)

    expect(pauseMs).toBeGreaterThanOrEqual(5 * second)
    expect(pauseMs).toBeLessThanOrEqual(5.5 * second)
  })

  it('counts as a failure, so that an endpoint cannot delay an event for ever', async () => {
    const { world } = await pauseAfter(429, () => '3600')
    for (let repeat = 1; repeat < 10; repeat += 1) {
      world.advance({ hours: 27 })
      await deliverEvents(world.context, { limit: 1 })
    }

    expect(await world.count("SELECT COUNT(*) n FROM outbox WHERE state = 'dead'")).toBe(1)
    expect(await world.alertKinds()).toContain('dead_letter')
  })
})

describe('retryAfterMs', () => {
  const now = Date.parse('2026-11-22T08:49:37Z')

  it.each([
    ['0', 0],
    ['120', 120_000],
    ['3600', hour],
    ['99999999999', hour],
    ['Sun, 22 Nov 2026 08:50:37 GMT', minute],
    ['Sun, 22 Nov 2026 08:49:37 GMT', 0],
    ['Sat, 21 Nov 2026 08:49:37 GMT', 0],
    ['Fri, 31 Dec 9999 23:59:59 GMT', hour],
  ])('reads %j', (text, pauseMs) => {
    expect(retryAfterMs(text, now)).toBe(pauseMs)
  })

  it.each([
    null,
    '',
    ' ',
    '-1',
    '1.5',
    '1e3',
    '0x10',
    '120 s',
    'tomorrow',
    '2026-11-22',
    '2026-11-22T08:50:37Z',
    'Sunday, 22-Nov-26 08:50:37 GMT',
    '120;1',
    '/120',
    'Sun, 22 Nov 2026 08:50:37 +0700',
    'Sun, 99 Nov 2026 08:50:37 GMT',
    '1'.repeat(30),
  ])('reads nothing from %j', (text) => {
    expect(retryAfterMs(text, now)).toBeUndefined()
  })
})
