import { describe, expect, it } from 'vitest'
import { type RowText, partnerLine, serviceLine, testKey } from '../../test/file-text.ts'
import { plainMd5 } from '../../test/plain-md5.ts'
import { fileOf, sink } from '../../test/sink.ts'
import { checksumProfiles } from '../checksum/checksum-profile.ts'
import type { ClearedTransaction } from '../output/differing-transaction.ts'
import { reconcile } from '../reconcile.ts'

const equal = Array.from({ length: 10 }, (_, index) => ({ code: `E${index}` }))
const partnerText = (some: readonly RowText[]) => some.map((row) => partnerLine(row)).join('')
const serviceText = (some: readonly RowText[]) => some.map((row) => serviceLine(row)).join('')

interface Day {
  readonly partner?: readonly RowText[]
  readonly service?: readonly RowText[]
  readonly carriedPartner?: readonly RowText[]
  readonly carriedService?: readonly RowText[]
}

/** Status, and side, origin and currency of the rows, of each cleared transaction; amounts of replaced rows. */
function clearedRows(text: string): readonly string[] {
  const lines = text.split('\n')
  expect(lines.pop()).toBe('')
  return lines.map((line) => {
    const { status, partner, service, carried }: ClearedTransaction = JSON.parse(line)
    const ours = partner === undefined ? [] : [`partner ${partner.origin}`]
    const theirs = service.map(({ origin, columns }) => `${origin} ${columns.currency}`)
    const compared = [...(partner ? [partner] : []), ...service].map((row) => JSON.stringify(row))
    const replaced = (['partner', 'service'] as const).flatMap((side) =>
      carried[side]
        .filter((row) => !compared.includes(JSON.stringify(row)))
        .map(({ origin, columns }) => `replaced ${side} ${origin} ${columns.amount}`),
    )
    return [status, ...ours, ...theirs, ...replaced].join(', ')
  })
}

/** Compares a day of ten equal rows, and what else there is. */
async function day({ partner = [], service = [], carriedPartner, carriedService }: Day) {
  const outputs = {
    result: sink(),
    carriedPartner: sink(),
    carriedService: sink(),
    cleared: sink(),
  }
  const found = await reconcile({
    partner: {
      open: fileOf(partnerText([...equal, ...partner])),
      ...(carriedPartner && { openCarried: fileOf(partnerText(carriedPartner)) }),
    },
    service: {
      open: fileOf(serviceText([...equal, ...service])),
      ...(carriedService && { openCarried: fileOf(serviceText(carriedService)) }),
    },
    key: testKey,
    day: '2026-11-22',
    result: outputs.result.stream,
    carriedPartner: outputs.carriedPartner.stream,
    carriedService: outputs.carriedService.stream,
    cleared: outputs.cleared.stream,
  })
  expect(found.bridge.closes).toBe(true)
  const { closed, open, added, ages } = found.carried
  return {
    counts: found.counts,
    carried: [closed, open, added],
    ages: ages.map(({ days, rows }) => [days, rows]),
    partner: outputs.carriedPartner.text(),
    service: outputs.carriedService.text(),
    cleared: clearedRows(outputs.cleared.text()),
    resultRows: outputs.result.text().split('\r\n').length - 1,
    days: found.days,
  }
}

const old = { code: 'OLD', date: '20/11/2026' }
const older = { code: 'OLDER', date: '18/11/2026' }
const same = { '00': 11, '01': 0, '02': 0, '03': 0 }
const none = { '00': 10, '01': 0, '02': 0, '03': 0 }
const points = [
  { ...old, amount: '100000' },
  { ...old, amount: '50', currency: 'POINT', fee: '0' },
]

describe('a carried row', () => {
  it.each<[string, Day, typeof same, number[], number, string]>([
    [
      'of the partner, with the service’s',
      { carriedPartner: [old], service: [old] },
      same,
      [1, 0, 0],
      0,
      '00, partner carried, file VND',
    ],
    [
      'of the service, with the partner’s',
      { carriedService: [old], partner: [old] },
      same,
      [1, 0, 0],
      0,
      '00, partner file, carried VND',
    ],
    [
      'of either side, with one another',
      { carriedPartner: [old], carriedService: [old] },
      same,
      [2, 0, 0],
      0,
      '00, partner carried, carried VND',
    ],
    [
      'in two currencies',
      { carriedService: points, partner: [old] },
      same,
      [2, 0, 0],
      0,
      '00, partner file, carried VND, carried POINT',
    ],
    [
      'that differs from its other side',
      { carriedPartner: [old], service: [{ ...old, amount: '7' }] },
      { ...none, '03': 1 },
      [1, 0, 0],
      1,
      '03, partner carried, file VND',
    ],
    [
      'whose other side has no success',
      { carriedPartner: [old], service: [{ ...old, status: '-1' }] },
      { ...none, '02': 1 },
      [1, 0, 0],
      1,
      '02, partner carried, file VND',
    ],
  ])('is closed: %s', async (_name, files, counts, carried, resultRows, cleared) => {
    const found = await day(files)

    expect(found).toMatchObject({ counts, carried, ages: [], partner: '', service: '', resultRows })
    expect(found.cleared).toEqual([cleared])
  })

  it.each<[string, Day, number[]]>([
    ['of the partner', { carriedPartner: [old, older] }, [0, 2, 0]],
    ['of the service', { carriedService: [old, older] }, [0, 2, 0]],
  ])('stays open, and in no result: %s', async (_name, files, carried) => {
    const found = await day(files)

    expect(found).toMatchObject({ counts: none, carried, resultRows: 0, days: [], cleared: [] })
    expect(found.ages).toEqual([
      [2, 1],
      [4, 1],
    ])
    expect(found.partner).toBe(partnerText(files.carriedPartner ?? []))
    expect(found.service).toBe(serviceText(files.carriedService ?? []))
  })

  it('stays open with both rows of a payment in two currencies', async () => {
    const found = await day({ carriedService: points })

    expect(found).toMatchObject({ counts: none, carried: [0, 2, 0], ages: [[2, 2]], resultRows: 0 })
  })

  it('stays open beside a row of this day, which is added and differs', async () => {
    const today = { code: 'TODAY', date: '22/11/2026' }
    const found = await day({ carriedPartner: [old], partner: [today], service: [older] })

    expect(found).toMatchObject({
      counts: { ...none, '01': 1, '02': 1 },
      carried: [0, 1, 2],
      partner: partnerText([old, today]),
      service: serviceText([older]),
      resultRows: 2,
    })
    expect(found.ages).toEqual([
      [0, 1],
      [2, 1],
      [4, 1],
    ])
    expect(found.days).toEqual([
      { day: '2026-11-18', counts: { '01': 1, '02': 0, '03': 0 } },
      { day: '2026-11-22', counts: { '01': 0, '02': 1, '03': 0 } },
    ])
  })

  it('is cleared where it gives way to a row of this day that has met another', async () => {
    const found = await day({
      carriedPartner: [{ ...old, amount: '1' }],
      partner: [old],
      service: [old],
    })

    expect(found).toMatchObject({
      counts: same,
      carried: [1, 0, 0],
      partner: '',
      resultRows: 0,
    })
    expect(found.cleared).toEqual(['00, partner file, file VND, replaced partner carried 1'])
  })

  it('gives way to the same row of this day, which is one-sided too: the difference is of this day', async () => {
    const found = await day({ carriedService: [old], service: [old] })

    expect(found).toMatchObject({ counts: { ...none, '01': 1 }, service: serviceText([old]) })
    expect(found.cleared).toEqual(['01, file VND, replaced service carried 150000'])
  })

  it('gives way to rows of this day of which none is a success, and is not cleared', async () => {
    const found = await day({ carriedService: [old], service: [{ ...old, status: '-1' }] })

    expect(found).toMatchObject({ counts: same, service: '', cleared: [] })
  })

  it('without success is no difference and is not carried on', async () => {
    const found = await day({ partner: [{ ...old, status: '2' }] })

    expect(found).toMatchObject({ counts: same, carried: [0, 0, 0], partner: '', ages: [] })
  })

  it('is carried on with the one of this day, when a payment comes in two currencies on two days', async () => {
    const found = await day({ carriedService: points.slice(0, 1), service: points.slice(1) })

    expect(found).toMatchObject({ counts: { ...none, '01': 1 }, carried: [0, 0, 1], resultRows: 1 })
    expect(found.service).toBe(serviceText(points))
    expect(found.cleared).toEqual(['01, carried VND, file POINT'])
  })

  it('is carried on when its other currency has no success: the money was taken', async () => {
    const [vnd, point] = points
    const failed = point && { ...point, status: '-1' }
    const found = await day({
      ...(vnd && { carriedService: [vnd] }),
      ...(failed && { service: [failed] }),
    })

    expect(found).toMatchObject({ counts: { ...none, '01': 1 }, carried: [0, 0, 1] })
    expect(found.service).toBe(serviceText([vnd, failed].filter((row) => row !== undefined)))
  })
})

describe('a written file whose first field begins with U+FEFF', () => {
  const row = { code: 'OLD', invoice: '\u{feff}I', partnerId: '\u{feff}P' }
  const mark = '\u{feff}'

  async function carriedOnce(side: 'partner' | 'service', content: string | Uint8Array) {
    const [carriedPartner, carriedService] = [sink(), sink()]
    const empty = { open: fileOf('') }
    const carried = { ...empty, openCarried: fileOf(content) }
    const found = await reconcile({
      partner: side === 'partner' ? carried : empty,
      service: side === 'service' ? carried : empty,
      key: testKey,
      carriedPartner: carriedPartner.stream,
      carriedService: carriedService.stream,
    })
    const written = side === 'partner' ? carriedPartner : carriedService
    return { found, bytes: written.bytes() }
  }

  it.each([
    ['partner', partnerLine(row)],
    ['service', serviceLine(row)],
  ] as const)('carries the row of the %s from day to day', async (side, line) => {
    const first = await carriedOnce(side, mark + line)
    const second = await carriedOnce(side, first.bytes)

    expect(second.found.exceptions.bad_checksum).toBe(0)
    expect(second.found.carried.open).toBe(1)
    expect(second.bytes).toEqual(first.bytes)
    expect(second.bytes).toEqual(new TextEncoder().encode(mark + line))
  })

  it.each([true, false])(
    'begins with a mark of its own in the result (agreed: %s)',
    async (all) => {
      const result = sink()
      await reconcile({
        partner: { open: fileOf(mark + partnerLine(row)) },
        service: { open: fileOf(mark + serviceLine({ ...row, ...(!all && { amount: '7' }) })) },
        key: testKey,
        all,
        force: true,
        result: result.stream,
      })

      const text = new TextDecoder().decode(result.bytes())
      expect(text.startsWith(`${mark}P,${mark}I,`)).toBe(true)
    },
  )
})

describe('a carried row with the previous key', () => {
  const keyBefore = 'the key before, 9876543210'
  // The service sets a quote that CSV does not need; the second row breaks its line.
  const data = `INV-OLD,"OLD",150000,VND,1650,0,0,M1,MID1,TID1,20/11/2026,10:20:30,"paid, at\r\nonce",S-OLD,0,1`

  it.each(['record', 'pipe', 'key-first'] as const)(
    'is carried with the current key, so that it verifies without the previous one: %s',
    async (name) => {
      const values = data.replaceAll('"', '').split(',')
      const text = [...values.slice(0, 12), 'paid, at\r\nonce', ...values.slice(-3)].join('|')
      const messages = {
        record: data + keyBefore,
        pipe: text + keyBefore,
        'key-first': keyBefore + data,
      }
      const row = `${data},${plainMd5(messages[name])}\r\n`
      const profile = checksumProfiles[name]
      const signing = { profile, key: testKey }
      const first = sink()
      await reconcile({
        partner: { open: fileOf('') },
        service: { open: fileOf(''), openCarried: fileOf(row) },
        ...signing,
        previousKey: keyBefore,
        carriedService: first.stream,
      })
      const second = sink()
      const found = await reconcile({
        partner: { open: fileOf('') },
        service: { open: fileOf(''), openCarried: fileOf(first.text()) },
        ...signing,
        carriedService: second.stream,
      })

      expect(first.text().startsWith(`${data},`)).toBe(true)
      expect(found.exceptions).toEqual({ bad_checksum: 0, malformed: 0, duplicate: 0 })
      expect(found.carried).toMatchObject({ open: 1 })
      expect(second.text()).toBe(first.text())
    },
  )
})

describe('the outcome of a long comparison', () => {
  const many = (count: number, date: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => ({ code: `M${index}`, date: date(index) }))
  const dayAfter = (index: number) =>
    new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10).split('-').reverse().join('/')

  it('lists the first 500 differences, and 400 days and ages', async () => {
    const found = await reconcile({
      partner: { open: fileOf(partnerText(equal)) },
      service: { open: fileOf(serviceText([...equal, ...many(501, dayAfter)])) },
      key: testKey,
      force: true,
    })

    expect(found.counts['01']).toBe(501)
    expect(found.differences).toHaveLength(500)
    expect(found.days).toHaveLength(400)
    const days = found.days.map((one) => one.day)
    expect(days).toEqual(days.toSorted())
    const ages = found.carried.ages.map((one) => one.days)
    expect(ages).toHaveLength(400)
    expect(ages).toEqual(ages.toSorted((one, other) => one - other))
    // Without a day of the run, ages count back from the last day that a row is of.
    expect(ages[0]).toBe(0)
    expect(found.carried.added).toBe(501)
  })

  it('counts one-sided rows without success separately, and no others', async () => {
    const failed = many(3, () => '20/11/2026').map((row) => ({ ...row, status: '2' }))
    const both = { code: 'BOTH', status: '2' }
    const found = await reconcile({
      partner: { open: fileOf(partnerText([...equal, ...failed, both])) },
      service: { open: fileOf(serviceText([...equal, { ...both, status: '-1' }])) },
      key: testKey,
      exact: true,
    })

    expect(found.oneSidedWithoutSuccess).toBe(3)
    expect(found.counts).toEqual({ ...none, '00': 14 })
  })
})
