import { describe, expect, it } from 'vitest'
import { type RowText, partnerLine, serviceLine, testKey } from '../../test/file-text.ts'
import { fileOf } from '../../test/sink.ts'
import { reconcile } from '../reconcile.ts'
import { formatSummary } from '../summary/format-summary.ts'
import { reconciliationJson } from '../summary/reconciliation-json.ts'
import { formatReport } from '../report/format-report.ts'

const equal = Array.from({ length: 30 }, (_, index) => ({ code: `E${index}` }))
const lines = (some: readonly RowText[], line: (row: RowText) => string) =>
  some.map((row) => line(row)).join('')

interface Files {
  readonly partner: readonly RowText[]
  readonly service: readonly RowText[]
  readonly carriedPartner?: readonly RowText[]
}

async function compared({ partner, service, carriedPartner = [] }: Files) {
  return reconcile({
    partner: {
      open: fileOf(lines([...equal, ...partner], partnerLine)),
      openCarried: fileOf(lines(carriedPartner, partnerLine)),
    },
    service: { open: fileOf(lines([...equal, ...service], serviceLine)) },
    key: testKey,
    force: true,
    day: '2026-11-21',
  })
}

const hanoi = { mid: 'HN-1' }
const files: Files = {
  partner: [
    { code: 'P1', amount: '70000', ...hanoi },
    { code: 'P2', amount: '30000', mid: 'SG-1' },
    { code: 'PR', amount: '20000', type: '-1', ...hanoi },
    { code: 'D', amount: '50000', mid: '' },
    { code: 'F', amount: '11000', status: '2', ...hanoi },
  ],
  service: [
    { code: 'S1', amount: '40000', ...hanoi },
    { code: 'S1', amount: '5', currency: 'POINT', fee: '0', ...hanoi },
    { code: 'D', amount: '45000.5', mid: '' },
    { code: 'F', amount: '11000', ...hanoi },
    // Money and points of which only the money has succeeded.
    { code: 'H', amount: '60000', ...hanoi },
    { code: 'H', amount: '1', currency: 'POINT', fee: '0', status: '-1', ...hanoi },
  ],
  carriedPartner: [{ code: 'OLD', amount: '90000', date: '19/11/2026' }],
}

describe('the money in the differences', () => {
  it('is summed by status and type over what each side has booked', async () => {
    const { difference_sums: sums } = reconciliationJson(await compared(files))

    expect(sums.by_status).toEqual([
      {
        status: '01',
        type: '1',
        origin: 'file',
        transactions: 3,
        partner: '0',
        service: '116000',
      },
      {
        status: '02',
        type: '1',
        origin: 'file',
        transactions: 2,
        partner: '100000',
        service: '0',
      },
      {
        status: '02',
        type: '-1',
        origin: 'file',
        transactions: 1,
        partner: '20000',
        service: '0',
      },
      {
        status: '03',
        type: '1',
        origin: 'file',
        transactions: 1,
        partner: '50000',
        service: '45000.5',
      },
      {
        status: '02',
        type: '1',
        origin: 'carried',
        transactions: 1,
        partner: '90000',
        service: '0',
      },
    ])
  })

  it('is summed by store, less the refunds', async () => {
    const { difference_sums: sums } = reconciliationJson(await compared(files))

    expect(sums.by_store).toEqual([
      { mid: '', counts: { '01': 0, '02': 0, '03': 1 }, partner: '50000', service: '45000.5' },
      { mid: 'HN-1', counts: { '01': 3, '02': 2, '03': 0 }, partner: '50000', service: '116000' },
      { mid: 'SG-1', counts: { '01': 0, '02': 1, '03': 0 }, partner: '30000', service: '0' },
    ])
    expect(sums.other_stores).toBeUndefined()
  })

  it('is summed for all stores together beyond 200', async () => {
    const service = Array.from({ length: 203 }, (_, index) => ({
      code: `S${1000 + index}`,
      amount: '7',
      mid: `M${1000 + index}`,
    }))
    const { difference_sums: sums } = reconciliationJson(await compared({ partner: [], service }))

    expect(sums.by_store).toHaveLength(200)
    expect(sums.other_stores).toEqual({
      mid: '',
      counts: { '01': 3, '02': 0, '03': 0 },
      partner: '0',
      service: '21',
    })
  })

  it('is in the summary and in the report, with what each status means and what to do', async () => {
    const found = await compared(files)
    const report = formatReport(found)

    expect(formatSummary(found)).toMatch(/02 payments +2 +100,000 +0 +100,000\n/)
    expect(formatSummary(found)).toMatch(/02 payments, still open +1 +90,000 +0 +90,000\n/)
    expect(report).toContain('success at the partner, not at the service')
    expect(report).toContain('Ask the service for these payments')
    expect(report).toContain('Ask the service for these refunds')
    expect(report).toContain('45,000.5')
    expect(formatReport(found, 'vi')).toContain('Hãy hỏi dịch vụ')
  })

  it.each([
    ['en', 'nothing booked'],
    ['vi', 'không ghi nhận'],
  ] as const)(
    'is not called 0 where neither side has booked anything, in %s',
    async (language, text) => {
      const failed = { code: 'X', status: '-1', mid: 'HUE-1' }
      const found = await compared({
        partner: [{ ...failed, status: '2', amount: '70000' }],
        service: [{ ...failed, amount: '60000' }],
      })
      const report = formatReport(found, language).replaceAll(/\s+/g, ' ')
      const none = Array.from({ length: 3 }, () => `<td class="number">${text}</td>`).join('')

      expect(report).toContain(
        `<td>HUE-1</td> <td class="number">0</td> <td class="number">0</td> <td class="number">1</td> ${none}`,
      )
      expect(report).toContain(`<td class="number">1</td> ${none}`)
      expect(formatSummary(found, language)).toMatch(
        new RegExp(`^03 .* 1 +${text} +${text} +${text}$`, 'm'),
      )
    },
  )

  it('is not mentioned when nothing differs', async () => {
    const found = await compared({ partner: [], service: [] })

    expect(reconciliationJson(found).difference_sums).toEqual({ by_status: [], by_store: [] })
    expect(formatReport(found)).not.toContain('What to do')
  })
})

describe('the differences of the report', () => {
  it('tell payments from refunds, and name what differs in its language', async () => {
    const report = formatReport(await compared(files), 'vi').replaceAll(/\s+/g, ' ')

    expect(report).toMatch(/PR<\/td> <td>INV-PR<\/td> <td>hoàn tiền<\/td>/)
    expect(report).toMatch(/>D<\/td>.*?số tiền<\/td>/)
    // Both sides have the row, and differ in its status alone.
    expect(report).toMatch(/>F<\/td>.*?trạng thái<\/td>/)
  })

  it('says that only the first are listed when there are more, and not before', async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ code: `S${1000 + index}` }))
    const shown = 'The first ones are shown'

    expect(formatReport(await compared({ partner: [], service: many(501) }))).toContain(shown)
    expect(formatReport(await compared({ partner: [], service: many(500) }))).not.toContain(shown)
  })

  it('names the files of carried rows as such', async () => {
    const report = formatReport(await compared(files)).replaceAll(/\s+/g, ' ')

    expect(report).toContain('partner, carried from earlier days: 1 rows')
  })
})
