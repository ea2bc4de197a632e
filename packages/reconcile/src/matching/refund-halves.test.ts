import { describe, expect, it } from 'vitest'
import { type RowText, partnerLine, serviceLine, testKey } from '../../test/file-text.ts'
import { fileOf } from '../../test/sink.ts'
import { reconcile } from '../reconcile.ts'

/** Rows of a refund: amounts in VND of the partner, then of the service, in VND and in points. */
async function compared(
  partner: readonly string[],
  service: { readonly vnd?: readonly string[]; readonly points?: readonly string[] },
  more: Partial<RowText> = {},
) {
  const common = { code: 'W1', type: '-1', fee: '0', ...more }
  const lines = [
    ...(service.vnd ?? []).map((amount) => serviceLine({ ...common, amount })),
    ...(service.points ?? []).map((amount) =>
      serviceLine({ ...common, amount, currency: 'POINT' }),
    ),
  ]
  const own = partner.map((amount) => partnerLine({ ...common, amount }))
  const { counts, exceptions, bridge, differences } = await reconcile({
    partner: { open: fileOf(own.join('')) },
    service: { open: fileOf(lines.join('')) },
    key: testKey,
    force: true,
  })
  expect(bridge.closes).toBe(true)
  const found = Object.values(counts)
  return { counts: found, duplicates: exceptions.duplicate, differences }
}

const halves = { vnd: ['1000'], points: ['2'] }

describe('the halves of a refund under one code', () => {
  it.each([
    ['a row of the whole', ['3000'], [1, 0, 0, 0]],
    ['a row of the money alone', ['1000'], [1, 1, 0, 0]],
    ['a row of the points alone', ['2000'], [1, 1, 0, 0]],
    ['a row of each', ['1000', '2000'], [2, 0, 0, 0]],
    ['a row of each, the other way round', ['2000', '1000'], [2, 0, 0, 0]],
    ['a row of neither', ['999'], [0, 0, 0, 1]],
  ] as const)('meet %s', async (_what, partner, counts) => {
    expect(await compared(partner, halves)).toMatchObject({ counts, duplicates: 0 })
  })

  it('leave the half one-sided for which the partner has no row', async () => {
    const { differences } = await compared(['1000'], halves)

    expect(differences).toMatchObject([
      { status: '01', partnerAmount: undefined, serviceAmount: '2 POINT' },
    ])
  })

  it('match one row each when both have the same value', async () => {
    const same = { vnd: ['2000'], points: ['2'] }

    expect(await compared(['2000', '2000.0'], same)).toMatchObject({
      counts: [2, 0, 0, 0],
      duplicates: 0,
    })
    expect(await compared(['2000'], same)).toMatchObject({ counts: [1, 1, 0, 0] })
  })

  it('are not separated by a row that has the value of neither', async () => {
    const same = { vnd: ['2000'], points: ['2'] }

    expect(await compared(['1500', '2000'], same)).toMatchObject({
      counts: [1, 1, 0, 0],
      duplicates: 1,
    })
  })

  it('make a second row of one half a duplicate', async () => {
    expect(await compared(['1000', '1000.0', '2000'], halves)).toMatchObject({
      counts: [2, 0, 0, 0],
      duplicates: 1,
    })
  })

  it('exist only for a refund: the parts of a payment stay together', async () => {
    expect(await compared(['1000'], halves, { type: '1' })).toMatchObject({ counts: [0, 0, 0, 1] })
  })
})
