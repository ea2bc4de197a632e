import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { World } from '../../test/world.ts'
import { openDatabase } from '../database/open-database.ts'
import { outbox } from '../database/schema.ts'
import { openOrder, recordCallback, startPayment } from '../index.ts'
import { askAboutCallback } from './ask-about-callback.ts'
import { findCallback } from './lease-callbacks.ts'
import { callbackKey } from './record-callback.ts'

/** A payment whose creation got no answer, and the row of its callback as a worker has read it. */
async function calledBack() {
  const world = new World()
  world.service.fault = () => 'lost answer'
  await openOrder(world.context, { id: 'A', amountVnd: 1000 })
  await startPayment(world.context, 'A', { method: 'web-payment' })
  world.service.fault = () => 'none'
  const callback = world.service.pay(world.service.newest)
  await recordCallback(world.context, callback)
  const [row] = await openDatabase(world.context)
    .select()
    .from(outbox)
    .where(eq(outbox.key, callbackKey(callback)))
  if (row === undefined) throw new Error('The callback was not recorded.')
  return { world, row }
}

it('keeps the order of the service that the answer to the creation has named meanwhile', async () => {
  const { world, row } = await calledBack()
  const found = await findCallback(world.context, row)
  await env.DB.exec("UPDATE attempts SET service_order_id = 'SO-OTHER'")

  const asked = await askAboutCallback(world.context, found)

  expect(asked).not.toHaveProperty('answer.outcome')
  expect((await world.order('A')).attempts).toMatchObject([{ serviceOrderId: 'SO-OTHER' }])
})

it('matches an orphan once, and counts its tries from then on', async () => {
  const { world, row } = await calledBack()
  await env.DB.exec('UPDATE outbox SET order_id = NULL, tries = 4')
  const orphan = { ...row, orderId: null, tries: 4 }
  const first = await askAboutCallback(world.context, await findCallback(world.context, orphan))
  await env.DB.exec('UPDATE outbox SET tries = 7')

  await askAboutCallback(world.context, await findCallback(world.context, orphan))

  expect(first).toMatchObject({ matched: true, row: { orderId: 'A', tries: 1 } })
  const { results } = await env.DB.prepare('SELECT order_id, tries FROM outbox').all()
  expect(results).toEqual([{ order_id: 'A', tries: 7 }])
})
