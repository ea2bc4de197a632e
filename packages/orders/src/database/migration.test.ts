import { applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'

const upTo = (count: number) => env.MIGRATIONS.slice(0, count)

it('brings orders with their payments and refunds over to linked wallets', async () => {
  await reset()
  await applyD1Migrations(env.DB, upTo(2))
  await env.DB.batch(
    [
      `INSERT INTO orders (id, state, amount_vnd, description, created_at_ms, expires_at_ms,
         paid_reference, paid_transaction_id, paid_vnd, refunded_vnd)
       VALUES ('O1', 'part_refunded', 1000, 'tea', 1, 2, 'A1', 'T1', 1000, 400)`,
      `INSERT INTO orders (id, state, amount_vnd, description, created_at_ms, expires_at_ms)
       VALUES ('O2', 'created', 500, '', 1, 2)`,
      `INSERT INTO attempts (reference, order_id, method, state, created_at_ms, lease_until_ms,
         expires_at_ms, service_order_id, transaction_id)
       VALUES ('A1', 'O1', 'web-payment', 'paid', 1, 2, 3, 'S1', 'T1')`,
      `INSERT INTO refunds (id, order_id, state, vnd, points, created_at_ms, updated_at_ms)
       VALUES ('R1', 'O1', 'refunded', 400, 0, 1, 2)`,
    ].map((statement) => env.DB.prepare(statement)),
  )

  await applyD1Migrations(env.DB, env.MIGRATIONS)

  const rows = await env.DB.prepare(
    `SELECT orders.id, orders.state, holds_payment, attempts.reference, otp_tries, refunds.id AS refund
     FROM orders LEFT JOIN attempts ON attempts.order_id = orders.id
     LEFT JOIN refunds ON refunds.order_id = orders.id ORDER BY orders.id`,
  ).all()
  expect(rows.results).toEqual([
    {
      id: 'O1',
      state: 'part_refunded',
      holds_payment: 0,
      reference: 'A1',
      otp_tries: 0,
      refund: 'R1',
    },
    {
      id: 'O2',
      state: 'created',
      holds_payment: 0,
      reference: null,
      otp_tries: null,
      refund: null,
    },
  ])
  const broken = await env.DB.prepare('PRAGMA foreign_key_check').all()
  expect(broken.results).toEqual([])
  const orphan = `INSERT INTO refunds (id, order_id, state, vnd, points, created_at_ms, updated_at_ms)
    VALUES ('R2', 'NONE', 'refunded', 1, 0, 1, 2)`
  await expect(env.DB.prepare(orphan).run()).rejects.toThrow(/FOREIGN KEY/)
})
