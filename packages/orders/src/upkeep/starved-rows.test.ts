import { env } from 'cloudflare:workers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { failingDatabase } from '../../test/failing-database.ts'
import { World } from '../../test/world.ts'
import {
  linkWallet,
  openOrder,
  type OrdersContext,
  payWithLink,
  readHealth,
  recordCallback,
  refundOrder,
  startPayment,
  sweep,
  transferMoney,
} from '../index.ts'
import { raiseAlert } from '../alerts/alerts.ts'

const bad = ['bad-1', 'bad-2', 'bad-3', 'bad-4', 'bad-5', 'bad-6', 'bad-7']
/** Longest due first, with a row that can be worked on behind those that cannot. */
const ids = [...bad, 'good']

/** The database refuses every change of the rows of the bad ids. */
async function refuseChangesOf(table: string, column: string): Promise<void> {
  await env.DB.prepare(
    `CREATE TRIGGER refuse_changes BEFORE UPDATE ON ${table} WHEN old.${column} LIKE '%bad-%'
     BEGIN SELECT RAISE(ABORT, 'a defect of this software'); END`,
  ).run()
  onTestFinished(async () => {
    await env.DB.prepare('DROP TRIGGER refuse_changes').run()
  })
}

/** Every step may take three rows in a sweep, as when it has used up its share. */
function worldUnderLoad(): World {
  return new World({ context: { sweepRows: 3 } })
}

/** Sweeps once a minute until a query finds a row; at most thirty times. */
async function sweepsUntil(world: World, query: string): Promise<number> {
  for (let sweeps = 1; sweeps <= 30; sweeps += 1) {
    await sweep(world.context).catch(() => {})
    if ((await env.DB.prepare(query).first()) !== null) return sweeps
    world.advance({ minutes: 1 })
  }
  return Infinity
}

/** What a process leaves that ends while it waits for the service. */
async function dying(world: World, work: (context: OrdersContext) => Promise<unknown>) {
  let hasEnded = false
  const { fault } = world.service
  world.service.fault = () => {
    hasEnded = true
    return 'lost answer'
  }
  const database = failingDatabase(env.DB, () => (hasEnded ? 'before' : 'none'))
  await expect(work({ ...world.context, database, sleep: async () => {} })).rejects.toThrow(
    'D1_ERROR',
  )
  world.service.fault = fault
}

/** Pays an order for each refund; the answers about the refunds themselves are lost. */
async function payAll(world: World): Promise<void> {
  for (const id of ids) await world.openAndPay({ id: `of-${id}` })
  world.service.fault = (call) => (call === 'refund' ? 'lost answer' : 'none')
}

interface Starved {
  readonly before?: (world: World) => Promise<void>
  /** Makes one row due, a second before the next one. */
  readonly make: (world: World, id: string) => Promise<unknown>
  readonly refused: readonly [table: string, column: string]
  /** Minutes after which all rows are due. */
  readonly dueAfterMinutes: number
  /** Finds a row when the good one has been worked on. */
  readonly done: string
}

const steps: Readonly<Record<string, Starved>> = {
  'attempts without an answer': {
    make: async (world, id) => {
      await openOrder(world.context, { id, amountVnd: 50_000 })
      await dying(world, (context) => startPayment(context, id, { method: 'web-payment' }))
    },
    refused: ['attempts', 'order_id'],
    dueAfterMinutes: 5,
    done: "SELECT 1 FROM attempts WHERE order_id = 'good' AND state = 'create_unknown'",
  },
  'orders that are over': {
    make: (world, id) => openOrder(world.context, { id, amountVnd: 50_000 }),
    refused: ['orders', 'id'],
    dueAfterMinutes: 24 * 60,
    done: "SELECT 1 FROM orders WHERE id = 'good' AND state = 'expired'",
  },
  refunds: {
    before: payAll,
    make: (world, id) => refundOrder(world.context, `of-${id}`, { id, vnd: 1000 }),
    refused: ['refunds', 'id'],
    dueAfterMinutes: 5,
    done: "SELECT 1 FROM refunds WHERE id = 'good' AND state IN ('refunded', 'presumed_refunded')",
  },
  'reminders of refunds': {
    before: payAll,
    make: async (world, id) => {
      await refundOrder(world.context, `of-${id}`, { id, vnd: 1000 })
      await env.DB.prepare(
        'UPDATE refunds SET next_call_at_ms = NULL, remind_at_ms = ?2 WHERE id = ?1',
      )
        .bind(id, world.now())
        .run()
    },
    refused: ['refunds', 'id'],
    dueAfterMinutes: 1,
    done: "SELECT 1 FROM alerts WHERE kind = 'refund_still_unknown' AND subject = 'good'",
  },
  'payments with linked wallets': {
    make: async (world, id) => {
      await world.openLinked({ id, linkedCustomerId: `of-${id}` })
      await dying(world, (context) => payWithLink(context, id))
    },
    refused: ['attempts', 'order_id'],
    dueAfterMinutes: 5,
    done: "SELECT 1 FROM attempts WHERE order_id = 'good' AND state = 'payment_unknown'",
  },
  links: {
    make: (world, id) => linkWallet(world.context, id),
    refused: ['links', 'customer_id'],
    dueAfterMinutes: 60,
    done: "SELECT 1 FROM links WHERE customer_id = 'good' AND calls > 0",
  },
  transfers: {
    make: (world, id) =>
      dying(world, (context) =>
        transferMoney(context, { id, amountVnd: 50_000, receiverPhone: '0900000123' }),
      ),
    refused: ['transfers', 'id'],
    dueAfterMinutes: 5,
    done: "SELECT 1 FROM transfers WHERE id = 'good' AND state = 'unknown'",
  },
  'closing of alerts': {
    make: (world, id) =>
      raiseAlert(world.context, {
        kind: 'dead_letter',
        subject: id,
        atMs: world.now(),
        data: {},
      }),
    refused: ['alerts', 'subject'],
    dueAfterMinutes: 1,
    done: "SELECT 1 FROM alerts WHERE subject = 'good' AND state = 'closed'",
  },
}

describe('more rows that fail in every sweep than a step may take', () => {
  it.each(Object.entries(steps))(
    'do not keep the row behind them from being worked on: %s',
    async (_, { before, make, refused, dueAfterMinutes, done }) => {
      const world = worldUnderLoad()
      await before?.(world)
      for (const id of ids) {
        await make(world, id)
        world.advance({ seconds: 1 })
      }
      world.service.fault = () => 'none'
      await refuseChangesOf(...refused)
      world.advance({ minutes: dueAfterMinutes })

      expect(await sweepsUntil(world, done)).toBeLessThanOrEqual(12)
      expect(await env.DB.prepare(done.replaceAll("'good'", "'bad-1'")).first()).toBeNull()
    },
  )

  it('are still counted as overdue', async () => {
    const world = worldUnderLoad()
    const { make, refused, done } = steps['transfers'] ?? expect.fail()
    for (const id of ids) await make(world, id)
    await refuseChangesOf(...refused)
    world.advance({ minutes: 5 })
    const sweeps = await sweepsUntil(world, done)

    const { oldestOutboxSeconds } = await readHealth(world.context)

    expect(oldestOutboxSeconds).toBeGreaterThanOrEqual(sweeps * 60)
  })

  it('do not keep a payment from being queried: a port that throws', async () => {
    const world = worldUnderLoad()
    for (const id of ids) {
      await world.openAndStart({ id })
      world.service.pay(world.service.newest)
    }
    const healthy = world.service.newest.serviceOrderId
    world.service.fault = (_, id) => {
      if (id !== healthy) throw new Error('a defect of this software')
      return 'none'
    }
    world.advance({ minutes: 1 })

    const done = "SELECT 1 FROM orders WHERE id = 'good' AND state = 'paid'"
    expect(await sweepsUntil(world, done)).toBeLessThanOrEqual(4)
  })

  it('do not keep a link from being queried: tokens that cannot be sealed anew', async () => {
    const world = worldUnderLoad()
    for (const id of bad) await world.link(id)
    await linkWallet(world.context, 'good')
    await refuseChangesOf('links', 'customer_id')
    world.advance({ minutes: 5 })
    const { linkSecret = '' } = world.context
    const secrets = { linkSecret: 'another secret of the tests', linkSecretPrevious: linkSecret }

    await expect(sweep({ ...world.context, ...secrets })).rejects.toThrow(AggregateError)

    expect(await world.count("SELECT calls n FROM links WHERE customer_id = 'good'")).toBe(1)
  })

  it('do not keep a callback from being confirmed: payloads that cannot be read', async () => {
    const world = worldUnderLoad()
    for (const id of ids) {
      await world.openAndStart({ id })
      await recordCallback(world.context, world.service.pay(world.service.newest))
    }
    for (const [place, id] of bad.entries()) {
      await env.DB.prepare(
        "UPDATE outbox SET payload = ?2 WHERE kind = 'confirm' AND order_id = ?1",
      )
        .bind(id, ['{', '{}', 'null', '[]', '7', '{"signed":7}', ''][place])
        .run()
    }

    // No poll finds the payment.
    await env.DB.prepare('UPDATE attempts SET next_poll_at_ms = NULL').run()

    const done = "SELECT 1 FROM orders WHERE id = 'good' AND state = 'paid'"
    expect(await sweepsUntil(world, done)).toBeLessThanOrEqual(4)
  })
})
