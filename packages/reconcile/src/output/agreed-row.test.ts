import { describe, expect, it } from 'vitest'
import { type RowText, partnerLine, serviceLine, testKey } from '../../test/file-text.ts'
import { sourceOf } from '../../test/sink.ts'
import { type ChecksumProfile, checksumProfiles } from '../checksum/checksum-profile.ts'
import { scriptMd5Hasher } from '../checksum/md5.ts'
import { formatRow } from '../checksum/format-row.ts'
import { readBatches } from '../csv/read-batches.ts'
import type { RowSource } from '../engine/engine.ts'
import { inputColumns, sharedColumnNames } from '../layouts.ts'
import { RowArena } from '../matching/row-arena.ts'
import { settleTransactions } from '../matching/settle-transaction.ts'
import { AgreedRow } from './agreed-row.ts'
import { resultValues } from './format-output-rows.ts'

const rules = { compare: sharedColumnNames, groupPoints: true, pointValueVnd: 1000 }
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Rows of the result over two lines: from the bytes of both, and from their values. */
async function bothRows(lines: readonly string[], profile: ChecksumProfile, key = testKey) {
  const sources: RowSource[] = lines.map((text, index) => ({
    side: index === 0 ? 'partner' : 'service',
    origin: 'file',
    open: sourceOf(`\u{feff}${text}`),
  }))
  const arena = new RowArena(sources)
  for (const [index, source] of sources.entries()) {
    for await (const batch of readBatches(await source.open(), { columns: inputColumns })) {
      for (let record = 0; record < batch.count; record += 1) arena.add(batch, record, index)
    }
  }
  const [rows] = [...arena.transactions()]
  const [settled] = Array.isArray(rows) ? settleTransactions(rows, rules) : []
  if (settled === undefined) throw new Error('The rows have other keys.')
  const values = resultValues(settled.transaction, rules)
  expect(arena.takeAgreed({ areWanted: true })).toBe(1)
  const [pair] = [...arena.transactions()]
  if (pair === undefined || !('partner' in pair)) throw new Error('The rows do not agree.')
  const row = new AgreedRow(profile, key, scriptMd5Hasher())
  row.write(pair)
  return [decoder.decode(row.write(pair)), formatRow(values, { profile, key })]
}

/** A line whose fields all have quotes, whether they need them or not. */
const allQuoted = (text: string) =>
  text.replaceAll(/("(?:[^"]|"")*"|[^,"\r\n]*)(,|\r\n)/g, (_, field: string, end: string) =>
    field.startsWith('"') ? field + end : `"${field}"${end}`,
  )

const shared: RowText = { code: 'W1', invoice: '\u{feff}Hoá "đơn", 1', mid: '', time: '' }
const cases: Readonly<Record<string, readonly [partner: string, service: string]>> = {
  'of plain columns': [partnerLine({ code: 'W1', description: 'x' }), serviceLine({ code: 'W1' })],
  'of a refund': [partnerLine({ code: 'W1', type: '-1' }), serviceLine({ code: 'W1', type: '-1' })],
  'without success': [
    partnerLine({ code: 'W1', status: '2' }),
    serviceLine({ code: 'W1', status: '-1', type: '' }),
  ],
  'of texts that need quotes': [
    partnerLine({ ...shared, partnerId: '"', description: 'a\r\nb\nc' }),
    serviceLine({ ...shared, serviceCode: 'S","1' }),
  ],
  'of texts of which each has one sign that needs quotes': [
    partnerLine({ code: 'W1', partnerId: 'a,b', invoice: 'a\nb', merchant: 'a\rb', mid: 'a"b' }),
    serviceLine({ code: 'W1', serviceCode: 'a,b', invoice: 'a\nb', merchant: 'a\rb', mid: 'a"b' }),
  ],
  'of empty columns': [
    partnerLine({ ...shared, merchant: '', tid: '', description: '' }),
    serviceLine({ ...shared, merchant: '', tid: '', description: '' }),
  ],
  'of amounts that are written at length': [
    partnerLine({ code: 'W1', amount: '0150000.00', fee: '-0.5000' }),
    serviceLine({ code: 'W1', amount: '0150000.00', fee: '-0.5000' }),
  ],
  'of fields with needless quotes': [
    allQuoted(partnerLine({ ...shared, description: '' })),
    allQuoted(serviceLine({ ...shared, serviceCode: '"' })),
  ],
  'of the longest description': [
    partnerLine({ code: 'W1', description: '"😀'.repeat(500) }),
    serviceLine({ code: 'W1' }),
  ],
}

describe.each(Object.entries(cases))('a row of the result %s', (_what, lines) => {
  it.each(Object.values(checksumProfiles))('is that of its values, by $name', async (profile) => {
    const [row, expected] = await bothRows(lines, profile)

    expect(row).toBe(expected)
  })
})

it('has the checksum of the longest key and separator, in capital letters', async () => {
  const separator = '|'.repeat(64)
  const common = { name: 'own', separator, separatorBeforeKey: true, hexCase: 'upper' } as const
  for (const lines of Object.values(cases)) {
    for (const rowData of ['record', 'values'] as const) {
      for (const key of ['before', 'after'] as const) {
        const profile = { ...common, rowData, key }
        const [row, expected] = await bothRows(lines, profile, 'k'.repeat(1024))

        expect(row).toBe(expected)
      }
    }
  }
})
