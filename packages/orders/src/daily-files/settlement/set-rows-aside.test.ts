import { env } from 'cloudflare:workers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { DailyWorld, type ServiceRow } from '../../../test/daily-world.ts'
import { openOrder, startPayment, sweep } from '../../index.ts'
import { decideDifference, findReconciliation, listDifferences } from '../index.ts'

/** Payments whose creation was answered by nobody, and the rows of the service for them. */
async function unanswered(world: DailyWorld, ids: readonly string[]): Promise<ServiceRow[]> {
  world.service.fault = (call) => (call === 'create' ? 'lost answer' : 'none')
  const rows: ServiceRow[] = []
  for (const id of ids) {
    await openOrder(world.context, { id, amountVnd: 80_000 })
    await startPayment(world.context, id, { method: 'web-payment' })
    const { attempts } = await world.order(id)
    const invoice = attempts[0]?.reference ?? ''
    rows.push({ invoice, wallet: `W-${id}`, amount: 80_000, date: world.date() })
  }
  world.service.fault = () => 'none'
  await world.live(30)
  return rows
}

/** The database refuses every change of these orders, until `heal` is called. */
async function refuseChangesOf(...ids: readonly string[]) {
  const list = ids.map((id) => `'${id}'`).join(', ')
  await env.DB.prepare(
    `CREATE TRIGGER refuse_changes BEFORE UPDATE ON orders WHEN new.id IN (${list})
     BEGIN SELECT RAISE(ABORT, 'a defect of this software'); END`,
  ).run()
  const heal = async () => {
    await env.DB.prepare('DROP TRIGGER IF EXISTS refuse_changes').run()
  }
  onTestFinished(heal)
  return { heal }
}

/** A round of the daily-file jobs, whether it fails or not, and the twenty minutes after it. */
async function round(world: DailyWorld): Promise<unknown> {
  const failure = await world.work().then(
    () => undefined,
    (error: unknown) => error,
  )
  world.advance({ minutes: 21 })
  return failure
}

const statesOf = async (world: DailyWorld, ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await world.order(id)).order.state))

async function alertsOf(kind: string) {
  const { results } = await env.DB.prepare(
    'SELECT subject, state, facts FROM alerts WHERE kind = ?',
  )
    .bind(kind)
    .all<{ subject: string; state: string; facts: string }>()
  return results.map(({ facts, ...alert }) => ({ ...alert, ...JSON.parse(facts) }))
}

describe('a row of the service file that cannot be applied', () => {
  it('does not keep the others from being settled', async () => {
    const world = new DailyWorld()
    const rows = await unanswered(world, ['a', 'b', 'c'])
    world.toNextDay()
    await world.putServiceFile(rows)
    await refuseChangesOf('b')

    const failure = await round(world)

    expect(failure).toBeInstanceOf(AggregateError)
    expect(await statesOf(world, ['a', 'b', 'c'])).toEqual(['paid', 'expired', 'paid'])
    expect(await findReconciliation(world.files, world.day)).toMatchObject({ state: 'waiting' })
    expect(await world.alertKinds()).toEqual(['daily_files_failing'])
  })

  it('is settled in a later round when it fails no more', async () => {
    const world = new DailyWorld()
    const rows = await unanswered(world, ['a', 'b'])
    world.toNextDay()
    await world.putServiceFile(rows)
    const { heal } = await refuseChangesOf('a')
    await round(world)
    await heal()

    expect(await round(world)).toBeUndefined()

    expect(await statesOf(world, ['a', 'b'])).toEqual(['paid', 'paid'])
    const view = await findReconciliation(world.files, world.day)
    expect(view).toMatchObject({ state: 'done', run: { totals: { settled: 2 } } })
    expect(await alertsOf('file_row_failing')).toEqual([])
  })

  it('is set aside with an alert that names it when it has failed three times', async () => {
    const lines: unknown[] = []
    const world = new DailyWorld({}, { context: { log: (line) => lines.push(line) } })
    const rows = await unanswered(world, ['a', 'b'])
    world.toNextDay()
    await world.putServiceFile(rows)
    await refuseChangesOf('a')

    const failures = [await round(world), await round(world)]
    expect(await findReconciliation(world.files, world.day)).toMatchObject({ state: 'waiting' })
    failures.push(await round(world))

    expect(failures).toEqual([expect.any(AggregateError), expect.any(AggregateError), undefined])
    const view = await findReconciliation(world.files, world.day)
    expect(view).toMatchObject({ state: 'done', run: { totals: { settled: 1 } } })
    expect(await alertsOf('file_row_failing')).toEqual([
      expect.objectContaining({
        subject: rows[0]?.invoice,
        wallet_code: 'W-a',
        file: world.name('service').slice('incoming/'.length),
        file_vnd: 80_000,
      }),
    ])
    expect(lines).toContainEqual({
      code: 'work_failed',
      work: 'row of a daily file',
      file: world.name('service').slice('incoming/'.length),
      reference: rows[0]?.invoice,
      error: 'Error',
      message: expect.stringContaining('a defect of this software'),
    })
  })

  it('closes its alert when a person has decided the difference that it makes', async () => {
    const world = new DailyWorld()
    const rows = await unanswered(world, ['a', 'b'])
    world.toNextDay()
    await world.putServiceFile(rows)
    const { heal } = await refuseChangesOf('a')
    for (let number = 0; number < 3; number += 1) await round(world)
    await heal()
    const page = await listDifferences(world.files, { day: world.day })
    if (page.outcome !== 'listed') throw new Error(page.outcome)
    const { runId, differences } = page
    for (const { position } of differences) {
      await decideDifference(world.files, world.day, {
        runId,
        position,
        verdict: 'service',
        reason: 'returned at the merchant site',
        staffId: 'an',
      })
    }

    await sweep(world.context)

    expect(await alertsOf('file_row_failing')).toMatchObject([{ state: 'closed' }])
  })

  it('is tried with at most nineteen others in a round, because more have another reason', async () => {
    const lines: unknown[] = []
    const world = new DailyWorld({}, { context: { log: (line) => lines.push(line) } })
    const ids = Array.from({ length: 23 }, (_, number) => `o-${number}`)
    const rows = await unanswered(world, ids)
    world.toNextDay()
    await world.putServiceFile(rows)
    const { heal } = await refuseChangesOf(...ids)
    await round(world)
    const failed = lines.filter((line) => JSON.stringify(line).includes('row of a daily file'))
    await heal()

    await round(world)

    expect(failed).toHaveLength(20)
    expect(new Set(await statesOf(world, ids))).toEqual(new Set(['paid']))
    expect(await alertsOf('file_row_failing')).toEqual([])
  })
})
