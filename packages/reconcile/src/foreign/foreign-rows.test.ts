import { describe, expect, it } from 'vitest'
import { engineNames, engines } from '../../test/engines.ts'
import { type RowText, partnerLine, serviceLine, testKey } from '../../test/file-text.ts'
import { fileOf, sink } from '../../test/sink.ts'
import { formatReport } from '../report/format-report.ts'
import { reconcile } from '../reconcile.ts'
import { formatSummary } from '../summary/format-summary.ts'
import { reconciliationJson } from '../summary/reconciliation-json.ts'
import type { ForeignSettings } from './foreign-settings.ts'

const equal = Array.from({ length: 4 }, (_, index) => ({ code: `E${index}` }))
const text = (rows: readonly RowText[], line: typeof partnerLine) =>
  rows.map((row) => line(row)).join('')

/** A taking of the fixed QR of a store: no terminal, and an invoice code of the service's own. */
const taking = (code: string, amount: string): RowText => ({
  code,
  amount,
  invoice: `MQR-${code}`,
  tid: '',
  fee: '0',
})
const merchantQr: ForeignSettings = { rules: [{ name: 'merchant-qr', mid: 'MID1', tid: '' }] }

interface Day {
  readonly partner?: readonly RowText[]
  readonly service: readonly RowText[]
  readonly carriedService?: readonly RowText[]
  readonly foreign?: ForeignSettings
  readonly engine?: keyof typeof engines
}

/** Compares a day of four equal rows and what else there is. */
async function day({ partner = equal, service, carriedService, foreign, engine }: Day) {
  const outputs = { result: sink(), carriedService: sink(), foreignRows: sink() }
  const outcome = await reconcile({
    partner: { open: fileOf(text(partner, partnerLine)) },
    service: {
      open: fileOf(text(service, serviceLine)),
      ...(carriedService && { openCarried: fileOf(text(carriedService, serviceLine)) }),
    },
    key: testKey,
    day: '2026-11-20',
    result: outputs.result.stream,
    carriedService: outputs.carriedService.stream,
    foreignRows: outputs.foreignRows.stream,
    ...(foreign && { foreign }),
    ...(engine && { engine: engines[engine] }),
  })
  return {
    outcome,
    result: outputs.result.text(),
    carried: outputs.carriedService.text(),
    rows: outputs.foreignRows.text().trimEnd().split('\r\n').slice(1),
    foreignStart: outputs.foreignRows.bytes().slice(0, 13),
  }
}

describe.each(engineNames)('foreign rows, with the engine of the %s', (engine) => {
  const takings = [
    taking('Q1', '20000'),
    taking('Q2', '30000'),
    { ...taking('Q2', '5'), currency: 'POINT' },
    { ...taking('Q3', '10000'), type: '-1' },
  ]

  it('are not differences: they are counted, summed by currency and type, listed, and not carried', async () => {
    const found = await day({ service: [...equal, ...takings], foreign: merchantQr, engine })
    const { outcome } = found

    expect(outcome.counts).toEqual({ '00': 4, '01': 0, '02': 0, '03': 0 })
    expect(outcome.bridge.closes).toBe(true)
    expect(outcome.differences).toEqual([])
    expect(outcome.carried).toMatchObject({ open: 0, added: 0 })
    expect([found.result, found.carried]).toEqual(['', ''])
    expect(outcome.foreign).toMatchObject({ transactions: 3, carriedRows: 0 })
    const [kind] = reconciliationJson(outcome).foreign.kinds
    expect(kind?.name).toBe('merchant-qr')
    expect(
      kind?.totals.map(({ currency, type, rows, amount }) => [currency, type, rows, amount]),
    ).toEqual([
      ['POINT', 'payment', 1, '5'],
      ['VND', 'payment', 2, '50000'],
      ['VND', 'refund', 1, '10000'],
    ])
    expect(found.rows).toEqual([
      'merchant-qr,payment,20/11/2026,10:20:30,20000,VND,MQR-Q1,Q1,M1,MID1,,S-Q1,paid,file,5',
      'merchant-qr,payment,20/11/2026,10:20:30,30000,VND,MQR-Q2,Q2,M1,MID1,,S-Q2,paid,file,6',
      'merchant-qr,payment,20/11/2026,10:20:30,5,POINT,MQR-Q2,Q2,M1,MID1,,S-Q2,paid,file,7',
      'merchant-qr,refund,20/11/2026,10:20:30,10000,VND,MQR-Q3,Q3,M1,MID1,,S-Q3,paid,file,8',
    ])
  })

  it('are in a file that a spreadsheet reads as UTF-8, because it begins with a byte order mark', async () => {
    const { foreignStart } = await day({ service: [...equal, ...takings], foreign: merchantQr })

    expect(foreignStart).toEqual(new TextEncoder().encode('\u{feff}foreign_as'))
  })

  it('explain their part of the bridge separately from 01', async () => {
    const lost = { code: 'LOST', amount: '70000' }
    const { outcome } = await day({
      service: [...equal, ...takings, lost],
      foreign: merchantQr,
      engine,
    })

    const line = outcome.bridge.lines.find(
      ({ currency, type }) => currency === 'VND' && type === 'payment',
    )
    expect(line?.explained.foreign).toMatchObject({ rows: -2, amount: -500_000_000n })
    expect(line?.explained['01']).toMatchObject({ rows: -1, amount: -700_000_000n })
    expect(outcome.bridge.closes).toBe(true)
    expect(outcome.differences.map(({ walletCode }) => walletCode)).toEqual(['LOST'])
  })

  it('may be more than all other rows, and the only rows of a day', async () => {
    const many = Array.from({ length: 2000 }, (_, index) => taking(`M${index}`, '1000'))

    const most = await day({ service: [...equal, ...many], foreign: merchantQr, engine })
    const alone = await day({ partner: [], service: takings, foreign: merchantQr, engine })

    expect(most.outcome.foreign.transactions).toBe(2000)
    expect(most.outcome.foreign.listed).toHaveLength(500)
    expect(most.rows).toHaveLength(2000)
    expect(most.outcome.bridge.closes).toBe(true)
    expect(alone.outcome.foreign.transactions).toBe(3)
  })

  it('do not hide that two files do not belong together', async () => {
    const others = equal.map(({ code }) => ({ code: `X${code}` }))

    await expect(day({ service: others, foreign: merchantQr, engine })).rejects.toMatchObject({
      code: 'ERR_FILES_UNRELATED',
    })
    await expect(
      day({ partner: [], service: others, foreign: merchantQr, engine }),
    ).rejects.toMatchObject({ code: 'ERR_FILE_EMPTY' })
  })
})

describe('a rule', () => {
  const foreignOf = async (rules: ForeignSettings['rules'], row: RowText) => {
    const { outcome } = await day({ service: [...equal, row], foreign: { rules } })
    return outcome.foreign.kinds.map(({ name }) => name)
  }
  const row = { ...taking('Q', '1'), merchant: 'SHOP', description: 'Quét QR cửa hàng' }

  it.each([
    ['a store', { mid: 'MID1' }],
    ['the beginning of a store', { mid: 'MID*' }],
    ['an empty terminal', { tid: '' }],
    ['the beginning of an invoice code', { invoiceCode: 'MQR-*' }],
    ['a merchant code', { merchantCode: 'SHOP' }],
    ['the beginning of a description', { description: 'Quét QR*' }],
    ['a type', { mid: '*', tid: '', type: '1' as const }],
  ])('fits by %s', async (_name, rule) => {
    expect(await foreignOf([{ name: 'rule', ...rule }], row)).toEqual(['rule'])
  })

  it.each([
    ['another store', { mid: 'MID2' }],
    ['a terminal', { tid: 'TID1' }],
    ['a part in the middle', { invoiceCode: 'QR-Q*' }],
    ['the other type', { mid: 'MID1', type: '-1' as const }],
    ['one of two that does not hold', { mid: 'MID1', tid: 'TID1' }],
  ])('does not fit by %s', async (_name, rule) => {
    expect(await foreignOf([{ name: 'rule', ...rule }], row)).toEqual([])
  })

  it('has lower priority than the rule before it', async () => {
    const rules = [
      { name: 'first', tid: '' },
      { name: 'second', mid: 'MID1' },
    ]

    expect(await foreignOf(rules, row)).toEqual(['first'])
  })

  it('matches no row with a partner row, and no row without success', async () => {
    const held = { ...taking('HELD', '1'), status: '1' }
    const { outcome } = await day({
      partner: [...equal, { ...row, amount: '2' }],
      service: [...equal, row, held],
      foreign: merchantQr,
    })

    expect(outcome.counts['03']).toBe(1)
    expect(outcome.foreign.transactions).toBe(0)
    expect(outcome.oneSidedWithoutSuccess).toBe(1)
  })
})

describe('a carried row', () => {
  it('that matches a new rule becomes foreign, and is not carried any more', async () => {
    const old = { ...taking('OLD', '40000'), date: '19/11/2026' }
    const before = await day({ service: equal, carriedService: [old] })
    const { outcome, carried, rows } = await day({
      service: equal,
      carriedService: [old],
      foreign: merchantQr,
    })

    expect(before.outcome.carried.open).toBe(1)
    expect(outcome.carried).toMatchObject({ closed: 0, open: 0, added: 0, ages: [] })
    expect(outcome.foreign).toMatchObject({ transactions: 1, carriedRows: 1 })
    expect([carried, rows.length]).toEqual(['', 1])
    expect(outcome.bridge.closes).toBe(true)
  })
})

describe('who decides', () => {
  it('is called for rows without a partner row, and overrides the rules', async () => {
    const asked: unknown[] = []
    const ours = taking('OURS', '1')
    const refund = { code: 'BACK', type: '-1', amount: '9000' }
    const { outcome } = await day({
      service: [...equal, ours, refund],
      foreign: {
        ...merchantQr,
        decide: async (found) => {
          asked.push(...found.map(({ walletCode, rule, vnd }) => [walletCode, rule, vnd]))
          return found.map(({ type }) => (type === '-1' ? 'elsewhere' : undefined))
        },
      },
    })

    expect(asked).toEqual([
      ['BACK', undefined, 90_000_000n],
      ['OURS', 'merchant-qr', 10_000n],
    ])
    expect(outcome.counts['01']).toBe(1)
    expect(outcome.foreign.kinds.map(({ name }) => name)).toEqual(['elsewhere'])
  })

  it('has its names in a fixed order', async () => {
    const names = new Map([
      ['Q1', 'counter'],
      ['Q2', 'web'],
      ['Q3', 'app'],
    ])
    const { outcome } = await day({
      service: [...equal, ...[...names.keys()].map((code) => taking(code, '1'))],
      foreign: {
        ...merchantQr,
        decide: async (found) => found.map(({ walletCode }) => names.get(walletCode)),
      },
    })

    expect(outcome.foreign.kinds.map(({ name }) => name)).toEqual(['app', 'counter', 'web'])
  })

  it('is called for hundreds of rows at a time', async () => {
    const sizes: number[] = []
    await day({
      service: [...equal, ...Array.from({ length: 700 }, (_, index) => taking(`Q${index}`, '1'))],
      foreign: {
        ...merchantQr,
        decide: async (found) => {
          sizes.push(found.length)
          return found.map(({ rule }) => rule)
        },
      },
    })

    expect(sizes).toEqual([512, 188])
  })
})

describe('the report of a run', () => {
  it('lists and sums them in both languages, and omits the section if there are none', async () => {
    const { outcome } = await day({
      service: [...equal, taking('Q1', '20000')],
      foreign: merchantQr,
    })
    const without = await day({ service: equal, foreign: merchantQr })

    expect(formatReport(outcome)).toContain('<h2>Not made through us</h2>')
    expect(formatReport(outcome, 'vi')).toContain('<h2>Không thực hiện qua hệ thống này</h2>')
    expect(formatReport(outcome)).toContain('MQR-Q1')
    expect(formatSummary(outcome)).toContain('merchant-qr, payments  1  20,000 VND')
    expect(formatReport(without.outcome)).not.toContain('Not made through us')
  })

  it('has another run id with other rules, as the manifest shows', async () => {
    const service = [...equal, taking('Q1', '20000')]
    const one = await day({ service, foreign: merchantQr })
    const other = await day({ service })

    expect(one.outcome.manifest.foreignRules).toEqual(merchantQr.rules)
    expect(one.outcome.manifest.outputs.foreignRows?.rows).toBe(1)
    expect(other.outcome.manifest).not.toHaveProperty('foreignRules')
    expect(one.outcome.manifest.runId).not.toBe(other.outcome.manifest.runId)
  })
})
