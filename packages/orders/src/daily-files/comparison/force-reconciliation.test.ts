import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { DailyWorld, serviceRow, type ServiceRow } from '../../../test/daily-world.ts'
import {
  findReconciliation,
  forceReconciliation,
  processDailyFiles,
  type DailyFilesContext,
} from '../index.ts'
import { dayOf } from '../vietnam-day.ts'

/** Rows of payments that nobody here has made, more than a short day has. */
function strangers(world: DailyWorld, date = world.date()): ServiceRow[] {
  return Array.from({ length: 600 }, (_, at) => ({
    invoice: `STRANGER-${at}`,
    wallet: `W${at}`,
    amount: 10_000,
    date,
  }))
}

/** A world at 00:45 of the day after one payment. */
async function onePaid(): Promise<DailyWorld> {
  const world = new DailyWorld()
  await world.openAndPay({ id: 'a', amountVnd: 50_000 })
  world.toNextDay()
  return world
}

/** A world whose day was stopped since its files do not belong together. */
async function stopped(): Promise<DailyWorld> {
  const world = await onePaid()
  await world.putServiceFile([await world.rowOfPayment('a'), ...strangers(world)])
  await world.work()
  world.advance({ minutes: 1 })
  return world
}

function force(world: DailyWorld, day = world.day) {
  return forceReconciliation(world.files, day)
}

function view(world: DailyWorld, day = world.day) {
  return findReconciliation(world.files, day)
}

/** A context whose bucket does something else first. */
function actingFirst(world: DailyWorld, act: (name: string, key: unknown) => Promise<void>) {
  const bucket = new Proxy(env.FILES, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      return async (...args: unknown[]) => {
        await act(String(name), args[0])
        return Reflect.apply(method, target, args)
      }
    },
  })
  const context: DailyFilesContext = { ...world.files, files: { ...world.files.files, bucket } }
  return context
}

describe('a stopped comparison', () => {
  it('is repeated with force by the next round, and marked as forced', async () => {
    const world = await stopped()
    const before = await view(world)
    const atMs = world.now()

    const asked = await force(world)
    const report = await world.work()

    const after = await view(world)
    const forced = { at: atMs / 1000, code: 'ERR_FILES_UNRELATED', message: expect.any(String) }
    expect(before).toMatchObject({ state: 'stopped', run: { error: { code: forced.code } } })
    expect(asked).toEqual({
      outcome: 'started',
      reconciliation: { ...before, run: { ...before?.run, forced } },
    })
    expect(report).toEqual({ written: 0, reconciled: 1, stopped: 0 })
    expect(after).toMatchObject({ state: 'done', run: { id: before?.run?.id, forced } })
    expect(after?.run?.error).toBeUndefined()
    expect(after?.run?.totals?.counts).toEqual({ '00': 1, '01': 600, '02': 0, '03': 0 })
    expect(await world.text(after?.run?.outputs?.['manifest']?.key ?? '')).toContain(
      '"forced": "ERR_FILES_UNRELATED"',
    )
    expect(await world.alertKinds()).toEqual([
      'reconciliation_stopped',
      'reconciliation_differences',
    ])
  })

  it('is forced once for repeated requests', async () => {
    const world = await stopped()

    const together = await Promise.all([force(world), force(world)])
    world.advance({ minutes: 1 })
    const again = await force(world)
    await world.work()
    const after = await force(world)
    world.advance({ minutes: 1 })
    const report = await world.work()

    expect([...together, again].map(({ outcome }) => outcome)).toEqual(Array(3).fill('started'))
    expect(again).toEqual(together[0])
    expect(after).toEqual({ outcome: 'done', reconciliation: await view(world) })
    expect(report.reconciled).toBe(0)
  })

  it('stays forced when the same file is uploaded again', async () => {
    const world = await stopped()
    await force(world)
    await world.work()
    const made = await view(world)
    const key = world.name('service')
    const text = await world.text(key)
    const upload = await env.FILES.createMultipartUpload(key)
    await upload.complete([await upload.uploadPart(1, text)])
    world.advance({ hours: 2 })

    const report = await world.work()

    expect(report).toEqual({ written: 0, reconciled: 0, stopped: 0 })
    expect(await view(world)).toEqual(made)
  })

  it('stays forced when the day before carries over other rows', async () => {
    const world = await onePaid()
    await world.work()
    const next = dayOf(world.now())
    await world.openAndPay({ id: 'b', amountVnd: 60_000 })
    await world.endDay(strangers(world, world.date(next)), next)
    world.advance({ minutes: 1 })
    await force(world, next)
    await world.work()
    const first = await view(world, next)
    await world.putServiceFile([])
    world.advance({ hours: 2 })

    await world.work()

    const second = await view(world, next)
    expect([first?.state, second?.state]).toEqual(['done', 'done'])
    expect(second?.run?.id).not.toBe(first?.run?.id)
    expect(second?.run?.totals?.carried).toMatchObject({ open: 1 })
    expect(first?.run?.forced?.code).toBe('ERR_FILES_UNRELATED')
    expect(second?.run?.forced).toEqual(first?.run?.forced)
  })

  it('is not forced for another file', async () => {
    const world = await stopped()
    await force(world)
    await world.work()
    await world.putServiceFile(strangers(world))
    world.advance({ hours: 2 })

    const report = await world.work()

    expect(report.stopped).toBe(1)
    expect(await view(world)).toMatchObject({
      state: 'stopped',
      run: { error: { code: 'ERR_FILES_UNRELATED' } },
    })
    expect((await view(world))?.run?.forced).toBeUndefined()
  })

  it('is not forced for another error', async () => {
    const world = await stopped()
    await force(world)
    await world.work()
    const files = { ...world.files, files: { ...world.files.files, checksumKey: 'k2' } }
    world.advance({ hours: 2 })

    const report = await processDailyFiles(files)

    expect(report.stopped).toBe(1)
    expect(await view(world)).toMatchObject({
      state: 'stopped',
      run: { error: { code: 'ERR_CHECKSUM_KEY' } },
    })
  })

  it('continues under a key that fits no row, and settles nothing', async () => {
    const world = await onePaid()
    const rows = [await world.rowOfPayment('a'), ...strangers(world)]
    const texts = await Promise.all(rows.map((row) => serviceRow(row, 'not the key')))
    await env.FILES.put(world.name('service'), texts.join(''))
    await world.work()
    world.advance({ minutes: 1 })
    await force(world)

    await world.work()

    expect((await view(world))?.run).toMatchObject({
      forced: { code: 'ERR_CHECKSUM_KEY' },
      totals: {
        counts: { '00': 0, '01': 0, '02': 1 },
        exceptions: { bad_checksum: 601 },
        settled: 0,
      },
    })
  })

  it('continues when one side has no rows', async () => {
    const world = new DailyWorld()
    await world.endDay(strangers(world))
    const before = await view(world)
    world.advance({ minutes: 1 })
    await force(world)

    await world.work()

    expect(before?.run?.error?.code).toBe('ERR_FILE_EMPTY')
    expect((await view(world))?.run?.totals?.counts).toMatchObject({ '01': 600 })
  })

  it('is forced also for a day that is no longer tracked', async () => {
    const world = await stopped()
    world.advance({ hours: 8 * 24 })
    await world.work()
    const isFollowed = await world.count(
      'SELECT COUNT(*) AS n FROM daily_files WHERE day = ? AND next_at_ms IS NOT NULL',
      world.day,
    )

    await force(world)
    await world.work()

    expect(isFollowed).toBe(0)
    expect(await view(world)).toMatchObject({ state: 'done' })
  })

  it('can be stopped again despite force, and then waits for the next file', async () => {
    const world = await stopped()
    await force(world)
    let readings = 0
    const changing = actingFirst(world, async (name, key) => {
      if (name !== 'get' || key !== world.name('service')) return
      readings += 1
      // Its hash is taken, it is stopped, and it is checked with force; then it is another one.
      if (readings === 5) await world.putServiceFile(strangers(world).slice(1))
    })

    const report = await processDailyFiles(changing)

    const after = await view(world)
    expect(report.stopped).toBe(1)
    expect(after).toMatchObject({ state: 'stopped', run: { error: { code: 'ERR_FILE_CHANGED' } } })
    expect(after?.run?.forced).toBeUndefined()
    expect(await force(world)).toMatchObject({ outcome: 'not_forceable' })
    expect(await world.alertKinds()).toEqual(['reconciliation_stopped', 'reconciliation_stopped'])
  })

  it('can be forced once more when the file returns that was replaced under the first force', async () => {
    const world = await stopped()
    const text = await world.text(world.name('service'))
    await force(world)
    let readings = 0
    const changing = actingFirst(world, async (name, key) => {
      if (name !== 'get' || key !== world.name('service')) return
      readings += 1
      if (readings === 5) await world.putServiceFile(strangers(world).slice(1))
    })
    await processDailyFiles(changing)
    await env.FILES.put(world.name('service'), text)
    world.advance({ hours: 1 })
    await world.work()
    const before = await view(world)
    world.advance({ minutes: 1 })

    const asked = await force(world)
    await world.work()

    expect(before).toMatchObject({
      state: 'stopped',
      run: { error: { code: 'ERR_FILES_UNRELATED' } },
    })
    expect(asked.outcome).toBe('started')
    expect(await view(world)).toMatchObject({ state: 'done' })
    const lines = "SELECT COUNT(*) AS n FROM journal WHERE kind = 'reconciliation.forced'"
    expect(await world.count(lines)).toBe(2)
  })

  it('is forced later when the bucket fails meanwhile', async () => {
    const world = await stopped()
    await force(world)
    const broken = actingFirst(world, async (name, key) => {
      if (name === 'get' && key === world.name('service')) throw new Error('R2 is down')
    })
    await expect(processDailyFiles(broken)).rejects.toThrow('Some daily files')
    const meanwhile = await force(world)
    world.advance({ minutes: 21 })

    const report = await world.work()

    expect(meanwhile.outcome).toBe('started')
    expect(report.reconciled).toBe(1)
  })
})

describe('a failed round', () => {
  it('does not prevent a later request for force', async () => {
    const world = await stopped()
    const broken = actingFirst(world, async (name, key) => {
      if (name === 'head' && key === world.name('service')) throw new Error('R2 is down')
    })
    world.advance({ hours: 2 })
    await expect(processDailyFiles(broken)).rejects.toThrow('Some daily files')

    expect(await force(world)).toMatchObject({ outcome: 'started' })
  })
})

describe('force is refused', () => {
  it('for a day that is not tracked', async () => {
    expect(await force(new DailyWorld())).toEqual({ outcome: 'not_found' })
  })

  it('for an invalid day', async () => {
    await expect(force(new DailyWorld(), '2026-02-30')).rejects.toThrow(TypeError)
  })

  it('for a day that waits, and for one that was compared', async () => {
    const world = await onePaid()
    await world.work()
    const waiting = await force(world)
    await world.putServiceFile([await world.rowOfPayment('a')])
    world.advance({ minutes: 1 })
    await world.work()

    const done = await force(world)

    expect(waiting).toEqual({
      outcome: 'not_stopped',
      reconciliation: expect.objectContaining({ state: 'waiting' }),
    })
    expect(done).toEqual({ outcome: 'not_stopped', reconciliation: await view(world) })
  })

  it.each(['ERR_FILE_CHANGED', 'ERR_DAYS_DIFFER', 'ERR_FILE_NAME'])(
    'when it would not remove %s',
    async (code) => {
      const world = await stopped()
      await env.DB.prepare('UPDATE reconciliation_runs SET error_code = ?').bind(code).run()

      const outcome = await force(world)

      expect(outcome).toMatchObject({
        outcome: 'not_forceable',
        reconciliation: { run: { error: { code } } },
      })
      world.advance({ hours: 2 })
      expect((await world.work()).reconciled).toBe(0)
    },
  )

  it('while the day is being processed', async () => {
    const world = await stopped()
    const outcomes: string[] = []
    const busy = actingFirst(world, async (name, key) => {
      if (name !== 'head' || key !== world.name('service')) return
      outcomes.push((await force(world)).outcome)
    })
    world.advance({ hours: 2 })

    await processDailyFiles(busy)

    expect(new Set(outcomes)).toEqual(new Set(['running']))
    expect(await force(world)).toMatchObject({ outcome: 'started' })
  })

  it('when the file was replaced, because it is compared first', async () => {
    const world = await stopped()
    await world.putServiceFile([await world.rowOfPayment('a')])

    const outcome = await force(world)
    const report = await world.work()

    expect(outcome).toMatchObject({
      outcome: 'files_changed',
      reconciliation: { state: 'stopped' },
    })
    expect(report.reconciled).toBe(1)
    expect((await view(world))?.run?.forced).toBeUndefined()
  })
})
