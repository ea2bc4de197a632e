import { describe, expect, it } from 'vitest'
import { type RowText, partnerLine, serviceLine, testKey } from '../../test/file-text.ts'
import { fileOf, sink } from '../../test/sink.ts'
import { reconcile, type DifferingTransaction } from '../index.ts'

const equal = Array.from({ length: 10 }, (_, index) => ({ code: `E${index}` }))

/** What differs when ten equal rows and these are compared. */
async function differencesOf(partner: readonly RowText[], service: readonly RowText[]) {
  const differences = sink()
  const { manifest } = await reconcile({
    partner: { open: fileOf([...equal, ...partner].map((row) => partnerLine(row)).join('')) },
    service: { open: fileOf([...equal, ...service].map((row) => serviceLine(row)).join('')) },
    key: testKey,
    differences: differences.stream,
  })
  const lines = differences.text().split('\n')
  expect(lines.pop()).toBe('')
  expect(manifest.outputs.differences?.rows).toBe(lines.length)
  return lines.map((line): DifferingTransaction => JSON.parse(line))
}

describe('the differences', () => {
  it('have the rows of both sides, with their line numbers', async () => {
    const [difference, ...others] = await differencesOf(
      [{ code: 'W1', amount: '50000', description: 'Trà "sen", nóng' }],
      [{ code: 'W1', amount: '51000', serviceCode: 'S9' }],
    )

    expect(others).toEqual([])
    expect(difference).toMatchObject({
      status: '03',
      differs: ['amount'],
      type: '1',
      partner: {
        line: 11,
        origin: 'file',
        status: '0',
        description: 'Trà "sen", nóng',
        columns: { invoiceCode: 'INV-W1', walletCode: 'W1', amount: '50000', currency: 'VND' },
      },
      service: [{ line: 11, origin: 'file', serviceCode: 'S9', columns: { amount: '51000' } }],
    })
  })

  it('have one side if the other has no row, and both rows of a payment in points', async () => {
    const differences = await differencesOf(
      [{ code: 'W1' }],
      [
        { code: 'W2', amount: '40000' },
        { code: 'W2', amount: '10', currency: 'POINT', fee: '0' },
      ],
    )

    expect(
      differences.map(({ status, partner, service }) => [
        status,
        partner?.columns.walletCode,
        service.map(({ columns }) => columns.currency),
      ]),
    ).toEqual([
      ['02', 'W1', []],
      ['01', undefined, ['VND', 'POINT']],
    ])
  })

  it('are empty when the files agree', async () => {
    expect(await differencesOf([], [])).toEqual([])
  })
})
