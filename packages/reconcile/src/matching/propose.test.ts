import { describe, expect, it } from 'vitest'
import { type RowText, partnerLine, serviceLine, testKey } from '../../test/file-text.ts'
import { fileOf } from '../../test/sink.ts'
import { sharedColumnNames } from '../layouts.ts'
import { reconcile } from '../reconcile.ts'
import { formatReport } from '../report/format-report.ts'
import { readRow } from '../rows/row.ts'
import { formatSummary } from '../summary/format-summary.ts'
import { reconciliationJson } from '../summary/reconciliation-json.ts'
import { Proposer, type ResidueRules } from './propose.ts'

const equal = Array.from({ length: 20 }, (_, index) => ({ code: `E${index}` }))

/** The proposals about rows beside twenty equal ones: rule, codes of both sides, and columns. */
async function proposed(
  rules: ResidueRules,
  partner: readonly RowText[],
  service: readonly RowText[],
): Promise<string[]> {
  const lines = (some: readonly RowText[], line: (row: RowText) => string) =>
    fileOf([...equal, ...some].map((row) => line(row)).join(''))
  const { proposals, counts } = await reconcile({
    partner: { open: lines(partner, partnerLine) },
    service: { open: lines(service, serviceLine) },
    key: testKey,
    rules,
  })
  expect(counts['00']).toBe(20)
  return proposals.map(
    (one) => `${one.rule} ${one.partner.join()} ${one.service.join()} ${one.columns.join()}`,
  )
}

const row = (changes: Partial<RowText> = {}): RowText => ({ code: 'W', ...changes })

describe('the rule of tolerance', () => {
  it.each([
    ['as much as it allows, more', { amount: '150005' }, ['tolerance W W amount']],
    ['as much as it allows, less', { amount: '149995' }, ['tolerance W W amount']],
    ['a part of a dong more than it allows', { amount: '150005.0001' }, []],
    ['as much in a fee', { fee: '1655' }, ['tolerance W W fee']],
    ['more in a fee', { fee: '1656' }, []],
    ['little in two amounts', { amount: '150001', tax: '5' }, ['tolerance W W amount,tax']],
    ['much in one of two', { amount: '150001', tax: '6' }, []],
    ['little, and something else', { amount: '150001', tid: 'T9' }, []],
    ['nothing but something else', { tid: 'T9' }, []],
    ['a part of a dong less than it allows', { amount: '149994.9999' }, []],
  ])('explains a difference of %s', async (_name, changes, found) => {
    expect(await proposed({ toleranceVnd: 5 }, [row()], [row(changes)])).toEqual(found)
  })

  it('explains nothing if it is not configured', async () => {
    expect(await proposed({}, [row()], [row({ amount: '150001' })])).toEqual([])
  })

  it('counts points by their value', async () => {
    const parts = [
      row({ amount: '100000' }),
      row({ amount: '50.001', currency: 'POINT', fee: '0' }),
    ]

    expect(await proposed({ toleranceVnd: 1 }, [row()], parts)).toEqual(['tolerance W W amount'])
    expect(await proposed({ toleranceVnd: 0 }, [row()], parts)).toEqual([])
  })

  it('explains no difference of success', async () => {
    const service = [row({ amount: '150001', status: '-1' })]

    expect(await proposed({ toleranceVnd: 5 }, [row()], service)).toEqual([])
  })
})

describe('the rule of dates', () => {
  it.each([
    ['as many days as it allows', { date: '22/11/2026' }, ['date-window W W date']],
    ['as many days before', { date: '18/11/2026' }, ['date-window W W date']],
    ['a day more', { date: '23/11/2026' }, []],
    ['another time', { time: '00:00:00' }, ['date-window W W time']],
    ['day and time', { date: '21/11/2026', time: '' }, ['date-window W W date,time']],
    ['a day, and something else', { date: '21/11/2026', tid: 'T9' }, []],
  ])('explains %s', async (_name, changes, found) => {
    expect(await proposed({ dateWindowDays: 2 }, [row()], [row(changes)])).toEqual(found)
  })

  it('explains nothing if it is not configured', async () => {
    expect(await proposed({ toleranceVnd: 5 }, [row()], [row({ date: '21/11/2026' })])).toEqual([])
  })

  it('checks every row of the service', async () => {
    const parts = [
      row({ amount: '100000', date: '21/11/2026' }),
      row({ amount: '50', currency: 'POINT', fee: '0', date: '23/11/2026' }),
    ]

    expect(await proposed({ dateWindowDays: 2 }, [row()], parts)).toEqual([])
    expect(await proposed({ dateWindowDays: 3 }, [row()], parts)).toEqual(['date-window W W date'])
  })
})

describe('the rule of one for several', () => {
  const part = (code: string, amount: string, changes: Partial<RowText> = {}) =>
    row({ code, amount, invoice: 'I', ...changes })

  it.each([
    ['one row of the partner', [part('A', '30')], [part('C', '20'), part('B', '10')], 'A B,C'],
    ['one row of the service', [part('C', '20'), part('B', '10')], [part('A', '30')], 'B,C A'],
  ])('explains %s by several of one invoice and sum', async (_name, partner, service, codes) => {
    const found = await proposed({ oneToMany: true }, partner, service)

    expect(found).toEqual([`one-to-many ${codes} walletCode,amount`])
    expect(await proposed({}, partner, service)).toEqual([])
  })

  it.each([
    ['one for one', [part('A', '30')], [part('B', '30')]],
    ['two for two', [part('A', '10'), part('B', '20')], [part('C', '15'), part('D', '15')]],
    ['another sum', [part('A', '30')], [part('B', '10'), part('C', '21')]],
    ['another invoice', [part('A', '30')], [part('B', '10'), part('C', '20', { invoice: 'J' })]],
    ['another type', [part('A', '30')], [part('B', '10'), part('C', '20', { type: '-1' })]],
    ['several without one', [], [part('B', '10'), part('C', '20')]],
  ])('does not explain %s', async (_name, partner, service) => {
    expect(await proposed({ oneToMany: true }, partner, service)).toEqual([])
  })

  it('examines 50,000 one-sided rows, and counts the rest', () => {
    const rules = { compare: sharedColumnNames, groupPoints: true, pointValueVnd: 1000 }
    const proposer = new Proposer({ oneToMany: true }, rules)
    const record = new TextEncoder().encode(partnerLine({ code: 'W' }).trimEnd())
    const partner = readRow({ side: 'partner', origin: 'file', line: 1, record })
    const alone = {
      status: '02',
      differs: [],
      partner,
      service: [],
      duplicates: [],
      replaced: [],
    } as const
    for (let count = 0; count < 50_000; count += 1) proposer.add(alone)

    expect(proposer.oneSidedLeftOut).toBe(0)
    proposer.add(alone)
    expect(proposer.oneSidedLeftOut).toBe(1)
  })

  it('reports the number of rows that it has not examined, in summary, report and JSON', async () => {
    const alone = Array.from({ length: 50_002 }, (_, index) => row({ code: `A${index}` }))
    const outcome = await reconcile({
      partner: { open: fileOf([...equal, ...alone].map((one) => partnerLine(one)).join('')) },
      service: { open: fileOf(equal.map((one) => serviceLine(one)).join('')) },
      key: testKey,
      rules: { oneToMany: true },
      force: true,
    })

    expect(outcome.oneSidedLeftOut).toBe(2)
    expect(reconciliationJson(outcome)).toMatchObject({ one_sided_left_out: 2 })
    for (const [language, words] of [
      ['en', 'has not looked at: 2'],
      ['vi', 'chưa xét: 2'],
    ] as const) {
      expect(formatSummary(outcome, language)).toContain(words)
      expect(formatReport(outcome, language)).toContain(words)
      expect(formatSummary({ ...outcome, oneSidedLeftOut: 0 }, language)).not.toContain(words)
    }
  })
})
