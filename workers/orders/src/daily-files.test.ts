import { createScheduledController } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { openPartnerFile } from '@merchant-edge/orders/daily-files'
import { assert, describe, expect, it } from 'vitest'
import { dailyFilesContextOf } from './daily-files-context.ts'
import worker from './index.ts'

/** A day that is over for sure, wherever the machine's clock stands in it. */
const day = new Date(Date.now() + 7 * 3_600_000 - 48 * 3_600_000).toISOString().slice(0, 10)

/** The day before, which is the first day of the store. */
const dayBefore = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)

/** The days of which one is the newest that is over: before 00:45, Vietnam time, that before yesterday. */
function newestDays(): readonly string[] {
  return [1, 2].map((ago) => {
    const instant = new Date(Date.now() + 7 * 3_600_000 - ago * 86_400_000)
    return instant.toISOString().slice(0, 10)
  })
}

async function paidOn(date: string): Promise<void> {
  const atMs = Date.parse(`${date}T12:00:00+07:00`)
  await env.DB.prepare(
    `INSERT INTO journal (at_ms, kind, order_id, dedupe, known, facts)
     VALUES (?, 'payment.confirmed', 'order-1', ?, 'signed query', ?)`,
  )
    .bind(
      atMs,
      date,
      JSON.stringify({ reference: 'ref-1', transaction_id: 'T1', order_amount: 100_000 }),
    )
    .run()
}

describe('daily files over RPC', () => {
  it('stream the partner file of a day, with the settings of the Worker', async () => {
    await paidOn(day)

    const outcome = await exports.Orders.partnerFile(day)

    assert(outcome.outcome === 'file', outcome.outcome)
    const text = await new Response(outcome.body).text()
    const date = day.split('-').toReversed().join('/')
    expect(text).toMatch(
      new RegExp(
        `^BOOKS,ref-1,T1,100000,VND,0,0,0,MERCHANT-1,STORE-1,POS-1,${date},12:00:00,0,"{""order_id"":""order-1""}",1,[0-9a-f]{32}\r\n$`,
      ),
    )
    expect(outcome).toMatchObject({
      name: `${day.replaceAll('-', '')}_BOOKS_SERVICE_TRAN.csv`,
      rows: 1,
      bytes: text.length,
    })
  })

  it('write the partner file of yesterday by the cron trigger, and list the day', async () => {
    await paidOn(dayBefore)
    await worker.scheduled(createScheduledController(), env)

    const [newest] = await exports.Orders.listReconciliations()

    expect(newest).toMatchObject({ state: 'waiting', partnerFile: { rows: 0 } })
    expect(await exports.Orders.reconciliation(newest?.day ?? '')).toEqual(newest)
    const listed = await env.FILES?.list({ prefix: 'outgoing/' })
    expect(listed?.objects).toHaveLength(1)
  })

  it('have no reconciliation for a day that is not tracked', async () => {
    expect(await exports.Orders.reconciliation('2020-01-01')).toBeNull()
  })

  it('refuse an invalid day', async () => {
    const error: unknown = await exports.Orders.partnerFile('2020-02-30').then(
      () => undefined,
      (thrown: unknown) => thrown,
    )

    expect(String(error)).toContain("The file's day must be")
  })
})

/** Rows under another key, which is what a mistyped CHECKSUM_KEY looks like. */
function rowsOfStrangers(date: string): string {
  const written = date.split('-').toReversed().join('/')
  const row = (at: number) =>
    `S-${at},W${at},1000,VND,0,0,0,M,S,P,${written},12:00:00,,X${at},0,1,${'0'.repeat(32)}\r\n`
  return Array.from({ length: 10 }, (_, at) => row(at)).join('')
}

describe('a stopped comparison over RPC', () => {
  it('is forced by the cron trigger, and a repeated request returns the result', async () => {
    for (const date of newestDays()) {
      const name = `incoming/${date.replaceAll('-', '')}_SERVICE_BOOKS_TRAN.csv`
      await env.FILES?.put(name, rowsOfStrangers(date))
    }
    await worker.scheduled(createScheduledController(), env)
    const [newest] = await exports.Orders.listReconciliations()
    const stopped = newest?.day ?? ''

    const asked = await exports.Orders.forceReconciliation(stopped)
    await worker.scheduled(createScheduledController(), env)
    const again = await exports.Orders.forceReconciliation(stopped)

    expect(asked).toMatchObject({
      outcome: 'started',
      reconciliation: { state: 'stopped', run: { error: { code: 'ERR_CHECKSUM_KEY' } } },
    })
    expect(again).toMatchObject({
      outcome: 'done',
      reconciliation: {
        state: 'done',
        run: { forced: { code: 'ERR_CHECKSUM_KEY' }, totals: { exceptions: { bad_checksum: 10 } } },
      },
    })
  })

  it('does not exist for a day that is not tracked', async () => {
    expect(await exports.Orders.forceReconciliation('2020-01-01')).toEqual({ outcome: 'not_found' })
  })
})

describe('a difference over RPC', () => {
  it('is listed until an operator decides it, whose name the verdict has', async () => {
    for (const date of newestDays()) {
      await paidOn(date)
      await env.FILES?.put(`incoming/${date.replaceAll('-', '')}_SERVICE_BOOKS_TRAN.csv`, '')
    }
    await worker.scheduled(createScheduledController(), env)
    const { days, differences } = await exports.OperatorView.listUndecidedDifferences()
    const [found] = differences
    assert(found !== undefined, 'a difference is expected')
    const { day, runId, position } = found
    const word = { runId, position, verdict: 'ours', reason: 'ticket 4711', staffId: 'an' } as const

    const decided = await exports.OperatorMoney.decideDifference(day, word)
    const again = await exports.OperatorMoney.decideDifference(day, { ...word, staffId: 'binh' })
    const elsewhere = await exports.OperatorMoney.decideDifference(day, { ...word, position: 7 })

    expect(days).toEqual([{ day, runId, total: 1, undecided: 1 }])
    expect(newestDays()).toContain(day)
    expect(found).toMatchObject({ status: '02', partner: { columns: { walletCode: 'T1' } } })
    const verdict = { verdict: 'ours', reason: 'ticket 4711', staffId: 'an' }
    expect(decided).toMatchObject({ outcome: 'decided', difference: { position, verdict } })
    expect(again).toMatchObject({ outcome: 'decided_before', difference: { verdict } })
    expect(elsewhere).toEqual({ outcome: 'not_standing' })
    expect(await exports.OperatorView.listDifferences({ day })).toMatchObject({
      outcome: 'listed',
      runId,
      decided: 1,
      differences: [{ position, verdict }],
    })
    expect(await exports.OperatorView.listUndecidedDifferences()).toEqual({
      days: [],
      differences: [],
    })
  })

  it('does not exist for a day that is not tracked', async () => {
    const word = { runId: '0'.repeat(32), position: 0, reason: 'why', staffId: 'an' }

    expect(await exports.OperatorView.listDifferences({ day: '2020-01-01' })).toEqual({
      outcome: 'not_compared',
    })
    expect(
      await exports.OperatorMoney.decideDifference('2020-01-01', { ...word, verdict: 'ours' }),
    ).toEqual({ outcome: 'not_standing' })
  })
})

describe('the names of daily files', () => {
  it('have the token of the service from the settings, in both directions', async () => {
    for (const date of newestDays()) {
      await paidOn(date)
      await env.FILES?.put(`incoming/${date.replaceAll('-', '')}_WALLET_BOOKS_TRAN.csv`, '')
    }
    const bindings = { ...env, DB: Object.create(env.DB), SERVICE_TOKEN: 'WALLET' }

    await worker.scheduled(createScheduledController({ cron: '*/2 * * * *' }), bindings)

    const listed = await env.FILES?.list()
    const names = listed?.objects.map(({ key }) => key.replaceAll(/\d{4}-?\d\d-?\d\d/g, 'DAY'))
    expect(names).toContain('outgoing/DAY_BOOKS_WALLET_TRAN.csv')
    expect(names?.filter((key) => key.includes('_SERVICE_'))).toEqual([])
    const runs = await env.DB.prepare('SELECT state FROM reconciliation_runs').all()
    expect(runs.results).toHaveLength(1)
    // The file of the day before the first one is never read.
    const unknown = await env.DB.prepare('SELECT name FROM unknown_files').all()
    expect(unknown.results.length).toBeLessThan(2)
  })
})

describe('the settings of daily files', () => {
  it('require a name for the files when the partner id cannot be part of a file name', () => {
    const settings = { ...env, PARTNER_ID: 'PARTNER-1', DB: Object.create(env.DB) }

    expect(() => dailyFilesContextOf(settings)).toThrow('PARTNER_TOKEN of the orders Worker')
  })

  it('choose the case of the checksums, which some services compare as texts', async () => {
    await paidOn(day)
    const settings = { ...env, CHECKSUM_CASE: 'upper', DB: Object.create(env.DB) }
    const context = dailyFilesContextOf(settings)
    assert(context !== undefined)

    const outcome = await openPartnerFile(context, day)

    assert(outcome.outcome === 'file', outcome.outcome)
    expect(await new Response(outcome.body).text()).toMatch(/,1,[0-9A-F]{32}\r\n$/)
    expect(context.files.profile).toMatchObject({ name: 'record', hexCase: 'upper' })
  })

  it.each([
    ['', false],
    ['service', false],
    ['both', true],
  ])('choose which files have a header row: "%s"', async (HEADER_ROWS, isWritten) => {
    await paidOn(day)
    const context = dailyFilesContextOf({ ...env, HEADER_ROWS, DB: Object.create(env.DB) })
    assert(context !== undefined)

    const outcome = await openPartnerFile(context, day)

    assert(outcome.outcome === 'file', outcome.outcome)
    expect((await new Response(outcome.body).text()).startsWith('partnerId,')).toBe(isWritten)
    expect(context.files.headerRows).toBe(HEADER_ROWS === '' ? undefined : HEADER_ROWS)
  })

  it('choose the checksum profile', () => {
    const settings = { ...env, CHECKSUM_PROFILE: 'pipe', PARTNER_TOKEN: 'BK' }

    const context = dailyFilesContextOf({ ...settings, DB: Object.create(env.DB) })

    expect(context?.files).toMatchObject({
      profile: { name: 'pipe' },
      partnerId: 'BOOKS',
      partnerToken: 'BK',
    })
  })
})

describe('the report of a day', () => {
  async function reportIn(changes: Readonly<Record<string, string>>): Promise<string> {
    for (const date of newestDays()) {
      await paidOn(date)
      await env.FILES?.put(`incoming/${date.replaceAll('-', '')}_SERVICE_BOOKS_TRAN.csv`, '')
    }
    const bindings = { ...env, DB: Object.create(env.DB), ...changes }
    await worker.scheduled(createScheduledController({ cron: '*/2 * * * *' }), bindings)
    const listed = await env.FILES?.list({ prefix: 'reconciliations/' })
    const key = listed?.objects.find((object) => object.key.endsWith('/report.html'))?.key ?? ''
    return (await (await env.FILES?.get(key))?.text()) ?? ''
  }

  it.each([
    ['nothing', {}, 'en', 'success at the partner'],
    ['an empty text', { REPORT_LANGUAGE: '' }, 'en', 'success at the partner'],
    ['en', { REPORT_LANGUAGE: 'en' }, 'en', 'success at the partner'],
    ['vi', { REPORT_LANGUAGE: 'vi' }, 'vi', 'đối tác thành công, dịch vụ không thành công'],
  ])('is in the language that REPORT_LANGUAGE names: %s', async (_, changes, language, words) => {
    const report = await reportIn(changes)

    expect(report).toContain(`<html lang="${language}">`)
    expect(report).toContain(words)
  })
})

describe('a merchant without daily files', () => {
  it.each(['FILES', 'PARTNER_ID', 'CHECKSUM_KEY'])('can leave out %s', (name) => {
    // Another database object: the Worker keeps what it has made for the one of the isolate.
    const without = { ...env, [name]: undefined, DB: Object.create(env.DB) }

    const context = dailyFilesContextOf(without)

    expect(context).toBeUndefined()
  })
})
