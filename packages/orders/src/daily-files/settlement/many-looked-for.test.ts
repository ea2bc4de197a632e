import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { DailyWorld } from '../../../test/daily-world.ts'
import { refundAccepted } from '../../../test/scripted-service.ts'
import { refundOrder } from '../../index.ts'

/** More refunds than are looked for at once, none of which the service has named, of some days before. */
async function refundNamelessly(orderId: string, atMs: number): Promise<void> {
  await env.DB.batch([
    env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
       INSERT INTO refunds (id, order_id, state, vnd, points, settled_vnd, created_at_ms, updated_at_ms)
       SELECT 'E' || i, ?1, 'refunded', 1, 0, 1, ?2, ?2 FROM n`,
    ).bind(orderId, atMs),
    env.DB.prepare(
      `INSERT INTO journal (at_ms, kind, order_id, dedupe, known, facts)
       SELECT created_at_ms, 'refund.settled', order_id, 'refund.settled:' || id, 'answer of the service', '{}'
       FROM refunds WHERE id LIKE 'E%'`,
    ),
  ])
}

it('finds the failed row of a refund also when thousands of earlier ones were never named', async () => {
  const world = new DailyWorld()
  await world.openAndPay({ id: 'other' })
  await world.openAndPay({ amountVnd: 1000 })
  world.service.refundAnswer = () => refundAccepted(200)
  await refundOrder(world.context, 'order-1', { id: 'R1', vnd: 1000 })
  await refundNamelessly('other', world.now() - 6 * 24 * 60 * 60_000)
  const rows = [await world.rowOfPayment('other'), await world.rowOfPayment('order-1')]
  const date = world.date()
  world.toNextDay()
  const failed = { invoice: 'R1', wallet: 'WF1', amount: 1000, date, type: '-1', status: '-1' }
  await world.putServiceFile([...rows, failed])

  await world.work()

  expect(await world.alertKinds()).toContain('file_contradicts')
})
