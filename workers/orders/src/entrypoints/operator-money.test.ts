import { env, exports } from 'cloudflare:workers'
import { sweep } from '@merchant-edge/orders'
import { beforeEach, describe, expect, it } from 'vitest'
import { contextOf } from '../orders-context.ts'
import { OperatorView } from './operator-view.ts'

beforeEach(async () => {
  await fetch('https://service.example/peer/reset', { method: 'POST' })
})

const action = { reason: 'asked by the customer', staffId: 'an' }

interface Line {
  readonly kind: string
  readonly known: string
  readonly facts: string
}

async function linesOf(staffId: string): Promise<readonly Line[]> {
  const { results } = await env.DB.prepare(
    `SELECT kind, known, facts FROM journal WHERE json_extract(facts, '$.staff_id') = ?`,
  )
    .bind(staffId)
    .all<Line>()
  return results
}

/** The serviceOrderId of a payment that the customer has begun. */
async function begun(id: string, method: 'web-payment' | 'transaction-qr'): Promise<string> {
  await exports.PublicPages.startPayment(id, method)
  const order = await exports.OperatorView.find(id)
  return order?.attempts.find((attempt) => attempt.method === method)?.serviceOrderId ?? ''
}

/** Pays at the service, and records the callback. */
async function pay(serviceOrderId: string): Promise<string> {
  await fetch(`https://service.example/peer/pay/${serviceOrderId}`, { method: 'POST' })
  const transaction_id = `T${serviceOrderId.slice(9)}`
  const signed = { pay_status: 'SUCCESS', transaction_id, order_id: serviceOrderId } as const
  await exports.Callbacks.record({ keyId: 'k1', signed, unsignedFields: {} })
  return transaction_id
}

/** The order once it is in a state. The queue and the sweep work on it at the same time, and one of them settles it. */
async function orderAs(id: string, state: string) {
  let order = await exports.OperatorView.find(id)
  while (order?.state !== state) {
    await sweep(contextOf(env))
    order = await exports.OperatorView.find(id)
  }
  return order
}

/** Adds a payment L-1 with a linked wallet whose outcome is unknown. */
async function addUnknownLinked(orderId: string): Promise<void> {
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO links (id, customer_id, state, created_at_ms, updated_at_ms, lease_until_ms,
         expires_at_ms) VALUES ('K-1', 'C-1', 'unlinked', 1, 1, 1, 1)`,
    ),
    env.DB.prepare(
      `INSERT INTO attempts (reference, order_id, method, link_id, state, created_at_ms,
         lease_until_ms, expires_at_ms)
       VALUES ('L-1', ?1, 'linked-wallet', 'K-1', 'payment_unknown', 1, 1, 1)`,
    ).bind(orderId),
  ])
}

/** Opens an order and pays it. Returns the place of its callback in the journal. */
async function paidOrder(id: string, amountVnd = 100_000): Promise<number> {
  await exports.Orders.open({ id, amountVnd })
  await pay(await begun(id, 'web-payment'))
  const { timeline } = await orderAs(id, 'paid')
  return timeline.find(({ kind }) => kind === 'callback.received')?.seq ?? 0
}

describe('OperatorMoney over RPC', () => {
  it('replays a callback without a new effect, and records the operator', async () => {
    const seq = await paidOrder('order-1')
    const before = await exports.OperatorView.find('order-1')

    const outcome = await exports.OperatorMoney.replayCallback(seq, action)
    const after = await exports.OperatorView.find('order-1')

    expect(outcome).toMatchObject({ outcome: 'replayed' })
    expect({ ...after, timeline: [] }).toEqual({ ...before, timeline: [] })
    const added = after?.timeline.slice(before?.timeline.length)
    expect(added).toMatchObject([
      {
        kind: 'callback.replayed',
        facts: {
          callback_seq: seq,
          staff_id: 'an',
          verdict_reason: 'asked by the customer',
          known: 'word of a person',
        },
      },
    ])
  })

  it('refuses to replay a journal line that is not a callback', async () => {
    const seq = await paidOrder('order-1')

    expect(await exports.OperatorMoney.replayCallback(seq + 1, action)).toEqual({
      outcome: 'not_found',
    })
    expect(await exports.OperatorMoney.replayCallback(1_000_000, action)).toEqual({
      outcome: 'not_found',
    })
    expect(await linesOf('an')).toEqual([])
  })

  it('refuses an action without a name or a reason', async () => {
    const seq = await paidOrder('order-1')
    const error: unknown = await exports.OperatorMoney.replayCallback(seq, {
      ...action,
      staffId: '',
    }).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )

    expect(error).toMatchObject({ name: 'TypeError' })
    expect(await linesOf('')).toEqual([])
  })

  it('makes a refund with the name of the operator', async () => {
    await paidOrder('order-1')

    const outcome = await exports.OperatorMoney.refund('order-1', {
      id: 'R1',
      vnd: 40_000,
      ...action,
    })

    expect(outcome).toMatchObject({ outcome: 'known', refund: { state: 'refunded', vnd: 40_000 } })
    const row = await env.DB.prepare('SELECT reason, staff_id FROM refunds').first()
    expect(row).toEqual({ reason: 'asked by the customer', staff_id: 'an' })
  })

  it('makes no refund of an order that the shop has refunded since the operator saw it', async () => {
    await paidOrder('OPERATOR-SEEN')
    const seen = await exports.ConsoleView.find('OPERATOR-SEEN')
    await exports.Orders.refund('OPERATOR-SEEN', { id: 'OPERATOR-SEEN-SHOP', vnd: 40_000 })
    const refund = { id: 'OPERATOR-SEEN-R', vnd: 40_000, ...action }

    const outcome = await exports.ConsoleMoney.refund('OPERATOR-SEEN', {
      ...refund,
      seenVersion: seen?.version ?? -1,
    })

    expect(outcome).toMatchObject({
      outcome: 'not_refundable',
      order: { refunds: [{ id: 'OPERATOR-SEEN-SHOP' }] },
    })
  })

  it.each(['OperatorMoney', 'ConsoleMoney'] as const)(
    'keeps a refund above the limit, requested over %s, until another person approves it at the desk',
    async (entrypoint) => {
      await paidOrder('order-1', 200_000)
      const refund = { id: 'R1', vnd: 100_001, ...action }

      const outcome = await exports[entrypoint].refund('order-1', refund)
      const before = await exports.ConsoleView.find('order-1')
      const seen = { ...action, seenVersion: before?.version ?? -1 }
      const own = await exports.ConsoleMoney.approveProposal('R1', seen)
      const listed = await exports.ConsoleView.listProposals({})
      const approved = await exports.ConsoleMoney.approveProposal('R1', { ...seen, staffId: 'b' })
      const found = await exports.ConsoleView.findProposal('R1')

      expect(outcome).toMatchObject({ outcome: 'approval_needed', proposal: { id: 'R1' } })
      expect(before).toMatchObject({ refunds: [], refunded: { vnd: 0 } })
      expect(own).toMatchObject({ outcome: 'same_person' })
      expect(listed).toMatchObject([{ id: 'R1', state: 'proposed' }])
      expect(approved).toMatchObject({
        outcome: 'approved',
        refund: { id: 'R1', state: 'refunded', vnd: 100_001 },
      })
      expect(found).toMatchObject({ state: 'approved', decision: { staffId: 'b' } })
    },
  )

  it.each([
    ['OperatorMoney', 'OperatorView'],
    ['ConsoleMoney', 'ConsoleView'],
  ] as const)(
    'refuses a proposal over %s, and does not limit refunds of the shop',
    async (money, view) => {
      await paidOrder('order-1', 200_000)
      await exports.ConsoleMoney.refund('order-1', { id: 'R1', vnd: 200_000, ...action })

      const isNeeded = await exports.ConsoleView.needsApproval('order-1', {
        vnd: 100_001,
        points: 0,
      })
      const refused = await exports[money].refuseProposal('R1', { ...action, staffId: 'b' })
      const listed = await exports[view].listProposals({})
      const shop = await exports.Orders.refund('order-1', { id: 'S1', vnd: 200_000 })

      expect(isNeeded).toBe(true)
      expect(refused).toMatchObject({ outcome: 'refused', proposal: { state: 'refused' } })
      expect(listed).toMatchObject([{ id: 'R1', state: 'refused', decision: { staffId: 'b' } }])
      expect(shop).toMatchObject({ outcome: 'known', refund: { state: 'refunded' } })
    },
  )
})

describe('a refund of unknown outcome', () => {
  it('is settled with the name of the operator and an event', async () => {
    await paidOrder('order-1')
    await env.DB.batch([
      env.DB.prepare("UPDATE orders SET refunded_vnd = 40000 WHERE id = 'order-1'"),
      env.DB.prepare(
        `INSERT INTO refunds (id, order_id, state, vnd, points, calls, answered_unclear, created_at_ms, updated_at_ms)
         VALUES ('R1', 'order-1', 'refund_unknown', 40000, 0, 2, 1, 1, 1)`,
      ),
    ])

    const outcome = await exports.OperatorMoney.settleRefund('order-1', 'R1', {
      result: 'refunded',
      ...action,
    })

    expect(outcome).toMatchObject({
      outcome: 'settled',
      refund: { state: 'refunded', returned: { vnd: 40_000 } },
      order: { state: 'part_refunded' },
    })
    expect(await linesOf('an')).toMatchObject([
      { kind: 'refund.settled', known: 'word of a person' },
    ])
    const event = await env.DB.prepare(
      "SELECT json_extract(payload, '$.type') AS type FROM outbox WHERE key LIKE '%R1%'",
    ).first()
    expect(event).toEqual({ type: 'order.refunded' })
  })
})

describe('an unconfirmed payment', () => {
  it.each(['OperatorMoney', 'ConsoleMoney'] as const)(
    'is denied over %s with the name of the operator and an event',
    async (entrypoint) => {
      await exports.Orders.open({ id: 'order-1', amountVnd: 100_000 })
      const order_id = await begun('order-1', 'web-payment')
      const signed = { pay_status: 'SUCCESS', transaction_id: 'T-OF-NOBODY', order_id } as const
      await exports.Callbacks.record({ keyId: 'k1', signed, unsignedFields: {} })
      const early = await exports[entrypoint].denyPayment('order-1', action)
      await env.DB.batch([
        env.DB.prepare('UPDATE orders SET expires_at_ms = 1'),
        env.DB.prepare("UPDATE attempts SET state = 'expired', expires_at_ms = 1"),
      ])

      const outcome = await exports[entrypoint].denyPayment('order-1', action)
      const again = await exports[entrypoint].denyPayment('order-1', action)
      const none = await exports[entrypoint].denyPayment('order-9', action)

      expect(early).toMatchObject({ outcome: 'not_denied', order: { state: 'paid_unverified' } })
      expect(outcome).toMatchObject({ outcome: 'settled', order: { state: 'expired' } })
      expect([again.outcome, none.outcome]).toEqual(['settled', 'not_found'])
      expect(await linesOf('an')).toMatchObject([
        { kind: 'payment.denied', known: 'word of a person' },
      ])
      const event = await env.DB.prepare(
        "SELECT json_extract(payload, '$.type') AS type FROM outbox WHERE key LIKE 'order-expired:order-1%'",
      ).first()
      expect(event).toEqual({ type: 'order.expired' })
    },
  )
})

describe('a disputed payment', () => {
  it('of another order is released with the name of the operator and an event', async () => {
    await exports.Orders.open({ id: 'order-1', amountVnd: 100_000 })
    const transactionId = await pay(await begun('order-1', 'web-payment'))
    await orderAs('order-1', 'paid')
    await exports.Orders.open({ id: 'order-2', amountVnd: 100_000 })
    await begun('order-2', 'web-payment')
    await env.DB.batch([
      env.DB.prepare(
        `INSERT INTO disputed_payments (transaction_id, order_id, reference, reason, found_by, paid_vnd,
           paid_points, booked_at_ms, created_at_ms)
         SELECT ?1, order_id, reference, 'transaction_of_other_order', 'poll', 100000, 0, 1, 1
         FROM attempts WHERE order_id = 'order-2'`,
      ).bind(transactionId),
      env.DB.prepare("UPDATE orders SET state = 'disputed' WHERE id = 'order-2'"),
    ])

    const verdict = { transactionId, ...action }
    const outcome = await exports.OperatorMoney.releaseDispute('order-2', verdict)
    const again = await exports.OperatorMoney.releaseDispute('order-2', verdict)
    const none = await exports.OperatorMoney.releaseDispute('order-1', verdict)

    expect(outcome).toMatchObject({ outcome: 'settled', order: { state: 'expired' } })
    expect([again.outcome, none.outcome]).toEqual(['settled', 'not_found'])
    expect(await linesOf('an')).toMatchObject([
      { kind: 'payment.released', known: 'word of a person' },
    ])
    const event = await env.DB.prepare(
      "SELECT json_extract(payload, '$.type') AS type FROM outbox WHERE key LIKE 'order-expired:order-2%'",
    ).first()
    expect(event).toEqual({ type: 'order.expired' })

    const reopened = await exports.OperatorMoney.reopenDispute('order-2', verdict)
    const twice = await exports.OperatorMoney.reopenDispute('order-2', verdict)

    expect(reopened).toMatchObject({ outcome: 'settled', order: { state: 'disputed' } })
    expect(twice.outcome).toBe('settled')
    expect(await linesOf('an')).toMatchObject([
      { kind: 'payment.released' },
      { kind: 'payment.reopened', known: 'word of a person' },
    ])
  })

  it.each(['OperatorMoney', 'ConsoleMoney'] as const)(
    'that only a verdict has made is ended as never made over %s, and the shop is told',
    async (entrypoint) => {
      await paidOrder('order-1')
      await addUnknownLinked('order-1')
      const paid = { reference: 'L-1', result: 'paid', transactionId: 'X1', ...action } as const
      const called = await exports[entrypoint].settleLinkedPayment('order-1', paid)
      const verdict = { transactionId: 'X1', ...action }

      const elsewhere = await exports[entrypoint].releaseDispute('order-1', verdict)
      const outcome = await exports[entrypoint].releaseDispute('order-1', {
        ...verdict,
        neverMade: true,
      })

      expect(called).toMatchObject({ outcome: 'settled', order: { state: 'disputed' } })
      expect(elsewhere).toMatchObject({ outcome: 'not_unknown' })
      expect(outcome).toMatchObject({
        outcome: 'settled',
        order: { state: 'paid', disputedPayments: [{ transactionId: 'X1', state: 'released' }] },
      })
      const event = await env.DB.prepare(
        "SELECT json_extract(payload, '$.facts.never_made') AS said FROM outbox WHERE key LIKE 'order-dispute_ended:order-1%'",
      ).first()
      expect(event).toEqual({ said: 1 })
    },
  )

  it('takes the place of one that only a verdict has made, over RPC', async () => {
    await exports.Orders.open({ id: 'order-1', amountVnd: 100_000 })
    const page = await begun('order-1', 'web-payment')
    await addUnknownLinked('order-1')
    const paid = { reference: 'L-1', result: 'paid', transactionId: 'X1', ...action } as const
    await exports.OperatorMoney.settleLinkedPayment('order-1', paid)
    const transactionId = await pay(page)
    await orderAs('order-1', 'disputed')

    const outcome = await exports.OperatorMoney.acceptDispute('order-1', {
      transactionId,
      insteadOf: 'X1',
      ...action,
    })

    expect(outcome).toMatchObject({
      outcome: 'settled',
      order: { state: 'paid', payment: { transactionId } },
    })
    const event = await env.DB.prepare(
      "SELECT json_extract(payload, '$.facts.never_made') AS said FROM outbox WHERE key LIKE 'order-payment_corrected:order-1%'",
    ).first()
    expect(event).toEqual({ said: 1 })
  })

  it('is accepted by its transaction with the name of the operator and an event', async () => {
    await exports.Orders.open({ id: 'order-1', amountVnd: 100_000 })
    const serviceOrderId = await begun('order-1', 'web-payment')
    await env.DB.prepare("UPDATE orders SET amount_vnd = 150000 WHERE id = 'order-1'").run()
    const transactionId = await pay(serviceOrderId)
    await orderAs('order-1', 'disputed')
    const found = await exports.OperatorView.listOrders({ transactionId })

    const outcome = await exports.OperatorMoney.acceptDispute('order-1', {
      transactionId,
      ...action,
    })
    const again = await exports.OperatorMoney.acceptDispute('order-1', { transactionId, ...action })
    const none = await exports.OperatorMoney.acceptDispute('order-1', {
      transactionId: 'T-OF-NOBODY',
      ...action,
    })

    expect(found.orders).toMatchObject([{ id: 'order-1', state: 'disputed' }])
    expect(outcome).toMatchObject({
      outcome: 'settled',
      order: { state: 'paid', payment: { transactionId, vnd: 100_000 } },
    })
    expect([again.outcome, none.outcome]).toEqual(['settled', 'not_found'])
    expect(await linesOf('an')).toMatchObject([
      { kind: 'payment.confirmed', known: 'word of a person' },
    ])
    const event = await env.DB.prepare(
      "SELECT json_extract(payload, '$.type') AS type FROM outbox WHERE key LIKE 'order-paid:order-1%'",
    ).first()
    expect(event).toEqual({ type: 'order.paid' })
  })

  it('besides the one that counts is refunded by its transaction', async () => {
    await exports.Orders.open({ id: 'order-1', amountVnd: 100_000 })
    const first = await begun('order-1', 'web-payment')
    const second = await begun('order-1', 'transaction-qr')
    const paid = await pay(first)
    await orderAs('order-1', 'paid')
    const transactionId = await pay(second)
    await orderAs('order-1', 'disputed')

    const outcome = await exports.OperatorMoney.refund('order-1', {
      id: 'R1',
      transactionId,
      vnd: 100_000,
      ...action,
    })

    expect(outcome).toMatchObject({
      outcome: 'known',
      refund: { state: 'refunded', transactionId, vnd: 100_000 },
      order: {
        state: 'paid',
        payment: { transactionId: paid },
        refunded: { vnd: 0 },
        disputedPayments: [{ transactionId, state: 'returned', refunded: { vnd: 100_000 } }],
      },
    })
    for (const id of [paid, transactionId]) {
      expect(await exports.OperatorView.listOrders({ transactionId: id })).toMatchObject({
        orders: [{ id: 'order-1' }],
      })
    }
  })
})

describe('OperatorView over RPC', () => {
  it('streams orders as CSV', async () => {
    await exports.Orders.open({ id: 'order-1', amountVnd: 5_000, description: '=1+1' })

    const { body } = await exports.OperatorView.exportOrders({ state: 'creating' })
    const text = await new Response(body).text()

    expect(text.split('\r\n')[1]).toMatch(/^order-1,creating,5000,'=1\+1,/)
  })

  it('searches, and verifies the journal', async () => {
    await exports.Orders.open({ id: 'order-1', amountVnd: 5_000 })
    await sweep(contextOf(env))

    expect(await exports.OperatorView.listOrders({ amountVnd: 5_000 })).toMatchObject({
      orders: [{ id: 'order-1' }],
    })
    expect(await exports.OperatorView.listCallbacks({})).toEqual({ callbacks: [] })
    expect(await exports.OperatorView.verifyJournal({})).toMatchObject({ verified: 1, seq: 1 })
  })
})

describe('alerts', () => {
  it('are acknowledged and closed with the name of the operator', async () => {
    await env.DB.prepare(
      `INSERT INTO alerts (kind, subject, at_ms, facts, last_raised_at_ms) VALUES ('dead_letter', 'e1', 1, '{}', 1)`,
    ).run()

    await exports.OperatorMoney.acknowledgeAlert(1, action)
    await exports.OperatorMoney.closeAlert(1, { ...action, staffId: 'binh' })

    const { alerts } = await exports.OperatorView.listAlerts({ kind: 'dead_letter' })
    expect(alerts).toMatchObject([
      { id: 1, state: 'closed', acknowledged: { staffId: 'an' }, closed: { staffId: 'binh' } },
    ])
  })

  it('refuse an unknown kind', async () => {
    const error: unknown = await exports.OperatorView.listAlerts({ kind: 'toString' }).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )

    expect(error).toMatchObject({ name: 'TypeError' })
  })
})

it('a person is exported and erased, and the journal records the operator', async () => {
  await exports.Orders.open({ id: 'P-1', amountVnd: 1_000, linkedCustomerId: 'C-17' })
  const open = await exports.OperatorMoney.erasePerson({ customerId: 'C-17' }, action)
  await env.DB.prepare("UPDATE orders SET state = 'expired' WHERE id = 'P-1'").run()

  const kept = await exports.OperatorMoney.exportPerson({ customerId: 'C-17' })
  const erased = await exports.OperatorMoney.erasePerson({ customerId: 'C-17' }, action)

  expect(open).toEqual({ outcome: 'open', orders: ['P-1'], transfers: [] })
  expect(kept).toMatchObject({ orders: [{ id: 'P-1', linkedCustomerId: 'C-17' }] })
  expect(erased).toEqual({ outcome: 'erased', links: 0, orders: 1, transfers: 0 })
  expect(await exports.OperatorMoney.exportPerson({ customerId: 'C-17' })).toMatchObject({
    orders: [],
  })
  expect(await linesOf('an')).toContainEqual(expect.objectContaining({ kind: 'person.erased' }))
})

it('a Worker that is bound to OperatorView can change nothing', () => {
  const methods = Object.getOwnPropertyNames(OperatorView.prototype)

  expect(methods).not.toEqual([])
  expect(
    methods.filter(
      (name) =>
        !/^(constructor|find|reconciliation|list|exportOrders|takings|transferTimeline|verifyJournal)/.test(
          name,
        ),
    ),
  ).toEqual([])
})
