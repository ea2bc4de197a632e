import { applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'

const upTo = (count: number) => env.MIGRATIONS.slice(0, count)

it('migrates orders with their payments and refunds to the schema of linked wallets', async () => {
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

it('migrates refunds to separate halves, and keeps unknown ones unknown', async () => {
  await reset()
  await applyD1Migrations(env.DB, upTo(7))
  const order = (id: string, state: string, vnd: number, points: number) =>
    env.DB.prepare(
      `INSERT INTO orders (id, state, amount_vnd, description, created_at_ms, expires_at_ms, paid_vnd,
         paid_points, refunded_vnd, refunded_points, settled_vnd, settled_points)
       VALUES (?1, ?2, 9000, '', 1, 2, ?3, ?4, ?3, ?4, ?3, ?4)`,
    ).bind(id, state, vnd, points)
  const refund = (id: string, orderId: string, state: string, vnd: number, points: number) =>
    env.DB.prepare(
      `INSERT INTO refunds (id, order_id, state, vnd, points, calls, next_call_at_ms, created_at_ms, updated_at_ms)
       VALUES (?, ?, ?, ?, ?, 1, 5, 1, 2)`,
    ).bind(id, orderId, state, vnd, points)
  const line = (kind: string, orderId: string, dedupe: string, facts: object) =>
    env.DB.prepare(
      "INSERT INTO journal (at_ms, kind, order_id, dedupe, known, facts) VALUES (1, ?, ?, ?, 'x', ?)",
    ).bind(kind, orderId, dedupe, JSON.stringify(facts))
  await env.DB.batch([
    order('MONEY', 'refunded', 900, 2),
    refund('R-money', 'MONEY', 'part_settled', 900, 2),
    line('refund.settled', 'MONEY', 'refund.settled:R-money', { code: 2000801 }),
    order('POINTS', 'disputed', 900, 2),
    refund('R-points', 'POINTS', 'part_settled', 900, 2),
    line('refund.settled', 'POINTS', 'refund.settled:R-points', { code: 2000802 }),
    order('ALONE', 'refunded', 900, 0),
    refund('R-alone', 'ALONE', 'part_settled', 900, 0),
    line('refund.settled', 'ALONE', 'refund.settled:R-alone', { code: 2000801 }),
    order('DONE', 'refunded', 900, 2),
    refund('R-done', 'DONE', 'refunded', 900, 2),
    env.DB.prepare(
      `INSERT INTO orders (id, state, amount_vnd, description, created_at_ms, expires_at_ms, paid_vnd, refunded_vnd)
       VALUES ('OPEN', 'paid', 900, '', 1, 2, 900, 900)`,
    ),
    refund('R-silent', 'OPEN', 'refund_unknown', 100, 0),
    line('refund.unknown', 'OPEN', 'refund.unknown:R-silent:1', {
      refund_id: 'R-silent',
      message: 'refundOrder was not answered in time.',
    }),
    refund('R-failed', 'OPEN', 'refund_unknown', 100, 0),
    line('refund.unknown', 'OPEN', 'refund.unknown:R-failed:1', {
      refund_id: 'R-failed',
      code: 5000800,
    }),
    refund('R-page', 'OPEN', 'refund_unknown', 100, 0),
    line('refund.unknown', 'OPEN', 'refund.unknown:R-page:1', {
      refund_id: 'R-page',
      message: 'refundOrder: what answered is not the service: HTTP 502, text/html.',
    }),
    refund('R-refused', 'OPEN', 'refused', 100, 0),
  ])

  await applyD1Migrations(env.DB, env.MIGRATIONS)

  const refunds = await env.DB.prepare(
    `SELECT id, state, settled_vnd AS vnd, settled_points AS points, answered_unclear AS unclear,
       remind_at_ms AS remind, next_call_at_ms AS next FROM refunds ORDER BY rowid`,
  ).all()
  const common = { unclear: 0, remind: null, next: 5 }
  const reminded = { remind: 86_400_002 }
  expect(refunds.results).toEqual([
    { ...common, id: 'R-money', state: 'part_settled', vnd: 900, points: 0, ...reminded },
    { ...common, id: 'R-points', state: 'part_settled', vnd: 0, points: 2, ...reminded },
    { ...common, id: 'R-alone', state: 'refunded', vnd: 900, points: 0 },
    { ...common, id: 'R-done', state: 'refunded', vnd: 900, points: 2 },
    { ...common, id: 'R-silent', state: 'refund_unknown', vnd: 0, points: 0, ...reminded },
    {
      ...common,
      id: 'R-failed',
      state: 'refund_unknown',
      vnd: 0,
      points: 0,
      ...reminded,
      unclear: 1,
    },
    {
      ...common,
      id: 'R-page',
      state: 'refund_unknown',
      vnd: 0,
      points: 0,
      ...reminded,
      unclear: 1,
    },
    { ...common, id: 'R-refused', state: 'refused', vnd: 0, points: 0 },
  ])
  const orders = await env.DB.prepare(
    'SELECT id, state, settled_vnd AS vnd, settled_points AS points FROM orders ORDER BY rowid',
  ).all()
  expect(orders.results).toEqual([
    { id: 'MONEY', state: 'part_refunded', vnd: 900, points: 0 },
    { id: 'POINTS', state: 'disputed', vnd: 0, points: 2 },
    { id: 'ALONE', state: 'refunded', vnd: 900, points: 0 },
    { id: 'DONE', state: 'refunded', vnd: 900, points: 2 },
    { id: 'OPEN', state: 'paid', vnd: 0, points: 0 },
  ])
  const wrong = refund('R-wrong', 'OPEN', 'forgotten', 1, 0)
  await expect(wrong.run()).rejects.toThrow(/refunds_state/)
  const orphan = refund('R-orphan', 'NONE', 'refunded', 1, 0)
  await expect(orphan.run()).rejects.toThrow(/FOREIGN KEY/)
})

it('keeps orders and their disputes when disputed payments get their own sums', async () => {
  await reset()
  await applyD1Migrations(env.DB, upTo(11))
  const disputed = (id: string, reason: string, facts: object) =>
    env.DB.prepare(
      `INSERT INTO journal (at_ms, kind, order_id, dedupe, known, facts)
       VALUES (5, 'order.disputed', ?1, ?2, 'signed query', ?3)`,
    ).bind(id, `order.disputed:${id}:${reason}`, JSON.stringify({ reason, ...facts }))
  const order = `INSERT INTO orders (id, state, version, amount_vnd, description, created_at_ms,
    expires_at_ms, paid_reference, paid_transaction_id, paid_vnd, refunded_vnd, settled_vnd,
    linked_customer_id, holds_payment)`
  await env.DB.batch([
    env.DB.prepare(
      `${order} VALUES ('O1', 'disputed', 7, 1000, 'tea', 1, 2, 'A1', 'T1', 1000, 400, 300, 'C1', 1)`,
    ),
    env.DB.prepare(
      `${order} VALUES ('O2', 'disputed', 3, 500, '', 1, 2, NULL, NULL, 0, 0, 0, NULL, 0)`,
    ),
    ...['A1', 'A2'].map((reference, place) =>
      env.DB.prepare(
        `INSERT INTO attempts (reference, order_id, method, state, created_at_ms, lease_until_ms,
           expires_at_ms, service_order_id, transaction_id)
         VALUES (?1, ?2, 'web-payment', 'paid', 1, 2, 3, ?3, ?4)`,
      ).bind(reference, `O${place + 1}`, `S${place + 1}`, `T${place + 1}`),
    ),
    env.DB.prepare(
      `INSERT INTO refunds (id, order_id, state, vnd, points, created_at_ms, updated_at_ms)
       VALUES ('R1', 'O1', 'refunded', 300, 0, 1, 2)`,
    ),
    disputed('O1', 'possible_double_payment', { transaction_id: 'T3', reference: 'A1' }),
    disputed('O1', 'transaction_of_other_order', { transaction_id: 'T9', reference: 'A1' }),
    disputed('O2', 'amount_mismatch', { transaction_id: 'T2', reference: 'A2', order_amount: 700 }),
  ])
  const ordersBefore = await env.DB.prepare('SELECT * FROM orders ORDER BY id').all()

  await applyD1Migrations(env.DB, env.MIGRATIONS)

  const ordersAfter = await env.DB.prepare('SELECT * FROM orders ORDER BY id').all()
  // They were sold before stores were kept.
  const places = { store_code: null, pos_code: null, extra_data: null }
  expect(ordersAfter.results).toEqual(ordersBefore.results.map((row) => ({ ...row, ...places })))
  const kept = await env.DB.prepare(
    `SELECT transaction_id, order_id, state, reference, service_order_id, reason, paid_vnd
     FROM disputed_payments ORDER BY transaction_id`,
  ).all()
  expect(kept.results).toEqual([
    {
      transaction_id: 'T2',
      order_id: 'O2',
      state: 'open',
      reference: 'A2',
      service_order_id: 'S2',
      reason: 'amount_mismatch',
      paid_vnd: 700,
    },
    {
      transaction_id: 'T3',
      order_id: 'O1',
      state: 'open',
      reference: 'A1',
      service_order_id: 'S1',
      reason: 'possible_double_payment',
      paid_vnd: 1000,
    },
    {
      transaction_id: 'T9',
      order_id: 'O1',
      state: 'open',
      reference: 'A1',
      service_order_id: 'S1',
      reason: 'transaction_of_other_order',
      paid_vnd: 1000,
    },
  ])
  const broken = await env.DB.prepare('PRAGMA foreign_key_check').all()
  expect(broken.results).toEqual([])
  const indexes = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = 'orders' AND name LIKE 'orders_%' ORDER BY name",
  ).all()
  expect(indexes.results.map(({ name }) => name)).toEqual([
    'orders_by_amount',
    'orders_by_state',
    'orders_by_time',
    'orders_found_by_poll',
    'orders_of_customer',
    'orders_of_store',
    'orders_to_expire',
    'orders_to_forget',
    'orders_transaction',
  ])
})

it('assigns existing transfers to the day in Vietnam of their last call', async () => {
  await reset()
  await applyD1Migrations(env.DB, upTo(12))
  const sentAt = (time: string): number => Date.parse(time) + 90_000
  await env.DB.batch(
    [
      ['T1', sentAt('2026-03-10T16:59:59Z')],
      ['T2', sentAt('2026-03-10T17:00:00Z')],
    ].map(([id, leaseUntilMs]) =>
      env.DB.prepare(
        `INSERT INTO transfers (id, reference, state, amount_vnd, receiver_phone, description,
           created_at_ms, updated_at_ms, lease_until_ms)
         VALUES (?1, ?1, 'succeeded', 1000, '0900000123', '', 1, 2, ?2)`,
      ).bind(id, leaseUntilMs),
    ),
  )

  await applyD1Migrations(env.DB, env.MIGRATIONS)

  const rows = await env.DB.prepare('SELECT id, counted_on FROM transfers ORDER BY id').all()
  expect(rows.results).toEqual([
    { id: 'T1', counted_on: '2026-03-10' },
    { id: 'T2', counted_on: '2026-03-11' },
  ])
})

it('derives for existing transfers whether the shop was told that they are unknown', async () => {
  await reset()
  await applyD1Migrations(env.DB, upTo(29))
  const transfer = (id: string, state: string, version: number) =>
    env.DB.prepare(
      `INSERT INTO transfers (id, reference, state, version, amount_vnd, receiver_phone, description,
         refusal_code, created_at_ms, updated_at_ms, lease_until_ms)
       VALUES (?1, ?1, ?2, ?3, 1000, '0900000123', '', 4010001, 1, 2, 3)`,
    ).bind(id, state, version)
  const told = (id: string, version: number) =>
    env.DB.prepare(
      `INSERT INTO journal (at_ms, kind, order_id, dedupe, known, facts)
       VALUES (5, 'transfer.unknown', NULL, ?1, 'no answer of the service', '{}')`,
    ).bind(`transfer.unknown:${id}:${version}`)
  await env.DB.batch([
    transfer('turned-away', 'refused', 2),
    transfer('unknown', 'unknown', 2),
    told('unknown', 1),
    transfer('refused-late', 'refused', 5),
    told('refused-late', 3),
    transfer('made', 'succeeded', 2),
  ])

  await applyD1Migrations(env.DB, env.MIGRATIONS)

  const rows = await env.DB.prepare('SELECT id, was_unknown FROM transfers ORDER BY id').all()
  expect(rows.results).toEqual([
    { id: 'made', was_unknown: 0 },
    { id: 'refused-late', was_unknown: 1 },
    { id: 'turned-away', was_unknown: 0 },
    { id: 'unknown', was_unknown: 1 },
  ])
})

it('marks the files that already had an alert as reported', async () => {
  await reset()
  await applyD1Migrations(env.DB, upTo(32))
  const alert = (kind: string, subject: string, facts: string) =>
    env.DB.prepare('INSERT INTO alerts (kind, subject, at_ms, facts) VALUES (?1, ?2, ?3, ?4)').bind(
      kind,
      subject,
      Date.parse('2026-03-10T17:00:00Z'),
      facts,
    )
  await env.DB.batch([
    alert('incoming_file_unknown', 'a:b.csv:0123456789abcdef', '{"name":"a:b.csv"}'),
    alert('service_file_late', '2026-03-09', '{"day":"2026-03-09"}'),
  ])

  await applyD1Migrations(env.DB, env.MIGRATIONS)

  const rows = await env.DB.prepare('SELECT hash, name, told_on FROM unknown_files').all()
  expect(rows.results).toEqual([
    { hash: '0123456789abcdef', name: 'a:b.csv', told_on: '2026-03-11' },
  ])
})

it('removes the customer from alerts and their events', async () => {
  await reset()
  await applyD1Migrations(env.DB, upTo(33))
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO alerts (id, kind, subject, at_ms, last_raised_at_ms, facts) VALUES
        (1, 'second_link', 'L1', 1, 1, '{"customer_id":"lan","service_link_id":"S1"}'),
        (2, 'dead_letter', 'E1', 1, 1, '{"tries":2}')`,
    ),
    env.DB.prepare(
      `INSERT INTO outbox (key, kind, state, alert_id, version, payload, body, created_at_ms, next_at_ms, endpoint) VALUES
        ('A1', 'event', 'open', 1, 1, '{"type":"alert.raised","facts":{"customer_id":"lan","service_link_id":"S1"}}', '{"of":"lan"}', 1, 1, 'shop'),
        ('A2', 'event', 'done', 2, 1, '{"type":"alert.raised","facts":{"tries":2}}', '{"of":"E1"}', 1, 1, 'shop')`,
    ),
  ])

  await applyD1Migrations(env.DB, env.MIGRATIONS)

  const alerts = await env.DB.prepare('SELECT id, facts FROM alerts ORDER BY id').all()
  const events = await env.DB.prepare('SELECT key, payload, body FROM outbox ORDER BY key').all()
  expect(alerts.results).toEqual([
    { id: 1, facts: '{"service_link_id":"S1"}' },
    { id: 2, facts: '{"tries":2}' },
  ])
  expect(events.results).toEqual([
    {
      key: 'A1',
      payload: '{"type":"alert.raised","facts":{"service_link_id":"S1"}}',
      body: null,
    },
    {
      key: 'A2',
      payload: '{"type":"alert.raised","facts":{"tries":2}}',
      body: '{"of":"E1"}',
    },
  ])
})
