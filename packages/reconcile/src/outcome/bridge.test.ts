import { describe, expect, it } from 'vitest'
import { type RowText, partnerLine, serviceLine, testKey } from '../../test/file-text.ts'
import { changedEngine } from '../../test/ranged-engine.ts'
import { fileOf } from '../../test/sink.ts'
import { reconcile } from '../reconcile.ts'
import type { ReconcileOptions } from '../reconcile-options.ts'
import type { BridgeLine } from './bridge.ts'

const equal = Array.from({ length: 9 }, (_, index) => ({ code: `E${index}` }))
const vnd = 10_000n

async function bridgeOf(
  partner: readonly RowText[],
  service: readonly RowText[],
  extra: Partial<Pick<ReconcileOptions, 'engine' | 'compare'>> = {},
) {
  const found = await reconcile({
    partner: { open: fileOf([...equal, ...partner].map((row) => partnerLine(row)).join('')) },
    service: { open: fileOf([...equal, ...service].map((row) => serviceLine(row)).join('')) },
    key: testKey,
    ...extra,
  })
  return { ...found.bridge, totals: found.totals }
}

/** Rows and amount in VND or points of each sum of a line. */
function sums({ partner, service, explained, unexplained }: BridgeLine) {
  const short = ({ rows, amount }: BridgeLine['partner']) => [rows, Number(amount / vnd)]
  return {
    partner: short(partner),
    service: short(service),
    '00': short(explained['00']),
    '01': short(explained['01']),
    '02': short(explained['02']),
    '03': short(explained['03']),
    duplicate: short(explained.duplicate),
    unexplained: short(unexplained),
  }
}

describe('the bridge between the two totals', () => {
  const partner = [
    { code: 'A', amount: '100' },
    { code: 'B', amount: '200' },
    { code: 'B', amount: '201' },
    { code: 'C', amount: '400', type: '-1' },
    { code: 'F', amount: '7', status: '2' },
  ]
  const service = [
    { code: 'B', amount: '205' },
    { code: 'D', amount: '800' },
    { code: 'D', amount: '800' },
    { code: 'C', amount: '1', currency: 'POINT', fee: '0', type: '-1' },
  ]

  it('has a line for each currency, type and success, in a fixed order', async () => {
    const { lines, closes } = await bridgeOf(partner, service)
    const turned = await bridgeOf(partner.toReversed(), service.toReversed())

    expect(closes).toBe(true)
    expect(
      lines.map(({ currency, type, isSuccess }) => `${currency} ${type} ${isSuccess}`),
    ).toEqual(['POINT refund true', 'VND payment true', 'VND payment false', 'VND refund true'])
    expect(turned.lines).toEqual(lines)
  })

  it('explains the difference of the totals by each status and by duplicates', async () => {
    const { lines } = await bridgeOf(partner, service)
    const none = [0, 0]

    expect(lines.map(sums)).toEqual([
      {
        partner: none,
        service: [1, 1],
        '00': none,
        '01': none,
        '02': none,
        '03': [-1, -1],
        duplicate: none,
        unexplained: none,
      },
      {
        partner: [12, 1_350_501],
        service: [12, 1_351_805],
        '00': none,
        '01': [-1, -800],
        '02': [1, 100],
        '03': [0, -5],
        duplicate: [0, -599],
        unexplained: none,
      },
      {
        partner: [1, 7],
        service: none,
        '00': [1, 7],
        '01': none,
        '02': none,
        '03': none,
        duplicate: none,
        unexplained: none,
      },
      {
        partner: [1, 400],
        service: none,
        '00': none,
        '01': none,
        '02': none,
        '03': [1, 400],
        duplicate: none,
        unexplained: none,
      },
    ])
  })

  it('leaves duplicates out of the totals of each side', async () => {
    const { totals } = await bridgeOf(partner, service)
    const payments = (side: 'partner' | 'service') =>
      totals[side].find(
        ({ currency, type, status }) =>
          currency === 'VND' && type === 'payment' && status === 'success',
      )

    expect(payments('partner')).toMatchObject({ rows: 11, amount: 1_350_300n * vnd })
    expect(payments('service')).toMatchObject({ rows: 11, amount: 1_351_005n * vnd })
  })

  // An engine that finds nothing: the totals tell that something was missed.
  const blind = changedEngine({ suspect: () => ({ keys: 0, differentShare: 0 }) })

  it.each([
    ['a row', [], [{ code: 'X' }]],
    ['an amount', [{ code: 'X', amount: '5' }], [{ code: 'X', amount: '6' }]],
    ['a fee', [{ code: 'X', fee: '5' }], [{ code: 'X', fee: '6' }]],
    ['a tax', [{ code: 'X', tax: '5' }], [{ code: 'X', tax: '6' }]],
    ['a discount', [{ code: 'X', discount: '5' }], [{ code: 'X', discount: '6' }]],
  ])('does not close when %s was missed', async (_name, one, other) => {
    expect((await bridgeOf(one, other, { engine: blind })).closes).toBe(false)
  })

  it('closes over amounts that are not compared', async () => {
    const [one, other] = [[{ code: 'X', fee: '5' }], [{ code: 'X', fee: '6' }]]

    expect((await bridgeOf(one, other, { compare: ['amount'] })).closes).toBe(true)
    expect((await bridgeOf(one, other, { compare: ['amount'], engine: blind })).closes).toBe(true)
  })
})
