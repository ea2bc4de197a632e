import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { DailyWorld, type ServiceRow } from '../../../test/daily-world.ts'
import { closeAlert } from '../../index.ts'
import { forgetOldData } from '../../personal-data/forget-old-data.ts'
import {
  decideDifference,
  listDifferences,
  listUndecidedDifferences,
  processDailyFiles,
  type DayDifference,
  type DifferencesOutcome,
} from '../index.ts'

interface Listed extends Extract<DifferencesOutcome, { outcome: 'listed' }> {}

/** A day on which two orders were paid: the service says another amount of b, and knows one more. */
async function twoDiffer() {
  const world = new DailyWorld()
  for (const id of ['a', 'b']) await world.openAndPay({ id, amountVnd: 50_000 })
  world.toNextDay()
  const a = await world.rowOfPayment('a')
  const b = await world.rowOfPayment('b')
  const foreign = { ...a, invoice: 'NOT-OURS', wallet: 'W-OF-NOBODY', service: 'S-OF-NOBODY' }
  const rows: readonly ServiceRow[] = [a, { ...b, amount: '50001.00' }, foreign]
  const another = { ...a, invoice: 'TWO', wallet: 'W-2', service: 'S-2' }
  await world.putServiceFile(rows)
  await world.work()
  return { world, a, b, rows, foreign, another }
}

async function listed(world: DailyWorld): Promise<Listed> {
  const outcome = await listDifferences(world.files, { day: world.day })
  if (outcome.outcome !== 'listed') throw new Error(outcome.outcome)
  return outcome
}

function amountDiffers({ differences }: Listed): DayDifference {
  const found = differences.find(({ status }) => status === '03')
  if (found === undefined) throw new Error('no amount differs')
  return found
}

const word = { verdict: 'ours', reason: 'The service corrects its row', staffId: 'an' } as const

async function decide(world: DailyWorld, changes: object = {}) {
  const page = await listed(world)
  const { position } = amountDiffers(page)
  return decideDifference(world.files, world.day, {
    ...word,
    runId: page.runId,
    position,
    ...changes,
  })
}

async function alertStates(): Promise<unknown[]> {
  const { results } = await env.DB.prepare(
    "SELECT state, facts ->> 'undecided' AS undecided FROM alerts WHERE kind = 'reconciliation_differences'",
  ).all()
  return results
}

describe('decideDifference', () => {
  it('records the verdict with its author once, in the journal and at the order', async () => {
    const { world } = await twoDiffer()

    const outcome = await decide(world)
    const again = await decide(world)

    const verdict = { ...word, at: Math.floor(world.now() / 1000) }
    expect(outcome).toMatchObject({ outcome: 'decided', difference: { verdict } })
    expect(again).toMatchObject({ outcome: 'decided', difference: { verdict } })
    const page = await listed(world)
    expect(page).toMatchObject({ total: 2, decided: 1 })
    expect(amountDiffers(page).verdict).toEqual(verdict)
    const { results } = await env.DB.prepare(
      "SELECT order_id, known, facts FROM journal WHERE kind = 'difference.decided'",
    ).all<{ order_id: string; known: string; facts: string }>()
    expect(results).toHaveLength(1)
    expect(results[0]).toMatchObject({ order_id: 'b', known: 'word of a person' })
    expect(JSON.parse(results[0]?.facts ?? '')).toMatchObject({
      day: world.day,
      run_id: page.runId,
      verdict: 'ours',
      staff_id: 'an',
      verdict_reason: word.reason,
    })
    expect((await world.order('b')).order.state).toBe('paid')
  })

  it.each(['ours', 'service', 'explained'] as const)('accepts the verdict %s', async (verdict) => {
    const { world } = await twoDiffer()

    expect(await decide(world, { verdict })).toMatchObject({
      outcome: 'decided',
      difference: { verdict: { verdict } },
    })
  })

  it('keeps the first of two verdicts', async () => {
    const { world } = await twoDiffer()
    await decide(world)

    const second = await decide(world, { staffId: 'binh', verdict: 'service' })

    expect(second).toMatchObject({
      outcome: 'decided_before',
      difference: { verdict: { staffId: 'an', verdict: 'ours' } },
    })
  })

  it('refuses a verdict on a run that a newer run of the day has replaced', async () => {
    const { world, rows, another } = await twoDiffer()
    const before = await listed(world)
    const { position } = amountDiffers(before)
    await world.putServiceFile([...rows, another])
    world.advance({ minutes: 30 })
    await world.work()

    const outcome = await decideDifference(world.files, world.day, {
      ...word,
      runId: before.runId,
      position,
    })

    expect(outcome).toEqual({ outcome: 'not_standing' })
    expect((await listed(world)).decided).toBe(0)
  })

  it('is valid for the same rows of a resent file, and not for other rows', async () => {
    const { world, a, b, rows, foreign, another } = await twoDiffer()
    await decide(world)
    await world.putServiceFile([...rows, another])
    world.advance({ minutes: 30 })
    await world.work()

    const same = await listed(world)
    expect(same).toMatchObject({ total: 3, decided: 1 })
    expect(amountDiffers(same).verdict).toMatchObject({ staffId: 'an' })

    await world.putServiceFile([a, { ...b, amount: '50002.00' }, foreign])
    world.advance({ minutes: 30 })
    await world.work()
    const other = await listed(world)
    expect(other).toMatchObject({ total: 2, decided: 0 })
    expect(amountDiffers(other).verdict).toBeUndefined()
    expect(amountDiffers(other).earlierVerdict).toMatchObject({ staffId: 'an', verdict: 'ours' })

    await world.putServiceFile(rows)
    world.advance({ minutes: 30 })
    await world.work()
    expect(await listed(world)).toMatchObject({ total: 2, decided: 1 })
  })

  it('closes the alert of the run with the last verdict, with the same author', async () => {
    const { world } = await twoDiffer()
    await decide(world)
    expect(await alertStates()).toMatchObject([{ state: 'open' }])
    const { runId, differences } = await listed(world)
    const rest = differences.find(({ verdict }) => verdict === undefined)

    await decideDifference(world.files, world.day, {
      ...word,
      runId,
      position: rest?.position ?? -1,
      verdict: 'explained',
    })

    expect(await alertStates()).toMatchObject([{ state: 'closed' }])
    expect(await listUndecidedDifferences(world.files)).toEqual({ days: [], differences: [] })
    world.advance({ hours: 25 })
    await world.work()
    expect(await alertStates()).toMatchObject([{ state: 'closed' }])
  })

  it('raises no alert about a run whose differences have verdicts from the run before it', async () => {
    const { world, a, b } = await twoDiffer()
    const differing = { ...b, amount: '50001.00' }
    await world.putServiceFile([a, differing])
    world.advance({ minutes: 30 })
    await world.work()
    await decide(world)
    const before = await alertStates()

    await world.putServiceFile([differing, a])
    world.advance({ minutes: 30 })
    await world.work()

    expect(await listed(world)).toMatchObject({ total: 1, decided: 1 })
    // The first is about the first file, the second about the other one, which has one difference less.
    expect(before).toMatchObject([{ state: 'closed' }, { state: 'closed' }])
    expect(await alertStates()).toEqual(before)
  })

  it('counts a verdict that is given while the day is compared again', async () => {
    const { world, rows } = await twoDiffer()
    const { runId, differences } = await listed(world)
    const [first, second] = differences.map(({ position }) => position)
    await decideDifference(world.files, world.day, { ...word, runId, position: first ?? -1 })
    let given: unknown
    const bucket = new Proxy(env.FILES, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name)
        if (typeof method !== 'function') return method
        return async (...args: unknown[]) => {
          const found: unknown = await Reflect.apply(method, target, args)
          // The differences of the new run were written and are looked through for verdicts: the second comes now.
          if (
            name === 'get' &&
            String(args[0]).endsWith('differences.jsonl') &&
            given === undefined
          ) {
            given = 'soon'
            const changes = { ...word, runId, position: second ?? -1 }
            given = await decideDifference(world.files, world.day, changes)
          }
          return found
        }
      },
    })
    await world.putServiceFile(rows.toReversed())
    world.advance({ minutes: 30 })

    await processDailyFiles({ ...world.files, files: { ...world.files.files, bucket } })

    expect(given).toMatchObject({ outcome: 'decided' })
    const page = await listed(world)
    expect(page.runId).not.toBe(runId)
    expect(page).toMatchObject({ total: 2, decided: 2 })
    expect(await listUndecidedDifferences(world.files)).toEqual({ days: [], differences: [] })
  })

  it.each([{ verdict: 'both' }, { reason: '' }, { staffId: '' }])('refuses %j', async (changes) => {
    const { world } = await twoDiffer()

    await expect(decide(world, changes)).rejects.toThrow(/^The verdict's /)
  })

  it('loses its reason when personal data of its time are erased', async () => {
    const { world } = await twoDiffer()
    await decide(world, { reason: 'Lan wrote' })
    world.advance({ hours: 400 * 24 })

    await forgetOldData({ ...world.context, retention: { personalDataDays: 365 } }, 500)

    expect(amountDiffers(await listed(world)).verdict).toMatchObject({ reason: '', staffId: 'an' })
  })
})

describe('listUndecidedDifferences', () => {
  it('returns the days with their counts and the differences without a verdict', async () => {
    const { world } = await twoDiffer()
    await decide(world)
    const { runId } = await listed(world)

    const queue = await listUndecidedDifferences(world.files)

    expect(queue.days).toEqual([{ day: world.day, runId, total: 2, undecided: 1 }])
    expect(queue.differences).toMatchObject([{ day: world.day, runId, status: '01' }])
  })

  it('reopens the alert every day as long as a difference is undecided', async () => {
    const { world } = await twoDiffer()
    await decide(world)
    const { results } = await env.DB.prepare(
      "SELECT id FROM alerts WHERE kind = 'reconciliation_differences'",
    ).all<{ id: number }>()
    await closeAlert(world.context, results[0]?.id ?? 0, { reason: 'later', staffId: 'binh' })
    world.advance({ hours: 2 })
    await world.work()
    expect(await alertStates()).toMatchObject([{ state: 'closed' }])

    world.advance({ hours: 23 })
    await world.work()

    expect(await alertStates()).toEqual([{ state: 'open', undecided: 1 }])
  })
})
