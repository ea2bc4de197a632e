import { describe, expect, it } from 'vitest'
import { type RowText, partnerLine, serviceLine, testKey } from '../../test/file-text.ts'
import { changedEngine } from '../../test/ranged-engine.ts'
import { fileOf } from '../../test/sink.ts'
import { newTally } from '../engine/engine.ts'
import { reconcile } from '../reconcile.ts'
import type { ReconcileOptions } from '../reconcile-options.ts'
import { assertChecksumKey } from './assert-related-files.ts'

type Extra = Partial<Omit<ReconcileOptions, 'partner' | 'service' | 'key'>>

const rows = (count: number, from = 0): RowText[] =>
  Array.from({ length: count }, (_, index) => ({ code: `W${from + index}` }))
const dearer = (some: readonly RowText[]) => some.map((row) => ({ ...row, amount: '1' }))
const partnerFile = (some: readonly RowText[], key?: string) =>
  some.map((row) => partnerLine(row, key)).join('')
const serviceFile = (some: readonly RowText[]) => some.map((row) => serviceLine(row)).join('')

/** The code with which a run is stopped, or `compared`. */
async function verdict(partner: string, service: string, extra: Extra = {}) {
  try {
    await reconcile({
      partner: { open: fileOf(partner) },
      service: { open: fileOf(service) },
      key: testKey,
      ...extra,
    })
    return 'compared'
  } catch (error) {
    return error
  }
}

const unrelated = expect.objectContaining({ code: 'ERR_FILES_UNRELATED' })
const wrongKey = expect.objectContaining({ code: 'ERR_CHECKSUM_KEY' })

describe('short files belong together', () => {
  it.each([
    ['half of the rows have no other side', 10, 10, 'compared'],
    ['one more than half has none', 10, 11, unrelated],
    ['nearly all have none', 2, 100, unrelated],
  ])('or not, when %s', async (_name, equal, alone, expected) => {
    // Equal rows are on both sides, so that twice as many of them are rows.
    const service = [...rows(equal / 2), ...rows(alone, 1000)]

    expect(await verdict(partnerFile(rows(equal / 2)), serviceFile(service))).toEqual(expected)
  })

  it.each([undefined, 50])(
    'independent of the rows carried from earlier days (%s rows)',
    async (count) => {
      const carried = count === undefined ? '' : partnerFile(rows(count, 5000))
      const running = reconcile({
        partner: { open: fileOf(partnerFile(rows(2))), openCarried: fileOf(carried) },
        service: { open: fileOf(serviceFile([...rows(2), ...rows(5, 1000)])) },
        key: testKey,
      })

      await expect(running).rejects.toMatchObject({
        code: 'ERR_FILES_UNRELATED',
        message: expect.stringContaining('5 of 9 rows have no row on the other side.'),
      })
    },
  )

  it('when nothing was carried, which is no empty file', async () => {
    const { counts } = await reconcile({
      partner: { open: fileOf(partnerFile(rows(2))), openCarried: fileOf('') },
      service: { open: fileOf(serviceFile(rows(2))), openCarried: fileOf('') },
      key: testKey,
    })

    expect(counts['00']).toBe(2)
  })

  it('when every row differs and has a counterpart, up to 199 rows', async () => {
    const short = [rows(99), rows(100)] as const

    expect(await verdict(partnerFile(short[0]), serviceFile(dearer(short[0])))).toBe('compared')
    expect(
      await verdict(partnerFile(rows(99)), serviceFile([...dearer(rows(99)), ...rows(1, 500)])),
    ).toBe('compared')
    expect(await verdict(partnerFile(short[1]), serviceFile(dearer(short[1])))).toEqual(unrelated)
  })

  it('when the one-sided rows have no success, which is not a difference', async () => {
    const failed = rows(30, 1000).map((row) => ({ ...row, status: '-1' }))

    expect(await verdict(partnerFile(rows(2)), serviceFile([...rows(2), ...failed]))).toBe(
      'compared',
    )
  })
})

describe('long files belong together', () => {
  it.each([
    [100, 'compared'],
    [101, unrelated],
  ])('or not, when %d of 200 pairs differ', async (different, expected) => {
    const service = [...dearer(rows(different)), ...rows(200 - different, different)]

    const found = await verdict(partnerFile(rows(200)), serviceFile(service))

    expect(found).toEqual(expected)
    if (found !== 'compared') expect(String(found)).toContain('202 of 400 rows find no equal.')
  })

  it.each([
    [0.9499, 'compared'],
    [0.95, unrelated],
  ])('or not, when there are too many to count and a share of %d differs', async (share, found) => {
    const engine = changedEngine({ suspect: () => ({ keys: undefined, differentShare: share }) })

    const seen = await verdict(partnerFile(rows(100)), serviceFile(rows(100)), { engine })

    expect(seen).toEqual(found)
    if (seen !== 'compared') expect(String(seen)).toContain('About 95 % of the rows')
  })

  it('when a share of all differs in files of less than 200 rows', async () => {
    const engine = changedEngine({ suspect: () => ({ keys: undefined, differentShare: 1 }) })

    expect(await verdict(partnerFile(rows(99)), serviceFile(rows(100)), { engine })).toBe(
      'compared',
    )
  })
})

describe('the names of the files', () => {
  const names = {
    partner: '20261120_SHOP_SERVICE_TRAN.csv',
    service: '20261120_SERVICE_SHOP_TRAN.csv',
  }

  it.each([
    ['both', names, '2026-11-20'],
    ['the partner’s', { partner: names.partner }, '2026-11-20'],
    ['the service’s', { service: names.service }, '2026-11-20'],
    ['none', {}, undefined],
  ])(
    'give the day of the run: %s',
    async (_name, given: { partner?: string; service?: string }, day) => {
      const { manifest } = await reconcile({
        partner: {
          open: fileOf(partnerFile(rows(1))),
          ...(given.partner && { name: given.partner }),
        },
        service: {
          open: fileOf(serviceFile(rows(1))),
          ...(given.service && { name: given.service }),
        },
        key: testKey,
      })

      expect(manifest.day).toBe(day)
    },
  )
})

describe('a key is that of a file', () => {
  const mixed = (good: number, bad: number) =>
    partnerFile(rows(good)) + partnerFile(rows(bad, 5000), 'another key')

  it.each([
    ['half of 200 checksums are wrong', 100, 100, unrelated],
    ['more than half of 200 are', 99, 101, wrongKey],
    ['nearly all of 199 are', 1, 198, unrelated],
    ['all of one are', 0, 1, wrongKey],
  ])('or not, when %s', async (_name, good, bad, expected) => {
    // Beside it a file of other transactions: what is not stopped for the key is stopped for that.
    expect(await verdict(mixed(good, bad), serviceFile(rows(good + 60, 9000)))).toEqual(expected)
  })

  it.each([
    ['of the first 999 rows none is right', 999, 0, 999, false, false],
    ['of the first 1,000 rows none is right', 1000, 0, 1000, false, true],
    ['of the first 1,600 rows more than half are wrong', 1600, 0, 900, false, false],
    ['of all 1,600 rows more than half are wrong', 1600, 0, 900, true, true],
    ['of all 200 rows half are wrong', 200, 0, 100, true, false],
    ['none is right, and as many are malformed', 10, 5, 5, true, true],
    ['none is right, and one more is malformed', 11, 6, 5, true, false],
  ])('or not, when %s', (_name, rowCount, malformedRows, badChecksumRows, isAtEnd, isStopped) => {
    const source = { side: 'partner', origin: 'file', open: fileOf('') } as const
    const tally = { ...newTally(source), rows: rowCount, malformedRows, badChecksumRows }
    const check = () => assertChecksumKey(tally, { isAtEnd })

    if (isStopped) expect(check).toThrow(`${badChecksumRows} have a wrong checksum`)
    else expect(check).not.toThrow()
  })

  it('is recognized as wrong before the end of a long file', async () => {
    const found = await verdict(mixed(0, 5000), serviceFile(rows(3)))

    const first = /Of the first (\d+) rows of the partner file, (\d+) have/.exec(String(found))
    expect(found).toEqual(wrongKey)
    expect(first?.[1]).toBe(first?.[2])
    expect(Number(first?.[1])).toBeGreaterThanOrEqual(1000)
    expect(Number(first?.[1])).toBeLessThan(5000)
  })

  it('is not checked on rows that were carried from earlier days', async () => {
    const found = await reconcile({
      partner: {
        open: fileOf(partnerFile(rows(3))),
        openCarried: fileOf(
          partnerFile(rows(5, 100), 'the key of last month') + partnerFile(rows(1, 200)),
        ),
      },
      service: { open: fileOf(serviceFile(rows(3))) },
      key: testKey,
    })

    expect(found.exceptions.bad_checksum).toBe(5)
    expect(found.counts['00']).toBe(3)
    expect(found.carried.open).toBe(1)
  })
})

describe('carried rows of which none can be read', () => {
  const before = 'the key before, 9876543210'
  const twoRows = { partner: partnerFile(rows(2)), service: serviceFile(rows(2)) }

  async function carrying(
    side: 'partner' | 'service',
    carried: string,
    extra: Extra = {},
  ): Promise<unknown> {
    const input = (one: 'partner' | 'service') => ({
      open: fileOf(twoRows[one]),
      ...(one === side && { openCarried: fileOf(carried) }),
    })
    const inputs = { partner: input('partner'), service: input('service') }
    return await reconcile({ ...inputs, key: testKey, ...extra }).catch((error: unknown) => error)
  }

  it.each([
    ['partner', 'an earlier key', partnerFile(rows(1, 50), before)],
    ['partner', 'the rows of the other side', serviceFile(rows(3, 50))],
    ['service', 'the rows of the other side', partnerFile(rows(3, 50))],
  ] as const)('of the %s stop the run: %s', async (side, _why, carried) => {
    const error = await carrying(side, carried)

    expect(error).toMatchObject({ code: 'ERR_CARRIED_UNREADABLE' })
    expect(String(error)).toContain(`the carried rows of the ${side}`)
  })

  it('are set aside when the run is forced', async () => {
    const found = await carrying('partner', partnerFile(rows(2, 50), before), { force: true })

    expect(found).toMatchObject({ exceptions: { bad_checksum: 2 }, counts: { '00': 2 } })
  })

  it('do not count when some can be read, or when there are none', async () => {
    const carried = partnerFile(rows(1, 50)) + partnerFile(rows(1, 60), before)

    expect(await carrying('partner', carried)).toMatchObject({ exceptions: { bad_checksum: 1 } })
    expect(await carrying('partner', '')).toMatchObject({ counts: { '00': 2 } })
  })

  it('are read with the previous key', async () => {
    const carried = partnerFile(rows(1, 50), before)

    expect(await carrying('partner', carried, { previousKey: before })).toMatchObject({
      exceptions: { bad_checksum: 0 },
      carried: { open: 1 },
    })
  })
})
