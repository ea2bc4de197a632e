import { env } from 'cloudflare:workers'
import { assert, describe, expect, it } from 'vitest'
import { DailyWorld, rowOf, serviceRow } from '../../../test/daily-world.ts'
import {
  findReconciliation,
  forceReconciliation,
  listReconciliations,
  processDailyFiles,
} from '../index.ts'
import { dayOf } from '../vietnam-day.ts'

/** A world in which three orders were paid, and in which it is 00:45 of the next day. */
async function threePaid(): Promise<DailyWorld> {
  const world = new DailyWorld()
  for (const id of ['a', 'b', 'c']) await world.openAndPay({ id, amountVnd: 50_000 })
  world.toNextDay()
  return world
}

async function allRows(world: DailyWorld) {
  return Promise.all(['a', 'b', 'c'].map((id) => world.rowOfPayment(id)))
}

function view(world: DailyWorld, day = world.day) {
  return findReconciliation(world.files, day)
}

describe('work on daily files', () => {
  it('writes the partner file of the previous day, and waits for the service file', async () => {
    const world = await threePaid()

    const report = await world.work()

    expect(report).toEqual({ written: 1, reconciled: 0, stopped: 0 })
    expect((await world.text(world.name('partner'))).split('\r\n')).toHaveLength(4)
    expect(await view(world)).toMatchObject({ state: 'waiting', partnerFile: { rows: 3 } })
  })

  it('tracks no day before 00:45', async () => {
    const world = new DailyWorld()
    world.toNextDay('00:44')

    await world.work()

    expect(await view(world)).toBeNull()
    expect(await env.FILES.head(world.name('partner'))).toBeNull()
  })

  it('reconciles once for the same content', async () => {
    const world = await threePaid()
    await world.work()
    await world.putServiceFile((await allRows(world)).toReversed())
    world.advance({ minutes: 10 })
    const first = await world.work()
    const run = (await view(world))?.run
    await world.putServiceFile((await allRows(world)).toReversed())
    world.advance({ hours: 1 })

    const again = await world.work()

    expect([first.reconciled, again.reconciled]).toEqual([1, 0])
    expect((await view(world))?.run).toEqual(run)
    expect(run).toMatchObject({
      totals: {
        counts: { '00': 3, '01': 0, '02': 0, '03': 0 },
        exceptions: { bad_checksum: 0, malformed: 0, duplicate: 0 },
        settled: 0,
      },
      bridgeCloses: true,
    })
    expect(await world.alertKinds()).toEqual([])
  })

  it('does not need the outgoing file after it was fetched, and sends none twice', async () => {
    const world = await threePaid()
    await world.work()
    await env.FILES.delete(world.name('partner'))
    world.advance({ minutes: 1 })
    await world.work()
    const isSentAgain = (await env.FILES.head(world.name('partner'))) !== null
    await world.putServiceFile(await allRows(world))
    world.advance({ minutes: 1 })

    const report = await world.work()

    expect(isSentAgain).toBe(false)
    expect(report).toEqual({ written: 0, reconciled: 1, stopped: 0 })
    expect(await env.FILES.head(world.name('partner'))).toBeNull()
  })

  it('recognizes the same content, however it was uploaded', async () => {
    const world = await threePaid()
    await world.putServiceFile(await allRows(world))
    await world.work()
    const key = world.name('service')
    const text = await world.text(key)
    const before = await env.FILES.head(key)
    const upload = await env.FILES.createMultipartUpload(key)
    await upload.complete([await upload.uploadPart(1, text)])
    world.advance({ hours: 1 })

    const again = await world.work()

    expect((await env.FILES.head(key))?.etag).not.toBe(before?.etag)
    expect(again.reconciled).toBe(0)
  })

  it('repeats a stopped run under another key', async () => {
    const world = await threePaid()
    const rows = await Promise.all((await allRows(world)).map((row) => serviceRow(row, 'k2')))
    await env.FILES.put(world.name('service'), rows.join(''))
    const stopped = await world.work()
    // The file was written under the wrong key: a person takes it away, and it is written anew.
    await env.FILES.delete(`reconciliations/${world.day}/${world.name('partner').slice(9)}`)
    const files = { ...world.files, files: { ...world.files.files, checksumKey: 'k2' } }
    world.advance({ hours: 1 })

    const done = await processDailyFiles(files)

    expect([stopped.stopped, done.written, done.reconciled]).toEqual([1, 1, 1])
  })

  it('writes result, exceptions, manifest and report, and raises an alert for differences', async () => {
    const world = await threePaid()
    const [a, b, c] = await allRows(world)
    assert(a !== undefined && b !== undefined && c !== undefined, 'not paid')
    await world.putServiceFile([a, { ...b, amount: '50001.00' }, { ...c, status: '-1' }])

    await world.work()

    const run = (await view(world))?.run
    expect(run?.totals?.counts).toEqual({ '00': 1, '01': 0, '02': 1, '03': 1 })
    const result = await world.text(run?.outputs?.['result']?.key ?? '')
    expect(result).toContain(`${b.invoice},${b.wallet},50000,`)
    expect(result.split('\r\n')).toHaveLength(3)
    expect(Object.keys(run?.outputs ?? {}).toSorted()).toEqual([
      'carriedPartner',
      'carriedService',
      'cleared',
      'differences',
      'exceptions',
      'foreignRows',
      'manifest',
      'report',
      'result',
    ])
    const report = await world.text(run?.outputs?.['report']?.key ?? '')
    expect(report).toContain('<!doctype html>')
    expect(await world.alertKinds()).toEqual(['reconciliation_differences'])
  })

  it('stops under a wrong key with an alert, and compares the right file later', async () => {
    const world = await threePaid()
    const rows = await allRows(world)
    const wrong = await Promise.all(rows.map((row) => serviceRow(row, 'not the key')))
    await env.FILES.put(world.name('service'), wrong.join(''))
    const stopped = await world.work()
    const seen = await view(world)
    await world.putServiceFile(rows)
    world.advance({ hours: 1 })

    const done = await world.work()

    expect([stopped.stopped, done.reconciled]).toEqual([1, 1])
    expect(seen).toMatchObject({ state: 'stopped', run: { error: { code: 'ERR_CHECKSUM_KEY' } } })
    expect(await view(world)).toMatchObject({ state: 'done' })
    expect(await world.alertKinds()).toEqual(['reconciliation_stopped'])
  })

  it.each([
    ['one row', 1, 'a,b,c\r\n', 'ERR_ROWS_UNREADABLE'],
    ['two rows', 3, 'a,b,c\r\nd,e\r\n', 'ERR_ROWS_UNREADABLE'],
    ['one row, on a day without payments', 0, 'a,b,c\r\n', 'ERR_ROWS_UNREADABLE'],
  ])(
    'stops for %s of which none can be read, until a person decides',
    async (_name, payments, file, code) => {
      const world = new DailyWorld()
      for (let at = 0; at < payments; at += 1) {
        await world.openAndPay({ id: `p${at}`, amountVnd: 50_000 })
      }
      world.toNextDay()
      await env.FILES.put(world.name('service'), file)

      const report = await world.work()

      const seen = await view(world)
      const isWritten = await env.FILES.list({ prefix: `reconciliations/${world.day}/` })
      world.advance({ minutes: 1 })
      await forceReconciliation(world.files, world.day)
      await world.work()
      expect(report).toMatchObject({ reconciled: 0, stopped: 1 })
      expect(seen).toMatchObject({ state: 'stopped', run: { error: { code } } })
      expect(seen?.run?.error?.message).toContain('fetch the file again')
      expect(isWritten.objects.filter(({ key }) => key.endsWith('result.csv'))).toEqual([])
      expect((await world.alertKinds())[0]).toBe('reconciliation_stopped')
      expect(await view(world)).toMatchObject({
        state: 'done',
        run: { forced: { code }, totals: { counts: { '02': payments }, settled: 0 } },
      })
    },
  )

  it('reads a file with only a header as empty', async () => {
    const world = new DailyWorld()
    world.toNextDay()
    const names = Array.from({ length: 17 }, (_, at) => `Column ${at}`)
    await env.FILES.put(world.name('service'), `${names.join(',')}\r\n`)

    const report = await world.work()

    expect(report).toMatchObject({ reconciled: 1, stopped: 0 })
    expect(await view(world)).toMatchObject({ state: 'done', run: { bridgeCloses: true } })
  })

  it('reports rows with a wrong checksum, and reconciles the others', async () => {
    const world = await threePaid()
    const [a, b, c] = await allRows(world)
    assert(a !== undefined && b !== undefined && c !== undefined, 'not paid')
    const texts = [await serviceRow(a), await serviceRow(b), await serviceRow(c, 'not the key')]
    await env.FILES.put(world.name('service'), texts.join(''))

    await world.work()

    expect((await view(world))?.run?.totals).toMatchObject({
      counts: { '00': 2, '02': 1 },
      exceptions: { bad_checksum: 1 },
    })
    expect(await world.alertKinds()).toEqual([
      'reconciliation_differences',
      'reconciliation_bad_checksums',
    ])
  })

  it('raises one alert about a late service file, at 10:00', async () => {
    const world = await threePaid()
    await world.work()
    world.advance({ hours: 9 })
    await world.work()
    const before = await world.alertKinds()
    world.advance({ minutes: 20 })
    await world.work()
    world.advance({ hours: 2 })

    await world.work()

    expect(before).toEqual([])
    expect(await world.alertKinds()).toEqual(['service_file_late'])
  })

  it('raises no such alert for a day before the store existed', async () => {
    const world = new DailyWorld()
    await world.openAndPay({ id: 'a', amountVnd: 50_000 })

    await world.work()

    expect(await world.alertKinds()).toEqual([])
  })

  it('raises no such alert for a file that was read and removed', async () => {
    const world = await threePaid()
    await world.putServiceFile(await allRows(world))
    await world.work()
    await env.FILES.delete(world.name('service'))
    world.advance({ hours: 12 })

    await world.work()

    expect(await world.alertKinds()).toEqual([])
    expect(await view(world)).toMatchObject({ state: 'done' })
  })

  it('carries one-sided rows to the next day and closes them there', async () => {
    const world = await threePaid()
    const [a, b, c] = await allRows(world)
    assert(a !== undefined && b !== undefined && c !== undefined, 'not paid')
    await world.putServiceFile([a, b])
    await world.work()
    const next = dayOf(world.now())
    await world.openAndPay({ id: 'd', amountVnd: 70_000 })
    const { order } = await world.order('d')
    world.toNextDay()
    const d = {
      invoice: order.paidReference ?? '',
      wallet: order.paidTransactionId ?? '',
      amount: 70_000,
      date: world.date(next),
    }
    await world.putServiceFile([c, d], next)

    await world.work()

    expect((await view(world))?.run?.totals).toMatchObject({
      counts: { '00': 2, '02': 1 },
      carried: { closed: 0, open: 0, added: 1 },
    })
    expect((await view(world, next))?.run?.totals).toMatchObject({
      counts: { '00': 2, '01': 0, '02': 0, '03': 0 },
      carried: { closed: 1, open: 0, added: 0 },
    })
    expect((await listReconciliations(world.files)).map(({ day }) => day)).toEqual([
      next,
      world.day,
    ])
  })

  it('repeats the next day when the day before it changes', async () => {
    const world = await threePaid()
    const rows = await allRows(world)
    await world.work()
    const next = dayOf(world.now())
    await world.endDay([], next)
    const first = (await view(world, next))?.run
    await world.putServiceFile(rows.slice(1))
    world.advance({ hours: 1 })

    await world.work()

    const second = (await view(world, next))?.run
    expect(first?.totals?.carried).toEqual({ closed: 0, open: 0, added: 0 })
    expect(second?.totals?.carried).toEqual({ closed: 0, open: 1, added: 0 })
    expect(second?.id).not.toBe(first?.id)
  })

  it('counts the rows of the result file of the service', async () => {
    const world = await threePaid()
    const common = ['INV', 'W1', '1', 'VND', '0', '0', '0', '', '', '', world.date(), '', '0', '']
    const rows = [
      await rowOf(['PARTNER-1', ...common, '1', 'S1', '0', '1', '03']),
      await rowOf(['PARTNER-1', ...common, '1', 'S1', '0', '1', '01'], 'not the key'),
    ]
    await env.FILES.put(world.name('result'), `${rows.join('')}torn`)

    await world.work()

    expect((await view(world))?.serviceResult).toEqual({
      counts: { '00': 0, '01': 0, '02': 0, '03': 1 },
      badRows: 2,
    })
    expect(await world.alertKinds()).toEqual(['service_result_differences'])
  })

  it('processes the days that were missed during a downtime', async () => {
    const world = await threePaid()
    await world.work()
    world.advance({ hours: 72 })

    const report = await world.work()

    expect(report.written).toBe(3)
    expect(await listReconciliations(world.files)).toHaveLength(4)
  })

  it('continues with the days behind one whose row cannot be read', async () => {
    const world = await threePaid()
    await world.work()
    const first = world.day
    const rows = await allRows(world)
    await env.DB.prepare("UPDATE daily_files SET service_result = '{' WHERE day = ?")
      .bind(first)
      .run()
    world.toNextDay()
    const second = dayOf(world.now() - 24 * 3_600_000)
    await world.putServiceFile(rows, first)

    await expect(processDailyFiles(world.files)).rejects.toThrow('Some daily files')

    expect(second).not.toBe(first)
    expect(await env.FILES.head(world.name('partner', second))).not.toBeNull()
    const { results } = await env.DB.prepare('SELECT kind, subject FROM alerts').all()
    expect(results).toEqual([{ kind: 'daily_files_failing', subject: first }])
  })

  it('continues with other days when one fails', async () => {
    const world = await threePaid()
    await world.work()
    world.toNextDay()
    const broken = world.name('partner', dayOf(world.now() - 24 * 3_600_000))
    const bucket = new Proxy(env.FILES, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name)
        if (typeof method !== 'function') return method
        return (...args: unknown[]) => {
          if (name === 'put' && args[0] === broken) throw new Error('R2 is down')
          return Reflect.apply(method, target, args)
        }
      },
    })
    await world.putServiceFile(await allRows(world))
    const files = { ...world.files, files: { ...world.files.files, bucket } }

    await expect(processDailyFiles(files)).rejects.toThrow('Some daily files')

    expect(await view(world)).toMatchObject({ state: 'done' })
    expect(await world.alertKinds()).toEqual(['daily_files_failing'])
  })
})
