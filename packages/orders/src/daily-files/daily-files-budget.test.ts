import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { DailyWorld, type ServiceRow } from '../../test/daily-world.ts'
import { restorePoint } from '../../test/restore-point.ts'
import type { OrdersContext } from '../orders-context.ts'
import { findReconciliation, processDailyFiles } from './index.ts'
import { dayOf } from './vietnam-day.ts'

const amountVnd = 10_000
const paidByFile = "SELECT COUNT(*) n FROM orders WHERE confirmed_by = 'file'"

/** Payments whose creation nobody has answered for: `lost-0`, `lost-1`, ..., and the rows of the service for them. */
async function lostPayments(world: DailyWorld, count: number): Promise<ServiceRow[]> {
  const numbers = Array.from({ length: count }, (_, number) => number)
  for (const statement of [
    `INSERT INTO orders (id, state, amount_vnd, description, created_at_ms, expires_at_ms)
     SELECT 'lost-' || value, 'created', ${amountVnd}, '', ?2, 9007199254740991 FROM json_each(?1)`,
    `INSERT INTO attempts (reference, order_id, method, state, created_at_ms, lease_until_ms, expires_at_ms)
     SELECT 'lost-' || value || '-r', 'lost-' || value, 'web-payment', 'create_unknown', ?2, 0, 9007199254740991
     FROM json_each(?1)`,
  ]) {
    await env.DB.prepare(statement).bind(JSON.stringify(numbers), world.now()).run()
  }
  return numbers.map((number) => ({
    invoice: `lost-${number}-r`,
    wallet: `W-${number}`,
    amount: amountVnd,
    date: world.date(),
  }))
}

/** Refunds of unknown outcome of paid orders: `R-0`, `R-1`, ... One of their calls is stored. */
async function unknownRefunds(
  world: DailyWorld,
  { count, calls }: { readonly count: number; readonly calls: number },
): Promise<void> {
  const numbers = JSON.stringify(Array.from({ length: count }, (_, number) => number))
  for (const statement of [
    `INSERT INTO orders (id, state, amount_vnd, description, created_at_ms, expires_at_ms, paid_reference,
       paid_transaction_id, paid_vnd, refunded_vnd)
     SELECT 'paid-' || value, 'paid', ${amountVnd}, '', ?2, 9007199254740991, 'P-' || value, 'T-' || value,
       ${amountVnd}, ${amountVnd} FROM json_each(?1)`,
    `INSERT INTO refunds (id, order_id, state, vnd, points, calls, last_call_at_ms, created_at_ms, updated_at_ms)
     SELECT 'R-' || value, 'paid-' || value, 'refund_unknown', ${amountVnd}, 0, ${calls}, ?2, ?2, ?2
     FROM json_each(?1)`,
    `INSERT INTO service_calls (key, about, subject_id, number, at_ms, duration_ms, endpoint, reference, outcome, requests)
     SELECT 'R-' || value, 'order', 'paid-' || value, 1, ?2, 0, 'refundOrder', 'R-' || value, 'unknown', 1
     FROM json_each(?1)`,
  ]) {
    await env.DB.prepare(statement).bind(numbers, world.now()).run()
  }
}

/** Stores the content of the bucket; a restore of the database in a test empties the bucket too. */
async function bucketPoint(): Promise<() => Promise<void>> {
  const { objects } = await env.FILES.list({ include: ['customMetadata'] })
  const kept = await Promise.all(
    objects.map(async ({ key, customMetadata = {} }) => {
      const text = (await (await env.FILES.get(key))?.text()) ?? ''
      return { key, customMetadata, text }
    }),
  )
  return async () => {
    for (const { key, customMetadata, text } of kept) {
      await env.FILES.put(key, text, { customMetadata })
    }
  }
}

async function rounds(world: DailyWorld, max: number): Promise<number[]> {
  const settled: number[] = []
  for (let round = 0; round < max; round += 1) {
    await world.work()
    settled.push(await world.count(paidByFile))
    world.advance({ minutes: 2 })
  }
  return settled
}

describe('the work on the daily files within the limits of D1', () => {
  it('settles as much of a file as fits, and continues in the next rounds', async () => {
    const world = new DailyWorld({}, { context: { statementsPerInvocation: 400 } })
    const { day } = world
    const rows = await lostPayments(world, 70)
    world.toNextDay()
    await world.putServiceFile(rows, day)

    const settled = await rounds(world, 6)

    expect(settled[0]).toBeGreaterThan(10)
    expect(settled[0]).toBeLessThan(70)
    expect(settled.at(-1)).toBe(70)
    expect(await findReconciliation(world.files, day)).toMatchObject({
      state: 'done',
      run: { totals: { settled: 70 } },
    })
    expect(await world.alertKinds()).toEqual(['reconciliation_differences'])
  })

  it('settles all of a file again when the database was restored to a moment before it', async () => {
    const world = new DailyWorld({}, { context: { statementsPerInvocation: 400 } })
    const { day } = world
    const rows = await lostPayments(world, 70)
    world.toNextDay()
    await world.work()
    const restore = await restorePoint()
    await world.putServiceFile(rows, day)
    await rounds(world, 6)

    const putBack = await bucketPoint()
    await restore()
    await putBack()
    const settled = await rounds(world, 6)

    expect(settled.at(-1)).toBe(70)
    expect(await findReconciliation(world.files, day)).toMatchObject({
      state: 'done',
      run: { totals: { settled: 70 } },
    })
  })

  it.each(['next to', 'far behind'] as const)(
    'raises the alert about a second transaction of a payment that is listed %s the first',
    async (place) => {
      const world = new DailyWorld({}, { context: { statementsPerInvocation: 400 } })
      const { day } = world
      const firsts = await lostPayments(world, 60)
      const secondOf = (row: ServiceRow): ServiceRow => ({ ...row, wallet: `${row.wallet}-2` })
      const rows =
        place === 'next to'
          ? firsts.flatMap((row) => [row, secondOf(row)])
          : [...firsts, ...firsts.map(secondOf)]
      world.toNextDay()
      await world.putServiceFile(rows, day)

      const settled = await rounds(world, 12)

      expect(settled[0]).toBeLessThan(60)
      expect(settled.at(-1)).toBe(60)
      expect(await findReconciliation(world.files, day)).toMatchObject({ state: 'done' })
      const query = "SELECT COUNT(*) n FROM alerts WHERE kind = 'file_contradicts'"
      expect(await world.count(query)).toBe(60)
    },
  )

  it('continues where it stopped, although the rows behind name nothing of ours', async () => {
    const world = new DailyWorld({}, { context: { statementsPerInvocation: 300 } })
    const { day } = world
    const rows = await lostPayments(world, 40)
    const foreign = Array.from({ length: 465 }, (_, number) => ({
      invoice: `X${number}`,
      wallet: `X${number}`,
      amount: 1,
      date: world.date(),
    }))
    world.toNextDay()
    // Short enough for a file of which most rows may differ.
    const short = [...rows, ...foreign].map((row) => ({ ...row, description: '' }))
    await world.putServiceFile(short, day)

    const settled = await rounds(world, 6)

    expect(settled[0]).toBeLessThan(40)
    expect(settled.at(-1)).toBe(40)
    expect(await findReconciliation(world.files, day)).toMatchObject({ state: 'done' })
  })

  it('goes on behind the payments of which a file names another amount', async () => {
    const world = new DailyWorld({}, { context: { statementsPerInvocation: 400 } })
    const { day } = world
    const count = 150
    const rows = await lostPayments(world, count)
    world.toNextDay()
    await world.putServiceFile(
      rows.map((row) => ({ ...row, amount: 1 })),
      day,
    )
    const differing = "SELECT COUNT(*) n FROM alerts WHERE kind = 'file_amount_differs'"

    await rounds(world, 1)
    const first = await world.count(differing)
    await rounds(world, 6)

    expect(first).toBeGreaterThan(3)
    expect(first).toBeLessThan(count)
    expect(await world.count(differing)).toBe(count)
    expect(await findReconciliation(world.files, day)).toMatchObject({ state: 'done' })
  })

  it('goes on behind the refunds that a file contradicts and settles none of', async () => {
    const world = new DailyWorld({}, { context: { statementsPerInvocation: 400 } })
    const { day } = world
    const count = 120
    // Sent twice, so that a failed row does not prove that the refund was not made.
    await unknownRefunds(world, { count, calls: 2 })
    world.toNextDay()
    await world.putServiceFile(
      Array.from({ length: count }, (_, number) => ({
        invoice: `R-${number}`,
        wallet: `W-${number}`,
        amount: amountVnd,
        date: world.date(day),
        type: '-1',
        status: '-1',
      })),
      day,
    )
    const contradicted = async () =>
      (await world.alertKinds()).filter((kind) => kind === 'file_contradicts').length

    await rounds(world, 1)
    const first = await contradicted()
    await rounds(world, 6)

    expect(first).toBeGreaterThan(3)
    expect(first).toBeLessThan(count)
    expect(await contradicted()).toBe(count)
    expect(await findReconciliation(world.files, day)).toMatchObject({ state: 'done' })
  })

  it('goes on with the second failed row of a refund wherever a round ends', async () => {
    const world = new DailyWorld({}, { context: { statementsPerInvocation: 400 } })
    const { day } = world
    const count = 60
    await unknownRefunds(world, { count, calls: 1 })
    const dayBefore = dayOf(world.now() - 24 * 3_600_000)
    world.toNextDay()
    // A row of a day after which the refund was sent proves nothing; one of the day itself does.
    const rowsOf = (date: string, name: string): ServiceRow[] =>
      Array.from({ length: count }, (_, number) => ({
        invoice: `R-${number}`,
        wallet: `${name}-${number}`,
        amount: amountVnd,
        date,
        type: '-1',
        status: '-1',
      }))
    const rows = [...rowsOf(world.date(dayBefore), 'A'), ...rowsOf(world.date(day), 'B')]
    await world.putServiceFile(rows, day)
    const refused = () => world.count("SELECT COUNT(*) n FROM refunds WHERE state = 'refused'")

    await rounds(world, 1)
    const first = await refused()
    await rounds(world, 12)

    expect(first).toBeLessThan(count)
    expect(await refused()).toBe(count)
    expect(await findReconciliation(world.files, day)).toMatchObject({ state: 'done' })
  })

  it('records as many refunds that were made elsewhere as fit, and continues in the next rounds', async () => {
    const world = new DailyWorld({}, { context: { statementsPerInvocation: 300 } })
    const { day } = world
    await world.openAndPay({ id: 'A', amountVnd: 100_000 })
    const payment = await world.rowOfPayment('A')
    const refunds = Array.from({ length: 120 }, (_, number) => ({
      invoice: payment.invoice,
      wallet: `SITE-${number}`,
      amount: 1_000,
      date: world.date(day),
      type: '-1',
    }))
    world.toNextDay()
    await world.putServiceFile([payment, ...refunds], day)
    const taken: number[] = []
    const statements: number[] = []

    for (let round = 0; round < 8; round += 1) {
      await world.work()
      statements.push(world.invocation.statements)
      taken.push(await world.count("SELECT COUNT(*) n FROM refunds WHERE origin = 'elsewhere'"))
      world.advance({ minutes: 2 })
    }

    expect(Math.max(...statements)).toBeLessThanOrEqual(300)
    expect(taken[0]).toBeGreaterThan(10)
    expect(taken.at(-1)).toBe(100)
    expect(await findReconciliation(world.files, day)).toMatchObject({ state: 'done' })
    const unclear = (await world.alertKinds()).filter((kind) => kind === 'refund_elsewhere_exceeds')
    expect(unclear).toHaveLength(20)
  })

  /** A world that was away for a week, of which each day has a file of the service that settles five payments. */
  async function weekAway(context: Partial<OrdersContext> = {}): Promise<DailyWorld> {
    const world = new DailyWorld({}, { context })
    await world.work()
    const rows = await lostPayments(world, 7 * 5)
    while (rows.length > 0) {
      const day = dayOf(world.now())
      const ofDay = rows.splice(0, 5).map((row) => ({ ...row, date: world.date(day) }))
      await world.putServiceFile(ofDay, day)
      world.advance({ hours: 24 })
    }
    return world
  }

  it('does not begin a day that does not fit, and processes it in the next rounds', async () => {
    const world = await weekAway({ statementsPerInvocation: 300 })

    const first = await world.work()
    const used = world.invocation.statements
    await rounds(world, 4)

    expect(first.reconciled).toBeGreaterThan(0)
    expect(first.reconciled).toBeLessThan(7)
    expect(used).toBeLessThanOrEqual(300)
    expect(await world.count('SELECT COUNT(*) n FROM reconciliation_runs')).toBe(7)
  })

  it('begins nothing after its time is over', async () => {
    const world = await weekAway()
    const files = {
      ...world.files,
      now() {
        world.advance({ seconds: 10 })
        return world.now()
      },
    }

    const { reconciled } = await processDailyFiles(files)

    expect(reconciled).toBeGreaterThan(0)
    expect(reconciled).toBeLessThan(7)
  })

  it('raises alerts about unnamed transactions a few at a time', async () => {
    const world = new DailyWorld({}, { context: { statementsPerInvocation: 300 } })
    const { day } = world
    await lostPayments(world, 200)
    await world.endDay([], day)
    const next = dayOf(world.now())
    await world.endDay([], next)
    world.advance({ hours: 72 })
    const raised: number[] = []
    for (let round = 0; round < 4; round += 1) {
      await world.work()
      raised.push(
        (await world.alertKinds()).filter((kind) => kind === 'unknown_not_in_files').length,
      )
      world.advance({ hours: 2 })
    }

    expect(raised[0]).toBeLessThan(200)
    expect(raised.at(-1)).toBe(200)
  })
})
