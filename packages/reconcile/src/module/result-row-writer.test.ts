import { describe, expect, it } from 'vitest'
import { type RowText, partnerLine, serviceLine, testKey } from '../../test/file-text.ts'
import { allQuoted, keptIn, newInstance, written } from '../../test/kept-rows.ts'
import { createRandom } from '../../test/random.ts'
import { type ChecksumProfile, checksumProfiles } from '../checksum/checksum-profile.ts'
import { signedRow } from '../checksum/format-row.ts'
import { sharedColumnNames } from '../layouts.ts'
import type { Transaction } from '../matching/compare-sides.ts'
import { settleTransactions } from '../matching/settle-transaction.ts'
import { resultValues } from '../output/format-output-rows.ts'
import { setChecksums } from './configure-module.ts'
import { ResultRowWriter } from './result-row-writer.ts'

const rules = { compare: sharedColumnNames, groupPoints: true, pointValueVnd: 1000 }

/** The transactions of two files, and their rows of the result: as the module writes them, and as TypeScript does. */
async function rowsOf(files: readonly [string, string], profile: ChecksumProfile) {
  const instance = newInstance()
  setChecksums(instance, { profile, keys: [testKey, 'another'] })
  const arena = await keptIn(instance, files)
  const writer = new ResultRowWriter(instance, profile.hexCase)
  const transactions: Transaction[] = []
  for (const rows of arena.transactions()) {
    if (!Array.isArray(rows)) throw new Error('These rows were not taken out.')
    for (const { transaction } of settleTransactions(rows, rules)) transactions.push(transaction)
  }
  for (const { partner, service, status } of transactions) {
    writer.add(partner?.keptAt ?? 0, service[0]?.keptAt ?? 0, Number(status))
  }
  expect(writer.count).toBe(transactions.length)
  const signing = { profile, key: testKey }
  return {
    statuses: transactions.map(({ status }) => status),
    fromModule: written(writer),
    fromValues: transactions.map((some) => signedRow(resultValues(some, rules), signing)).join(''),
  }
}

const hard: RowText = {
  code: 'W,1',
  invoice: '\u{feff}Hoá "đơn", 1',
  merchant: 'a\nb',
  mid: '',
  tid: '',
  time: '',
  description: '"\r\n,"',
}

const cases: Readonly<
  Record<string, readonly [partner: RowText | undefined, service: RowText | undefined, string]>
> = {
  'only the service has': [undefined, { code: 'W1' }, '01'],
  'only the service has, as a refund': [undefined, { code: 'W1', type: '-1' }, '01'],
  'only the service has, without a type and without success': [
    undefined,
    { code: 'W1', type: '', status: '-1' },
    '00',
  ],
  'only the service has, with empty columns': [
    undefined,
    { code: 'W1', description: '', merchant: '', mid: '', tid: '', time: '' },
    '01',
  ],
  'only the service has, with texts that need quotes': [
    undefined,
    { ...hard, serviceCode: 'S","1' },
    '01',
  ],
  'only the service has, with a quote as its service code': [
    undefined,
    { ...hard, serviceCode: '"' },
    '01',
  ],
  'only the partner has': [{ code: 'W1' }, undefined, '02'],
  'only the partner has, as a refund': [{ code: 'W1', type: '-1' }, undefined, '02'],
  'only the partner has, without success': [{ code: 'W1', status: '2' }, undefined, '00'],
  'only the partner has, with texts that need quotes': [
    { ...hard, partnerId: 'P",' },
    undefined,
    '02',
  ],
  'only the partner has, with an empty description': [
    { code: 'W1', description: '' },
    undefined,
    '02',
  ],
  'both have with another amount': [{ code: 'W1' }, { code: 'W1', amount: '1' }, '03'],
  'both have with texts that need quotes': [
    { ...hard, partnerId: '"' },
    { ...hard, tid: 'T",', serviceCode: '\n' },
    '03',
  ],
  'succeeded at the service only': [{ code: 'W1', status: '2' }, { code: 'W1' }, '01'],
  'succeeded at the partner only': [{ code: 'W1' }, { code: 'W1', status: '-1' }, '02'],
}

describe.each(Object.entries(cases))(
  'the row of a transaction that %s',
  (_what, [partner, service, status]) => {
    it.each(Object.values(checksumProfiles))('is that of its values, by $name', async (profile) => {
      const plain = [partner && partnerLine(partner), service && serviceLine(service)] as const
      for (const change of [(text: string) => text, allQuoted]) {
        const [own = '', other = ''] = plain.map((text) => text && change(text))
        const { statuses, fromModule, fromValues } = await rowsOf([own, other], profile)

        expect(statuses).toEqual([status])
        expect(fromModule).toBe(fromValues)
      }
    })
  },
)

describe('rows of transactions that are written together', () => {
  const texts = ['', 'x', 'a,b', 'a"b', '"', 'đ', 'a\r\nb', ',', '"",""']

  /** Files in which each side lacks some transactions, and some amounts differ. */
  function drawn(seed: number, count: number): readonly [string, string] {
    const random = createRandom(seed)
    const lines: Record<'partner' | 'service', string[]> = { partner: [], service: [] }
    for (let index = 0; index < count; index += 1) {
      const text = random.pick(texts).repeat(random.below(40))
      const code = `W${String(index).padStart(4, '0')}`
      const type = random.pick(['1', '1', '-1'])
      const row = { code, type, invoice: text.slice(0, 40) || 'I', description: text }
      const [own, other] = [
        partnerLine(row),
        serviceLine({ ...row, amount: random.pick(['1', '2']) }),
      ]
      const kept = random.pick(['both', 'partner', 'service'])
      const isQuoted = random.chance(0.3)
      if (kept !== 'service') lines.partner.push(isQuoted ? allQuoted(own) : own)
      if (kept !== 'partner') lines.service.push(isQuoted ? allQuoted(other) : other)
    }
    return [lines.partner.join(''), lines.service.join('')]
  }

  it.each([1, 15, 16, 17, 700, 2048])('equal those of TypeScript, %d of them', async (count) => {
    for (const profile of [checksumProfiles.record, checksumProfiles.comma]) {
      const { statuses, fromModule, fromValues } = await rowsOf(drawn(count, count), profile)

      expect(statuses).toHaveLength(count)
      expect(fromModule).toBe(fromValues)
    }
  })

  it('are written once', async () => {
    const instance = newInstance()
    setChecksums(instance, { profile: checksumProfiles.record, keys: [testKey] })
    const arena = await keptIn(instance, [partnerLine({ code: 'W1' }), ''])
    const [rows] = [...arena.transactions()]
    const [row] = Array.isArray(rows) ? rows : []
    const writer = new ResultRowWriter(instance, 'lower')
    writer.add(row?.keptAt ?? 0, 0, 2)

    expect(written(writer)).toMatch(/^P1,INV-W1,.*,1,02,[0-9a-f]{32}\r\n$/)
    expect([writer.count, written(writer)]).toEqual([0, ''])
  })
})
