import { describe, expect, it } from 'vitest'
import { partnerLine, serviceLine, testKey } from '../../test/file-text.ts'
import { fileOf } from '../../test/sink.ts'
import { reconcile } from '../reconcile.ts'
import { formatSummary } from '../summary/format-summary.ts'
import { reconciliationJson } from '../summary/reconciliation-json.ts'
import { formatReport } from './format-report.ts'

const codes = ['W1', 'W2', 'W3', '<b>"&']

async function outcome() {
  return reconcile({
    partner: { open: fileOf(codes.map((code) => partnerLine({ code })).join('')) },
    service: {
      open: fileOf(
        codes
          .map((code, index) => serviceLine({ code, amount: index === 3 ? '1' : '150000' }))
          .join(''),
      ),
    },
    key: testKey,
    day: '2026-11-21',
  })
}

describe('formatReport', () => {
  it.each([
    ['en', 'Differences by day'],
    ['vi', 'Chênh lệch theo ngày'],
  ] as const)('writes charts and differences in %s', async (language, title) => {
    const report = formatReport(await outcome(), language)

    expect(report).toContain(`<html lang="${language}">`)
    expect(report).toContain(title)
    expect(report.match(/<svg/g)?.length).toBe(3)
    expect(report).toContain('1 VND')
  })

  it.each(['en', 'vi'] as const)('writes days as people write them, in %s', async (language) => {
    const report = formatReport(await outcome(), language).replaceAll(/<code>.*?<\/code>/g, '')

    expect(report).toContain('21/11/2026</h1>')
    expect(report).toMatch(/<text [^>]*>20\/11\/2026<\/text>/)
    expect(report).toContain('<td>20/11/2026</td>')
    expect(report).not.toMatch(/2026-11-\d\d/)
  })

  it('escapes the content of the files, and needs no network', async () => {
    const report = formatReport(await outcome())

    expect(report).toContain('&lt;b&gt;&quot;&amp;')
    expect(report).not.toContain('<b>')
    expect(report).not.toMatch(/<script|src=|href=|url\(|@import/)
  })
})

describe('the differences', () => {
  async function ofStore(store?: { mid: string; tid?: string }) {
    const places = [
      { code: 'W1', mid: 'STORE-1', tid: 'TILL-1' },
      { code: 'W2', mid: 'STORE-2', tid: 'TILL-1' },
      { code: 'W3', mid: 'STORE-2', tid: 'TILL-2' },
    ]
    const service = [
      ...places.map((place) => serviceLine({ ...place, amount: '1' })),
      serviceLine({ code: 'W4', mid: 'STORE-2', tid: 'TILL-2' }),
      serviceLine({ code: 'W5', mid: '', tid: '' }),
    ]
    return reconcile({
      partner: { open: fileOf(places.map((place) => partnerLine(place)).join('')) },
      service: { open: fileOf(service.join('')) },
      key: testKey,
      ...(store !== undefined && { store }),
    })
  }

  it('name the store and terminal of their rows', async () => {
    const report = formatReport(await ofStore())

    expect(report).toContain('STORE-1, TILL-1')
    expect(report).toContain('STORE-2, TILL-2')
  })

  it.each([
    [{ mid: 'STORE-2' }, ['W2', 'W3', 'W4']],
    [{ mid: 'STORE-2', tid: 'TILL-2' }, ['W3', 'W4']],
    [{ mid: 'STORE-9' }, []],
  ])('of %j are the only ones listed; the counts stay', async (store, codes) => {
    const found = await ofStore(store)

    expect(found.differences.map(({ walletCode }) => walletCode)).toEqual(codes)
    expect(found.counts).toEqual((await ofStore()).counts)
    expect(formatReport(found)).toContain(`Differences: ${Object.values(store).join(', ')}`)
  })
})

describe('formatSummary', () => {
  it('summarizes the result on one page', async () => {
    const found = await outcome()

    expect(formatSummary(found)).toMatch(/00 both sides agree +3\n/)
    expect(formatSummary(found, 'vi')).toContain('Số liệu cân')
  })

  it.each([
    ['en', 'Reconciliation 21/11/2026\n'],
    ['vi', 'Đối soát 21/11/2026\n'],
  ] as const)('writes the day as the report writes it, in %s', async (language, title) => {
    const found = await outcome()

    expect(formatSummary(found, language)).toContain(title)
    expect(formatReport(found, language)).toContain(title.trimEnd())
  })
})

describe('reconciliationJson', () => {
  it('can be written as JSON, with sums as texts', async () => {
    const json = JSON.parse(JSON.stringify(reconciliationJson(await outcome())))

    expect(json).toMatchObject({
      counts: { '00': 3, '01': 0, '02': 0, '03': 1 },
      exceptions: { bad_checksum: 0, malformed: 0, duplicate: 0 },
      totals: { partner: [{ currency: 'VND', rows: 4, amount: '600000' }] },
      bridge: { closes: true },
      manifest: { day: '2026-11-21', profile: 'record' },
    })
  })
})
