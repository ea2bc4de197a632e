import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { assert, beforeEach, describe, expect, it } from 'vitest'
import { World } from '../../test/world.ts'
import { transact } from '../database/transact.ts'
import {
  deadLetter,
  dueKeys,
  finishDeadLettersWhenPaid,
  finishOutbox,
  leaseOutbox,
  releaseRows,
  reopenDeadLetter,
  reschedule,
  retryOrDeadLetter,
  type Lease,
  type OutboxRow,
} from './outbox.ts'

const callbacks: Lease = { kind: 'confirm', limit: 10 }
const eventsOfShop: Lease = { kind: 'event', endpoint: 'shop', limit: 10 }
const why = { alert: 'callback_not_confirmed', data: {} } as const

interface NewRow {
  readonly kind?: 'confirm' | 'event'
  readonly endpoint?: string
  readonly payload?: string
  readonly orderId?: string
  /** Milliseconds from now. */
  readonly dueIn?: number
  readonly state?: 'open' | 'dead' | 'done'
}

let world = new World()
beforeEach(() => {
  world = new World()
})

async function add(key: string, row: NewRow = {}): Promise<void> {
  const { kind = 'confirm', endpoint = null, payload = '{}', orderId = null } = row
  const { dueIn = 0, state = 'open' } = row
  await env.DB.prepare(
    `INSERT INTO outbox (key, kind, payload, created_at_ms, next_at_ms, endpoint, order_id, state)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
    .bind(key, kind, payload, world.now(), world.now() + dueIn, endpoint, orderId, state)
    .run()
}

const keysOf = (rows: readonly OutboxRow[]) => rows.map(({ key }) => key).toSorted()
const leasedKeys = async (lease: Lease) => keysOf(await leaseOutbox(world.context, lease))

/** State, tries and due time from now of every row but `except`. */
async function rowsWithout(except: string): Promise<readonly unknown[]> {
  const { results } = await env.DB.prepare(
    'SELECT key, state, tries, next_at_ms FROM outbox WHERE key <> ? ORDER BY key',
  )
    .bind(except)
    .all()
  return results
}

async function rowOf(key: string) {
  const row = await env.DB.prepare(
    'SELECT state, tries, next_at_ms - ?2 AS due FROM outbox WHERE key = ?1',
  )
    .bind(key, world.now())
    .first<{ state: string; tries: number; due: number }>()
  assert(row !== null, `There is no row ${key}.`)
  return row
}

/** Two callbacks under one lease, of which the first is given to an operation. */
async function twoLeased(): Promise<OutboxRow> {
  await add('one')
  await add('other')
  const [one] = (await leaseOutbox(world.context, callbacks)).filter(({ key }) => key === 'one')
  assert(one !== undefined)
  return one
}

describe('a lease', () => {
  it('hides its rows for a minute, and counts a try', async () => {
    await add('one')

    const first = await leasedKeys(callbacks)
    world.advance({ seconds: 59.999 })
    const hidden = await leasedKeys(callbacks)
    world.advance({ seconds: 0.001 })
    const again = await leasedKeys(callbacks)

    expect([first, hidden, again]).toEqual([['one'], [], ['one']])
    expect(await rowOf('one')).toEqual({ state: 'open', tries: 2, due: 60_000 })
  })

  it('takes the rows that are due longest, as many as its limit', async () => {
    await add('later', { dueIn: -1 })
    await add('first', { dueIn: -3 })
    await add('second', { dueIn: -2 })
    await add('not due', { dueIn: 1 })

    expect(await dueKeys(world.context, { ...callbacks, limit: 2 })).toEqual(['first', 'second'])
    expect(await leasedKeys({ ...callbacks, limit: 2 })).toEqual(['first', 'second'])
    expect(await leasedKeys(callbacks)).toEqual(['later'])
  })

  it('takes open rows of its kind and its endpoint only', async () => {
    await add('callback')
    await add('done', { state: 'done' })
    await add('dead', { state: 'dead' })
    await add('of the shop', { kind: 'event', endpoint: 'shop' })
    await add('of another', { kind: 'event', endpoint: 'another' })
    await add('of none', { kind: 'event' })

    expect(await leasedKeys(callbacks)).toEqual(['callback'])
    expect(await leasedKeys(eventsOfShop)).toEqual(['of the shop'])
  })

  it('takes only rows for which its further condition holds', async () => {
    await add('one')
    await add('other')

    expect(await leasedKeys({ ...callbacks, where: sql`key = 'other'` })).toEqual(['other'])
  })
})

describe('of two leased rows', () => {
  const operations: readonly [string, (row: OutboxRow) => Promise<unknown>, object][] = [
    [
      'one is rescheduled',
      (row) => reschedule(world.context, row, world.now() + 5),
      { state: 'open', tries: 1, due: 5 },
    ],
    ['one is finished', (row) => finishOutbox(world.context, row), { state: 'done' }],
    ['one becomes a dead letter', (row) => deadLetter(world.context, row, why), { state: 'dead' }],
    [
      'one is released',
      (row) => releaseRows(world.context, [row]),
      { state: 'open', tries: 0, due: 0 },
    ],
  ]

  it.each(operations)('%s', async (_, operate, expected) => {
    const row = await twoLeased()
    const others = await rowsWithout('one')

    await operate(row)

    expect(await rowOf('one')).toMatchObject(expected)
    expect(await rowsWithout('one')).toEqual(others)
  })

  it.each(operations.filter(([name]) => name !== 'one is finished'))(
    'not when a newer lease has taken it: %s',
    async (_, operate) => {
      const row = await twoLeased()
      world.advance({ minutes: 1 })
      await leaseOutbox(world.context, callbacks)
      const before = await rowOf('one')

      await operate(row)

      expect(await rowOf('one')).toEqual(before)
      expect(await world.alertKinds()).toEqual([])
    },
  )

  it.each(operations.filter(([name]) => name !== 'one is finished'))(
    'not when it is done: %s',
    async (_, operate) => {
      const row = await twoLeased()
      await finishOutbox(world.context, row)
      const before = await rowOf('one')

      await operate(row)

      expect(await rowOf('one')).toEqual(before)
      expect(await world.alertKinds()).toEqual([])
    },
  )
})

describe('retryOrDeadLetter', () => {
  it.each([
    [11, false, 'open'],
    [12, true, 'dead'],
  ])('after %d tries', async (tries, isDead, state) => {
    await add('one')
    await env.DB.prepare('UPDATE outbox SET tries = ?')
      .bind(tries - 1)
      .run()
    const [row] = await leaseOutbox(world.context, callbacks)
    assert(row !== undefined)

    expect(await retryOrDeadLetter(world.context, row, why)).toBe(isDead)
    expect(await rowOf('one')).toMatchObject({ state, tries })
    expect(await world.alertKinds()).toEqual(isDead ? ['callback_not_confirmed'] : [])
  })
})

describe('reopenDeadLetter', () => {
  it('leases one dead callback for a new beginning, and nothing else', async () => {
    await add('one', { state: 'dead' })
    await add('other', { state: 'dead' })
    await add('open')
    await add('done', { state: 'done' })
    await add('event', { kind: 'event', state: 'dead' })
    await env.DB.exec('UPDATE outbox SET tries = 12')
    const others = await rowsWithout('one')

    const opened = await Promise.all(
      ['one', 'open', 'done', 'event', 'none'].map((key) => reopenDeadLetter(world.context, key)),
    )

    expect(opened.map((row) => row?.key)).toEqual([
      'one',
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(await rowOf('one')).toEqual({ state: 'open', tries: 1, due: 60_000 })
    expect(await rowsWithout('one')).toEqual(others)
  })
})

describe('finishDeadLettersWhenPaid', () => {
  const payload = (transactionId: string) =>
    JSON.stringify({ signed: { transaction_id: transactionId } })

  it('ends the dead callbacks of the transaction that has paid the order, and no other', async () => {
    const orderId = await world.openAndPay()
    const { order } = await world.order(orderId)
    const transactionId = order.paidTransactionId ?? ''
    await world.openAndStart({ id: 'other' })
    const own = { orderId, payload: payload(transactionId), state: 'dead' } as const
    await add('dead', own)
    await add('of another transaction', { ...own, payload: payload('T-other') })
    await add('of another order', { ...own, orderId: 'other' })
    await add('open', { ...own, state: 'open' })
    await add('event', { ...own, kind: 'event' })
    const others = await rowsWithout('dead')
    const end = (paid: { orderId: string; transactionId: string }) =>
      transact(world.context, finishDeadLettersWhenPaid(paid))

    const early = await Promise.all([
      end({ orderId, transactionId: 'T-other' }),
      end({ orderId: 'other', transactionId }),
    ])
    const isEnded = await end({ orderId, transactionId })

    expect([...early, isEnded]).toEqual([false, false, true])
    expect(await rowOf('dead')).toMatchObject({ state: 'done' })
    expect(await rowsWithout('dead')).toEqual(others)
  })
})
