import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { recordMany } from '../../test/many-callbacks.ts'
import { World } from '../../test/world.ts'
import { recordCallbacks } from '../callbacks/index.ts'
import { openOrder, startPayment, sweep } from '../index.ts'
import { sweepKeys } from './index.ts'

// docs/scale.md states these figures; a test of the page compares them.
const costs = {
  opened: { statements: 7, roundTrips: 1, rowsWritten: 11 },
  started: { statements: 14, roundTrips: 4, rowsWritten: 23 },
  recorded: { statements: 3, roundTrips: 1, rowsWritten: 9 },
  delivered: { statements: 18, roundTrips: 5, rowsWritten: 28 },
  fifty: { statements: 111, roundTrips: 23, rowsWritten: 1274 },
}
const bytesPerOrder = 5_500

const confirmations = "SELECT key FROM outbox WHERE state = 'open' AND kind = 'confirm'"

async function keysToConfirm(): Promise<string[]> {
  const { results } = await env.DB.prepare(confirmations).all<{ key: string }>()
  return results.map(({ key }) => key)
}

async function size(): Promise<number> {
  const { meta } = await env.DB.prepare('SELECT 1').run()
  return meta.size_after
}

/** What the invocation that the last look at the context has begun has cost. */
function costOf({ invocation: { statements, roundTrips, rowsWritten } }: World) {
  return { statements, roundTrips, rowsWritten }
}

async function payOne(world: World, id: string) {
  await openOrder(world.context, { id, amountVnd: 100_000 })
  const opened = costOf(world)
  await startPayment(world.context, id, { method: 'transaction-qr' })
  const started = costOf(world)
  await recordCallbacks(world.context, [world.service.pay(world.service.newest)])
  const recorded = costOf(world)
  await sweepKeys(world.context, await keysToConfirm())
  return { opened, started, recorded, delivered: costOf(world) }
}

it('a single order costs what docs/scale.md states', async () => {
  const world = new World()
  await payOne(world, 'first')

  const cost = await payOne(world, 'second')

  const { fifty: _, ...alone } = costs
  expect(world.events).toHaveLength(2)
  expect(cost).toEqual(alone)
})

it('fifty recorded callbacks cost what docs/scale.md states', async () => {
  const world = new World()
  await recordMany(world, { to: 50 })

  await sweepKeys(world.context, await keysToConfirm())

  expect(world.events).toHaveLength(50)
  expect(costOf(world)).toEqual(costs.fifty)
})

it('a paid order uses no more storage than docs/scale.md states', async () => {
  const world = new World()
  const orders = 100
  await payOne(world, 'first')
  const before = await size()

  for (let number = 0; number < orders; number += 1) await payOne(world, `sized-${number}`)
  await sweep(world.context)

  const bytes = ((await size()) - before) / orders
  expect(bytes).toBeLessThanOrEqual(bytesPerOrder)
  expect(bytes).toBeGreaterThan(bytesPerOrder / 2)
})
