import { join } from 'node:path'
import { Miniflare } from 'miniflare'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { applyMigrations } from './apply-migrations.ts'
import { addressesOf, variablesOf } from './settings/house-variables.ts'
import { ordersQueueConsumer } from './orders-queue.ts'
import { portsFrom } from './places/ports.ts'
import { houseSecrets } from './secrets.ts'
import { workerOptions } from './start-house.ts'

// Goal: what a message of the queue named is done, although the message itself ended in the dead-letter queue.
// Method: the orders Worker with the queue of miniflare and the settings of wrangler.jsonc. Its database fails while a
// message is tried four times; a second Worker takes what arrives in the dead-letter queue.

const collector = `
const arrived = []
export default {
  queue(batch) { for (const { body } of batch.messages) arrived.push(body) },
  fetch() { return Response.json(arrived) },
}`
const webhook = 'order-created:WAITS-1'
const deadLetterQueue = 'merchant-edge-orders-dead'

let house: Miniflare
/** The ids of the webhooks that the shop has got. */
const told: (string | null)[] = []

beforeAll(async () => {
  const addresses = addressesOf(portsFrom(11_000))
  const variables = variablesOf(addresses, await houseSecrets(undefined))
  const orders = await workerOptions('orders', { variables: variables['orders'] ?? {} })
  house = new Miniflare({
    cf: false,
    workers: [
      {
        ...orders,
        outboundService: (request: Request) => {
          told.push(request.headers.get('webhook-id'))
          return new Response()
        },
      },
      {
        name: 'collector',
        compatibilityDate: '2026-07-30',
        modules: true,
        script: collector,
        queueConsumers: { [deadLetterQueue]: { maxBatchTimeout: 0 } },
      },
    ],
  })
  await house.ready
  const database = await house.getD1Database('DB', 'orders')
  await applyMigrations(database, join(import.meta.dirname, '../../packages/orders/migrations'))
})
afterAll(() => house?.dispose())

it('does the work of a message that has failed too often with the next sweep, once', async () => {
  const database = await house.getD1Database('DB', 'orders')
  const worker = await house.getWorker('orders')
  const dead = await house.getWorker('collector')
  const queue = await house.getQueueProducer<string[]>('OUTBOX_QUEUE', 'orders')
  await worker.scheduled({ cron: '* * * * *' })
  await database.batch(
    [
      `INSERT INTO orders (id, state, amount_vnd, description, created_at_ms, expires_at_ms)
       VALUES ('WAITS-1', 'created', 1000, '', 0, 9007199254740991)`,
      `INSERT INTO outbox (key, kind, order_id, version, payload, created_at_ms, next_at_ms, endpoint)
       VALUES ('${webhook}', 'event', 'WAITS-1', 1, '{"type":"order.created","facts":{}}', 0, 0, 'default')`,
      'ALTER TABLE outbox RENAME TO outbox_away',
    ].map((statement) => database.prepare(statement)),
  )
  await queue.send([webhook])
  const arrived = async (): Promise<unknown> =>
    (await dead.fetch('http://collector.example/')).json()

  await expect.poll(arrived).toEqual([[webhook]])
  const toldMeanwhile = told.length
  await database.prepare('ALTER TABLE outbox_away RENAME TO outbox').run()
  await worker.scheduled({ cron: '* * * * *' })
  await worker.scheduled({ cron: '* * * * *' })

  expect(ordersQueueConsumer()).toMatchObject({ maxRetries: 3, deadLetterQueue })
  expect(toldMeanwhile).toBe(0)
  expect(told).toHaveLength(1)
})
