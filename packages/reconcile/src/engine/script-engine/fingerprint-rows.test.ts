import { describe, expect, it } from 'vitest'
import { type RowText, partnerLine, serviceLine } from '../../../test/file-text.ts'
import { fileOf } from '../../../test/sink.ts'
import { readBatches } from '../../csv/read-batches.ts'
import {
  type SharedColumnName,
  type Side,
  inputColumns,
  layoutOf,
  sharedColumnNames,
} from '../../layouts.ts'
import { RowCheck } from '../../rows/check-row.ts'
import { columnProblem } from '../../rows/check-values.ts'
import { FingerprintRows } from './fingerprint-rows.ts'
import { LineKeys } from './line-keys.ts'
import { type Fingerprint, KeyedHash } from '../sketch/keyed-hash.ts'

const encoder = new TextEncoder()
const hash = new KeyedHash()
const row: RowText = { code: 'W1', invoice: 'I1', description: 'plain' }

/** The fingerprints of the rows of a file. */
async function fingerprintsOf(
  text: string,
  {
    side = 'partner',
    compare = sharedColumnNames,
  }: { side?: Side; compare?: readonly SharedColumnName[] } = {},
): Promise<Fingerprint[]> {
  const check = new RowCheck(layoutOf(side))
  const found: Fingerprint[] = []
  for await (const batch of readBatches(fileOf(text)(), { columns: inputColumns })) {
    const rows = new FingerprintRows(layoutOf(side), hash, { bytes: batch.bytes, compare })
    for (let record = 0; record < batch.count; record += 1) {
      expect(check.check(batch, record)).toBe(columnProblem.none)
      rows.read(batch, record, check.values)
      found.push({ ...rows.fingerprint })
    }
  }
  return found
}

/** The halves in which a row of the service has another fingerprint once some of its values are changed. */
async function changedHalves(
  one: RowText,
  changes: Partial<RowText>,
  compare: readonly SharedColumnName[] = sharedColumnNames,
): Promise<string[]> {
  const text = serviceLine(one) + serviceLine({ ...one, ...changes })
  const [first, second] = await fingerprintsOf(text, { side: 'service', compare })
  const halves = ['keyFirst', 'keySecond', 'contentFirst', 'contentSecond'] as const
  return halves.filter((half) => first?.[half] !== second?.[half])
}

const key = ['keyFirst', 'keySecond']
const content = ['contentFirst', 'contentSecond']

describe('the fingerprint of a row', () => {
  it.each<[string, Partial<RowText>]>([
    ['a payment', {}],
    ['a refund', { type: '-1' }],
    ['a row with quotes and commas', { invoice: 'I,"1"', code: 'W,1' }],
    ['a row with long amounts', { amount: '1500.50', fee: '-0.10' }],
  ])('is the same on both sides for %s', async (_what, changes) => {
    const text = { ...row, ...changes }

    expect(await fingerprintsOf(partnerLine(text))).toEqual(
      await fingerprintsOf(serviceLine(text), { side: 'service' }),
    )
  })

  it.each<[string, Partial<RowText>, Partial<RowText>]>([
    ['an amount', { amount: '150000' }, { amount: '150000.00' }],
    ['parts of an amount', { amount: '1.05' }, { amount: '1.0500' }],
    ['a fee below zero', { fee: '-12.5' }, { fee: '-12.50' }],
    ['a tax', { tax: '0' }, { tax: '0.0' }],
    ['a discount', { discount: '10' }, { discount: '010' }],
    ['an amount behind a comma', { invoice: 'I,1', amount: '1.5' }, { amount: '1.50' }],
    ['another state without success', { status: '1' }, { status: '-1' }],
    ['a description', {}, { description: 'other' }],
  ])('is the same for %s that is written otherwise', async (_what, one, changes) => {
    expect(await changedHalves({ ...row, ...one }, changes)).toEqual([])
  })

  it.each(['I1', 'W1', 'M1', 'TID1', '10:20:30'])('is the same for %s in quotes', async (value) => {
    const plain = partnerLine(row)
    const quoted = plain.replace(`,${value},`, `,"${value}",`)
    const longer = [plain, quoted].map((text) => text.replace(',1650,', ',1650.00,'))

    const [one, ...others] = await fingerprintsOf([plain, quoted, ...longer].join(''))

    expect(others).toEqual([one, one, one])
  })

  it.each<[SharedColumnName, Partial<RowText>]>([
    ['invoiceCode', { invoice: 'I2' }],
    ['walletCode', { code: 'W2' }],
    ['amount', { amount: '150001' }],
    ['currency', { currency: 'POINT' }],
    ['fee', { fee: '-1650' }],
    ['tax', { tax: '0.0001' }],
    ['discount', { discount: '0.5' }],
    ['merchantCode', { merchant: '' }],
    ['mid', { mid: 'MID2' }],
    ['tid', { tid: 'TID2' }],
    ['date', { date: '21/11/2026' }],
    ['time', { time: '10:20:31' }],
  ])('is another one for another %s, where it is compared', async (name, changes) => {
    const ofKey = name === 'walletCode' ? key : []
    const others = sharedColumnNames.filter((other) => other !== name)
    // With the longer discount the values are hashed, otherwise the bytes of the row.
    for (const one of [row, { ...row, discount: '0.0' }]) {
      expect(await changedHalves(one, changes)).toEqual([...ofKey, ...content])
      expect(await changedHalves(one, changes, [name])).toEqual([...ofKey, ...content])
      expect(await changedHalves(one, changes, others)).toEqual(ofKey)
    }
  })

  it('differs for a different sign, and without success', async () => {
    expect(await changedHalves({ ...row, fee: '1650.0' }, { fee: '-1650.0' })).toEqual(content)
    expect(await changedHalves(row, { status: '1' })).toEqual(content)
  })

  it('differs when a comma is on the other side of a column boundary', async () => {
    const one = { ...row, merchant: 'M,1', mid: '2' }

    expect(await changedHalves(one, { merchant: 'M', mid: '1,2' })).toEqual(content)
  })

  it.each(['W1', 'W,1'])('has a different key for the refund of %s', async (code) => {
    expect(await changedHalves({ ...row, code }, { type: '-1' })).toEqual(key)
  })
})

/** What is read of a line that stands between two others. */
function readLine(side: Side, text: string): [boolean, number, number] {
  const [before, line] = [
    encoder.encode(serviceLine(row)),
    encoder.encode(text.replace(/\r\n$/, '')),
  ]
  const bytes = Uint8Array.of(...before, ...line, ...before)
  const keys = new LineKeys(layoutOf(side), hash)
  const isRead = keys.read(bytes, before.length, before.length + line.length)
  return [isRead, keys.first, keys.second]
}

describe('the key of a line', () => {
  it.each<[Side, Partial<RowText>]>([
    ['partner', {}],
    ['partner', { type: '-1' }],
    ['service', {}],
    ['service', { type: '-1' }],
    ['service', { type: '' }],
    ['service', { type: '', status: '-1' }],
    ['service', { code: 'W', invoice: '-1' }],
  ])('is that of the row of the %s: %o', async (side, changes) => {
    const text = (side === 'partner' ? partnerLine : serviceLine)({ ...row, ...changes })
    const [found] = await fingerprintsOf(text, { side })

    expect(readLine(side, text)).toEqual([true, found?.keyFirst, found?.keySecond])
  })

  const sum = 'a'.repeat(32)
  it.each([
    ['quotes before the code', partnerLine(row).replace('I1', '"I1"')],
    ['a code in quotes', partnerLine(row).replace(',W1,', ',"W1",')],
    ['a type in quotes', partnerLine(row).replace(/,1,(?=[^,]*$)/, ',"1",')],
    ['a type of two digits', partnerLine({ ...row, type: '11' })],
    ['another type', partnerLine({ ...row, type: '2' })],
    ['a text for a refund', partnerLine({ ...row, type: 'x-1' })],
    ['a checksum that is too short', partnerLine(row).replace(/[0-9a-f](?=\r\n)/, '')],
    ['a checksum that is too long', partnerLine(row).replace(/(?=\r\n)/, '0')],
    ['no code', `,1,${sum}`],
    ['nothing but a checksum', sum],
    ['nothing', ''],
  ])('is not read of a line with %s', (_what, text) => {
    expect(readLine('partner', text)).toEqual([false, 0, 0])
  })
})
