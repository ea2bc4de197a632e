import { env } from 'cloudflare:workers'
import { assert, describe, expect, it } from 'vitest'
import { DailyWorld, serviceRow, type ServiceRow } from '../../../test/daily-world.ts'
import { closeSettledAlerts } from '../../alerts/close-settled-alerts.ts'
import {
  decideDifference,
  findReconciliation,
  listDifferences,
  processDailyFiles,
} from '../index.ts'
import { dayPlus } from '../vietnam-day.ts'

const ids = ['a', 'b', 'c'] as const

/** A complete day on which three orders were paid. */
async function threePaid() {
  const world = new DailyWorld()
  for (const id of ids) await world.openAndPay({ id, amountVnd: 50_000 })
  const [a, b, c] = [
    await world.rowOfPayment('a'),
    await world.rowOfPayment('b'),
    await world.rowOfPayment('c'),
  ]
  world.toNextDay()
  return { world, a, b, c }
}

/** The service sends a file, and the day is looked at. */
async function send(world: DailyWorld, rows: readonly ServiceRow[]): Promise<void> {
  await world.putServiceFile(rows)
  world.advance({ hours: 1 })
  await world.work()
  await closeSettledAlerts(world.context, 50)
}

async function openAlerts(): Promise<string[]> {
  const { results } = await env.DB.prepare(
    "SELECT kind FROM alerts WHERE state <> 'closed' ORDER BY id",
  ).all<{ kind: string }>()
  return results.map(({ kind }) => kind)
}

async function counts(world: DailyWorld) {
  return (await findReconciliation(world.files, world.day))?.run?.totals?.counts
}

/**
 * Looks at the files of the day; the service replaces its file before the given read of that file.
 */
async function replacedBefore(
  world: DailyWorld,
  { reading, rows }: { readonly reading: number; readonly rows: readonly ServiceRow[] },
) {
  const key = world.name('service')
  let readings = 0
  const bucket = new Proxy(env.FILES, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      return async (...args: unknown[]) => {
        if (name === 'get' && args[0] === key) {
          readings += 1
          if (readings === reading) await world.putServiceFile(rows)
        }
        const found: unknown = await Reflect.apply(method, target, args)
        return found
      }
    },
  })
  await processDailyFiles({ ...world.files, files: { ...world.files.files, bucket } })
}

describe('a service file that is replaced while it is processed', () => {
  // The first read hashes the file, the second one compares it.
  it.each([1, 2])(
    'stores no result of the first file, when replaced before reading %i',
    async (reading) => {
      const { world, a, b, c } = await threePaid()
      await world.putServiceFile([a, b, c])

      await replacedBefore(world, { reading, rows: [{ ...a, amount: 1 }, b] })

      const meanwhile = await counts(world)
      await send(world, [a, b, c])
      expect(meanwhile).toBeUndefined()
      expect(await counts(world)).toEqual({ '00': 3, '01': 0, '02': 0, '03': 0 })
      expect(await openAlerts()).toEqual([])
    },
  )

  it('is compared with its new content in the next round', async () => {
    const { world, a, b, c } = await threePaid()
    await world.putServiceFile([a, b, c])
    await replacedBefore(world, { reading: 2, rows: [a, b] })
    world.advance({ hours: 1 })

    await world.work()

    expect(await counts(world)).toEqual({ '00': 2, '01': 0, '02': 1, '03': 0 })
  })
})

describe('the alerts of a day whose file is resent', () => {
  it('close when the new file agrees', async () => {
    const { world, a, b, c } = await threePaid()
    await env.FILES.put(world.name('service'), 'torn\r\n')
    await world.work()
    const stopped = await openAlerts()
    await send(world, [a, b])
    const differing = await openAlerts()
    const texts = [await serviceRow(a), await serviceRow(b), await serviceRow(c, 'not the key')]
    await env.FILES.put(world.name('service'), texts.join(''))
    world.advance({ hours: 1 })
    await world.work()
    await closeSettledAlerts(world.context, 50)
    const unverified = await openAlerts()

    await send(world, [a, b, c])

    expect(stopped).toEqual(['reconciliation_stopped'])
    expect(differing).toEqual(['reconciliation_differences'])
    expect(unverified).toEqual(['reconciliation_differences', 'reconciliation_bad_checksums'])
    expect(await openAlerts()).toEqual([])
  })

  it('stay open while the current run has differences without a verdict', async () => {
    const { world, a, b, c } = await threePaid()
    await send(world, [a, b])
    await send(world, [a, b])
    expect(await openAlerts()).toEqual(['reconciliation_differences'])

    await send(world, [a, { ...b, amount: 1 }, c])

    expect(await openAlerts()).toEqual(['reconciliation_differences'])
  })

  it('close when all remaining differences have verdicts', async () => {
    const { world, a, b, c } = await threePaid()
    const other = { ...b, amount: 1 }
    await send(world, [a, other])
    const page = await listDifferences(world.files, { day: world.day })
    assert(page.outcome === 'listed', page.outcome)
    const { position } = page.differences.find(({ status }) => status === '03') ?? { position: -1 }
    const word = { verdict: 'ours', reason: 'ticket 4711', staffId: 'an' } as const
    await decideDifference(world.files, world.day, { ...word, runId: page.runId, position })

    await send(world, [a, other, c])

    expect(await counts(world)).toMatchObject({ '03': 1 })
    expect(await openAlerts()).toEqual([])
  })

  it('reopen when the earlier content returns that could not be read', async () => {
    const { world, a, b, c } = await threePaid()
    const sendTorn = async () => {
      await env.FILES.put(world.name('service'), 'torn\r\n')
      world.advance({ hours: 1 })
      await world.work()
      await closeSettledAlerts(world.context, 50)
    }
    await sendTorn()
    await send(world, [a, b, c])
    const between = await openAlerts()

    await sendTorn()

    expect(between).toEqual([])
    expect(await findReconciliation(world.files, world.day)).toMatchObject({ state: 'stopped' })
    expect(await openAlerts()).toEqual(['reconciliation_stopped'])
  })

  it('reopen when the earlier content returns', async () => {
    const { world, a, b, c } = await threePaid()
    await send(world, [a, b])
    await send(world, [a, b, c])
    const between = await openAlerts()

    await send(world, [a, b])

    expect(between).toEqual([])
    expect(await openAlerts()).toEqual(['reconciliation_differences'])
  })
})

describe('a resent file that cannot be read', () => {
  it('does not remove the carried rows of the day before from the next day', async () => {
    const { world, a, b, c } = await threePaid()
    await send(world, [a, b])
    const next = dayPlus(world.day, 1)
    await world.endDay([c], next)
    const before = (await findReconciliation(world.files, next))?.run?.totals

    await env.FILES.put(world.name('service'), 'torn\r\n')
    world.advance({ hours: 1 })
    await world.work()
    world.advance({ hours: 1 })
    await world.work()

    const after = (await findReconciliation(world.files, next))?.run?.totals
    expect((await findReconciliation(world.files, world.day))?.state).toBe('stopped')
    expect(before).toMatchObject({ counts: { '00': 1, '01': 0 }, carried: { closed: 1 } })
    expect(after).toEqual(before)
  })
})
