import { describe, expect, it } from 'vitest'
import { type RowText, partnerLine, serviceLine, testKey } from '../test/file-text.ts'
import { plainMd5 } from '../test/plain-md5.ts'
import { fileOf, sink } from '../test/sink.ts'
import { checksumProfiles } from './checksum/checksum-profile.ts'
import { reconcile } from './reconcile.ts'
import { ReconcileError } from './reconcile-error.ts'
import type { Progress, ReconcileOptions } from './reconcile-options.ts'

type Extra = Partial<Omit<ReconcileOptions, 'partner' | 'service' | 'key'>>

const rows = (count: number, from = 0): RowText[] =>
  Array.from({ length: count }, (_, index) => ({ code: `W${from + index}` }))
const partnerFile = (some: readonly RowText[]) => some.map((row) => partnerLine(row)).join('')
const serviceFile = (some: readonly RowText[]) => some.map((row) => serviceLine(row)).join('')

async function run(partner: string | Uint8Array, service: string | Uint8Array, extra: Extra = {}) {
  const result = sink()
  const exceptions = sink()
  const found = await reconcile({
    partner: { open: fileOf(partner) },
    service: { open: fileOf(service) },
    key: testKey,
    result: result.stream,
    exceptions: exceptions.stream,
    ...extra,
  })
  const set = exceptions.text().split('\r\n').slice(1, -1)
  return {
    ...found,
    result: result.text(),
    set: set.map((text) => text.split(',').slice(0, 7).join(',')),
  }
}

async function stop(partner: string, service: string, extra: Extra = {}): Promise<ReconcileError> {
  const result = sink()
  const running = reconcile({
    partner: { open: fileOf(partner) },
    service: { open: fileOf(service) },
    key: testKey,
    result: result.stream,
    ...extra,
  })
  const error: unknown = await running.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ReconcileError)
  expect(result.state()).toBe('aborted')
  return error as ReconcileError
}

describe('the amounts of a row', () => {
  it.each(['amount', 'fee', 'tax', 'discount'])(
    'are compared by value: an %s with a different spelling is equal',
    async (name) => {
      const file = (amount: string) => [...rows(5), { code: 'WA', [name]: amount }]

      const same = await run(partnerFile(file('500')), serviceFile(file('500.00')))
      const other = await run(partnerFile(file('500')), serviceFile(file('500.01')))

      expect(same.counts).toEqual({ '00': 6, '01': 0, '02': 0, '03': 0 })
      expect(other.counts).toEqual({ '00': 5, '01': 0, '02': 0, '03': 1 })
    },
  )
})

describe('the result file', () => {
  // Specification: 2.18.13
  it('has the columns of both files in the order of the layout, with a checksum of its own', async () => {
    const partner = {
      code: 'W9',
      amount: '1000.50',
      partnerId: 'P9',
      status: '2',
      description: 'a, "b"',
    }
    const { result } = await run(
      partnerFile([...rows(3), partner]),
      serviceFile([...rows(3), { code: 'W9', amount: '2000', serviceCode: 'SC9' }]),
    )

    const data =
      'P9,INV-W9,W9,1000.50,VND,1650,0,0,M1,MID1,TID1,20/11/2026,10:20:30,2,"a, ""b""",1,SC9,0,1,01'
    expect(result).toBe(`${data},${plainMd5(data + testKey)}\r\n`)
  })

  it('leaves the columns of a side without a row empty', async () => {
    const { result } = await run(
      partnerFile([...rows(5), { code: 'WA', type: '-1', description: '' }]),
      serviceFile([...rows(5), { code: 'WB', type: '', description: 'sold' }]),
    )

    const lines = result.split('\r\n').map((text) => text.replace(/,[0-9a-f]{32}$/, ''))
    expect(lines).toEqual([
      'P1,INV-WA,WA,150000,VND,1650,0,0,M1,MID1,TID1,20/11/2026,10:20:30,0,,-1,,,-1,02',
      ',INV-WB,WB,150000,VND,1650,0,0,M1,MID1,TID1,20/11/2026,10:20:30,,sold,1,S-WB,0,1,01',
      '',
    ])
  })

  it('has every transaction on request, in the order of the codes', async () => {
    const { result } = await run(partnerFile(rows(30)), serviceFile(rows(30).toReversed()), {
      all: true,
    })

    const codes = result
      .split('\r\n')
      .slice(0, -1)
      .map((text) => text.split(',')[2])
    expect(codes).toEqual(
      rows(30)
        .map(({ code }) => code)
        .sort(),
    )
  })

  it('is the same byte by byte in every run, exact or not', async () => {
    const partner = partnerFile([...rows(50), ...rows(20, 100), { code: 'W1' }])
    const service = serviceFile([...rows(60, 5), { code: 'W110', amount: '1' }])
    const runs = [
      await run(partner, service),
      await run(partner, service),
      await run(partner, service, { exact: true }),
    ]

    for (const { result, set } of runs)
      expect({ result, set }).toEqual({ result: runs[0]?.result, set: runs[0]?.set })
    expect(runs[1]?.manifest).toEqual(runs[0]?.manifest)
  })

  it('belongs to another run when a byte of a file is different', async () => {
    const service = serviceFile(rows(3))
    const one = await run(partnerFile([...rows(2), { code: 'W2', description: 'a' }]), service)
    const other = await run(partnerFile([...rows(2), { code: 'W2', description: 'b' }]), service)

    expect(other.manifest.runId).not.toBe(one.manifest.runId)
    expect(one.manifest.runId).toMatch(/^[\da-f]{32}$/)
  })
})

describe('statuses', () => {
  it('puts 01 and 02 before 03', async () => {
    const { counts, differences } = await run(
      partnerFile([...rows(4), { code: 'WX', status: '1', amount: '1' }]),
      serviceFile([...rows(4), { code: 'WX' }]),
    )

    expect(counts).toEqual({ '00': 4, '01': 1, '02': 0, '03': 0 })
    expect(differences[0]).toMatchObject({ status: '01', differs: ['amount'] })
  })

  it('reports no difference for a one-sided row without success', async () => {
    const partner = [...rows(4), { code: 'WX', status: '2' }]
    const found = await run(
      partnerFile(partner),
      serviceFile([...rows(4), { code: 'WY', status: '-1' }]),
    )

    expect(found.counts).toEqual({ '00': 6, '01': 0, '02': 0, '03': 0 })
    expect(found).toMatchObject({ oneSidedWithoutSuccess: 2, result: '' })
  })

  // Specification: 2.18.7, 2.18.12
  it('does not count held money as success', async () => {
    const { counts } = await run(
      partnerFile(rows(3)),
      serviceFile([...rows(2), { code: 'W2', status: '1' }]),
    )

    expect(counts).toMatchObject({ '02': 1 })
  })

  it('compares only the columns that it is told to', async () => {
    const service = [...rows(3), { code: 'WX', tid: 'other', amount: '2' }]
    // A command line may name a column twice.
    const compare = ['amount', 'amount'] as const
    const found = await run(partnerFile([...rows(3), { code: 'WX' }]), serviceFile(service), {
      compare,
    })

    expect(found.differences[0]).toMatchObject({ status: '03', differs: ['amount'] })
    expect(found.bridge.closes).toBe(true)
  })

  it('values points as configured, or keeps them separate', async () => {
    const partner = partnerFile([...rows(6), { code: 'WP', amount: '70000' }])
    const parts = [
      { code: 'WP', amount: '50000' },
      { code: 'WP', amount: '2000', currency: 'POINT', fee: '0' },
    ]
    const service = serviceFile([...rows(6), ...parts])

    const grouped = await run(partner, service, { pointValueVnd: 10 })
    const apart = await run(partner, service, { groupPoints: false })

    expect(grouped.counts).toEqual({ '00': 7, '01': 0, '02': 0, '03': 0 })
    expect(apart.counts).toEqual({ '00': 6, '01': 1, '02': 0, '03': 1 })
    expect(apart.bridge.closes).toBe(true)

    const money = partnerFile([...rows(6), { code: 'WP', amount: '50000' }])
    const agreed = await run(money, service, { groupPoints: false })
    expect(agreed.counts).toEqual({ '00': 7, '01': 1, '02': 0, '03': 0 })
  })
})

describe('exceptions', () => {
  const good = rows(8)
  const service = serviceFile(good)
  const broken = (line: string) => run(partnerFile(good) + line, service)

  it.each([
    [
      'a wrong checksum',
      partnerLine({ code: 'WX' }).replace('150000', '150001'),
      'bad_checksum,checksum_mismatch,',
    ],
    [
      'a checksum of other letters',
      partnerLine({ code: 'WX' }).replace(/[0-9a-f]{32}/, 'z'.repeat(32)),
      'bad_checksum,checksum_mismatch,',
    ],
    ['another key', partnerLine({ code: 'WX' }, 'other'), 'bad_checksum,checksum_mismatch,'],
    ['too few columns', 'a,b\r\n', 'malformed,too_few_columns,'],
    [
      'a file that is cut off',
      partnerLine({ code: 'WX' }).slice(0, 60),
      'malformed,too_few_columns,',
    ],
    [
      'a missing quote',
      partnerLine({ code: 'WX', description: 'a,b' }).replace('b"', 'b'),
      'malformed,quote_not_closed,',
    ],
    ['a row over 16 KiB', `${'x'.repeat(20_000)}\r\n`, 'malformed,row_too_long,'],
    [
      'an amount out of range',
      partnerLine({ code: 'WX', amount: '1234567890123456' }),
      'malformed,out_of_range,amount',
    ],
    [
      'a negative amount',
      partnerLine({ code: 'WX', amount: '-1' }),
      'malformed,out_of_range,amount',
    ],
    [
      'an amount with letters',
      partnerLine({ code: 'WX', amount: '1e5' }),
      'malformed,not_number,amount',
    ],
    [
      'a currency that the partner has not',
      partnerLine({ code: 'WX', currency: 'POINT' }),
      'malformed,not_listed,currency',
    ],
    [
      'an unknown status',
      partnerLine({ code: 'WX', status: '-1' }),
      'malformed,not_listed,partnerStatus',
    ],
    ['an unknown type', partnerLine({ code: 'WX', type: '2' }), 'malformed,not_listed,type'],
    ['no code', partnerLine({ code: '' }), 'malformed,missing,walletCode'],
    [
      'a code that is too long',
      partnerLine({ code: 'W'.repeat(31) }),
      'malformed,too_many_characters,walletCode',
    ],
    [
      'a day that does not exist',
      partnerLine({ code: 'WX', date: '31/11/2026' }),
      'malformed,not_date,date',
    ],
    [
      'a description that is too long',
      partnerLine({ code: 'WX', description: 'đ'.repeat(1001) }),
      'malformed,too_many_characters,description',
    ],
  ])('are reported for %s', async (_name, text, expected) => {
    const { set, counts, bridge } = await broken(text)

    expect(set).toEqual([`partner,file,9,${expected},`])
    expect(counts).toEqual({ '00': 8, '01': 0, '02': 0, '03': 0 })
    expect(bridge.closes).toBe(true)
  })

  it('are reported for another character set', async () => {
    const text = partnerLine({ code: 'WX', description: 'x' })
    const bytes = new TextEncoder().encode(partnerFile(good) + text)
    const values = text.slice(0, -36)
    // The checksum is right over the bytes; the one letter becomes windows-1258.
    const latin = new TextEncoder().encode(values).map((byte) => (byte === 120 ? 0xf0 : byte))
    const { md5Hex } = await import('./checksum/md5.ts')
    const sum = md5Hex(new Uint8Array([...latin, ...new TextEncoder().encode(testKey)]))
    const start = bytes.length - new TextEncoder().encode(text).length
    const file = new Uint8Array([
      ...bytes.slice(0, start),
      ...latin,
      ...new TextEncoder().encode(`,${sum}\r\n`),
    ])

    const { set } = await run(file, service)

    expect(set).toEqual(['partner,file,9,malformed,not_utf8,description,'])
  })

  it('are reported for a header, which is left out on request', async () => {
    const names = Array.from({ length: 17 }, (_, column) => `Column ${column}`).join(',')
    const file = `${names}\r\n${partnerFile(good)}`

    const refused = await run(file, service)
    const skipped = await run(file, service, { header: 'skip' })

    expect(refused.set).toEqual(['partner,file,1,malformed,header,,'])
    expect(skipped.set).toEqual([])
    expect(skipped.manifest.inputs[0]).toMatchObject({ isHeaderSkipped: true, rows: 8 })
    expect(skipped.counts).toEqual(refused.counts)
  })

  it.each([
    ['a number in one column of numbers', 'Fee', 'Tax', '0', 'Checksum'],
    ['a number in the column of the tax', 'Fee', '0', 'Discount', 'Checksum'],
    ['a number in the column of the fee', '0', 'Tax', 'Discount', 'Checksum'],
    ['a checksum of the form of one', 'Fee', 'Tax', 'Discount', 'ab'.repeat(16)],
    ['64 digits before a letter', 'Fee', 'Tax', `${'0'.repeat(64)}x`, 'Checksum'],
  ])('are reported for a first row that is no header: it has %s', async (_what, ...values) => {
    const [fee, tax, discount, checksum] = values
    const names = Array.from({ length: 17 }, (_, column) => `Column ${column}`)
    const first = [...names.slice(0, 5), fee, tax, discount, ...names.slice(8, 16), checksum]

    const { set, manifest } = await run(`${first.join()}\r\n${partnerFile(good)}`, service, {
      header: 'skip',
    })

    expect(set).toHaveLength(1)
    expect(set[0]).toMatch(/^partner,file,1,(?:malformed|bad_checksum),/)
    expect(set[0]).not.toContain('header')
    expect(manifest.inputs[0]).toMatchObject({ isHeaderSkipped: false, rows: 9 })
  })

  it('are reported for repeated rows, on both sides', async () => {
    const other = { code: 'W1', amount: '7' }
    const { set, counts, exceptions, totals } = await run(
      partnerFile([...good, { code: 'W0' }, other]),
      serviceFile([...good, { code: 'W0' }]),
    )

    expect(set).toEqual([
      'partner,file,9,duplicate,same_row,,1',
      'service,file,9,duplicate,same_row,,1',
      'partner,file,10,duplicate,same_key,,2',
    ])
    expect(exceptions).toEqual({ bad_checksum: 0, malformed: 0, duplicate: 3 })
    expect(counts).toEqual({ '00': 8, '01': 0, '02': 0, '03': 0 })
    expect(totals.partner[0]).toMatchObject({ rows: 8, amount: 8n * 1_500_000_000n })
  })

  it('never quote a value, and hold no formula', async () => {
    const exceptions = sink()
    await reconcile({
      partner: { open: fileOf(partnerFile([...good, { code: '=cmd()', date: '=1' }])) },
      service: { open: fileOf(service) },
      key: testKey,
      exceptions: exceptions.stream,
    })

    expect(exceptions.text()).not.toContain('=')
  })
})

describe('a run is stopped', () => {
  it('under a wrong key', async () => {
    const error = await stop(partnerFile(rows(5)), serviceFile(rows(5)), { key: 'wrong' } as Extra)

    expect(error.code).toBe('ERR_CHECKSUM_KEY')
    expect(error.message).not.toContain('wrong key')
  })

  it.each([
    ['two short files without a common transaction', 10],
    ['two longer files', 300],
  ])('by %s, unless it is forced', async (_name, count) => {
    const partner = partnerFile(rows(count))
    const service = serviceFile(rows(count, 1000))

    const { code } = await stop(partner, service)
    const forced = await run(partner, service, { force: true })

    expect(code).toBe('ERR_FILES_UNRELATED')
    expect(forced.counts).toEqual({ '00': 0, '01': count, '02': count, '03': 0 })
  })

  it('by two swapped files, of which no row can be read', async () => {
    const { code, message } = await stop(serviceFile(rows(4)), partnerFile(rows(5)))
    const forced = await run(serviceFile(rows(4)), partnerFile(rows(5)), { force: true })

    expect(code).toBe('ERR_ROWS_UNREADABLE')
    expect(message).toContain('No row of the partner file can be read, of 4.')
    expect(message).toContain('No row of the service file can be read, of 5.')
    expect(message).toContain('changed places')
    expect(forced.exceptions.malformed).toBe(9)
  })

  it('by a file of which no row can be read among the first hundred thousand, before its end, unless it is forced', async () => {
    const service = 'x\n'.repeat(150_000) + serviceFile(rows(2))
    const progress: number[] = []
    const exceptions = sink()
    const { code, message } = await stop(partnerFile(rows(2)), service, {
      onProgress: ({ rows: read }: Progress) => void progress.push(read),
      exceptions: exceptions.stream,
    })
    const forced = await run(partnerFile(rows(2)), service, { force: true })

    expect(code).toBe('ERR_ROWS_UNREADABLE')
    expect(message).toMatch(
      /^No row of the service file can be read, of the first 1\d{5}\. Line 1: The row has fewer/,
    )
    expect(Math.max(...progress)).toBeLessThan(149_000)
    expect(exceptions.state()).toBe('aborted')
    expect(forced.exceptions.malformed).toBe(150_000)
    expect(forced.counts).toEqual({ '00': 2, '01': 0, '02': 0, '03': 0 })
  })

  it('by a file whose values have another form, and names the column of the first', async () => {
    const { message } = await stop(
      partnerFile(rows(2)),
      serviceLine({ code: 'W1', date: '2026-11-20' }),
    )

    expect(message).toContain('Line 1, column date: The value is no day as DD/MM/YYYY.')
  })

  const torn = (count: number) => 'a,b\r\n'.repeat(count)
  const names = `${Array.from({ length: 17 }, (_, column) => `Column ${column}`).join(',')}\r\n`
  const badSum = (text: string) => text.replaceAll(/[0-9a-f]{32}/g, '0'.repeat(32))

  it.each([
    ['three rows and two that are torn', torn(3), torn(2), 'partner'],
    ['one torn row beside good ones', torn(1), serviceFile(rows(3)), 'partner'],
    ['good rows beside one torn row', partnerFile(rows(3)), torn(1), 'service'],
    ['a torn row beside an empty file', torn(1), '', 'partner'],
    ['a torn row below a header', names + torn(1), serviceFile(rows(3)), 'partner'],
    [
      'more torn rows than wrong checksums, below a header',
      names + torn(2) + badSum(partnerLine({ code: 'W1' })),
      serviceFile(rows(1)),
      'partner',
    ],
    [
      'more torn rows than wrong checksums',
      torn(2) + badSum(partnerLine({ code: 'W1' })),
      serviceFile(rows(1)),
      'partner',
    ],
  ])('by %s, of which none can be read', async (_name, partner, service, side) => {
    const { code, message, remedy } = await stop(partner, service)
    const forced = await run(partner, service, { force: true })

    expect(code).toBe('ERR_ROWS_UNREADABLE')
    expect(message).toContain(`No row of the ${side} file can be read`)
    expect(message).toContain('The row has fewer than 17 columns.')
    expect(message.includes('changed places')).toBe(partner === torn(3))
    expect(remedy).toContain('fetch the file again')
    expect(forced.bridge.closes).toBe(true)
  })

  it.each([
    ['the partner', badSum(partnerFile(rows(1))), serviceFile(rows(1))],
    ['the service', partnerFile(rows(2)), badSum(serviceFile(rows(2)))],
    ['the partner, below a header', names + badSum(partnerFile(rows(1))), serviceFile(rows(1))],
    [
      'the partner, with as many torn rows below a header',
      names + torn(1) + badSum(partnerFile(rows(1))),
      serviceFile(rows(1)),
    ],
    [
      'the partner, with as many torn rows',
      torn(1) + badSum(partnerFile(rows(1))),
      serviceFile(rows(1)),
    ],
  ])('by one or two rows of %s of which no checksum is right', async (_name, partner, service) => {
    expect((await stop(partner, service)).code).toBe('ERR_CHECKSUM_KEY')
  })

  it('by an unreadable file, of which it names the first row and not one of the other file', async () => {
    const { message } = await stop(
      partnerFile(rows(3)) + badSum(partnerLine({ code: 'W9' })),
      torn(2),
    )

    expect(message).toContain('service file can be read, of 2. Line 1: The row has fewer')
    expect(message).not.toContain('checksum')
  })

  it('not by files with only a header, which are empty', async () => {
    const both = await run(names, names)
    const one = await stop(names, serviceFile(rows(3)))
    const skipped = await run(names, '', { header: 'skip' })

    expect(both.counts).toEqual({ '00': 0, '01': 0, '02': 0, '03': 0 })
    expect(both.exceptions.malformed).toBe(2)
    expect(one.code).toBe('ERR_FILE_EMPTY')
    expect(skipped.exceptions.malformed).toBe(0)
  })

  it('not by a file of which one row can be read', async () => {
    const found = await run(partnerFile(rows(1)) + torn(5), serviceFile(rows(1)))

    expect(found.counts['00']).toBe(1)
    expect(found.exceptions.malformed).toBe(5)
  })

  it('by long files whose amounts all differ', async () => {
    const cheaper = rows(150).map((row) => ({ ...row, amount: '1' }))

    expect((await stop(partnerFile(rows(150)), serviceFile(cheaper))).code).toBe(
      'ERR_FILES_UNRELATED',
    )
  })

  it('by an empty file and one with rows', async () => {
    expect((await stop('', serviceFile(rows(3)))).code).toBe('ERR_FILE_EMPTY')
    expect((await run('', '')).counts).toEqual({ '00': 0, '01': 0, '02': 0, '03': 0 })
  })

  it('by names of different days, and of the wrong kind', async () => {
    const open = fileOf(partnerFile(rows(1)))
    const partner = { name: '20261120_SHOP_SERVICE_TRAN.csv', open }
    const service = { name: '20261121_SERVICE_SHOP_TRAN.csv', open }

    await expect(reconcile({ partner, service, key: testKey })).rejects.toMatchObject({
      code: 'ERR_DAYS_DIFFER',
    })
    await expect(
      reconcile({ partner: service, service: partner, key: testKey }),
    ).rejects.toMatchObject({
      code: 'ERR_FILE_NAME',
    })
  })

  it('by a file that is still being written', async () => {
    let text = partnerFile([...rows(5), { code: 'WX', amount: '1' }])
    const open = () => {
      const stream = fileOf(text)()
      text += partnerFile(rows(1, 100))
      return stream
    }
    const running = reconcile({
      partner: { open },
      service: { open: fileOf(serviceFile([...rows(5), { code: 'WX' }])) },
      key: testKey,
    })

    await expect(running).rejects.toMatchObject({ code: 'ERR_FILE_CHANGED' })
  })

  it('by its signal', async () => {
    const running = reconcile({
      partner: { open: fileOf(partnerFile(rows(2))) },
      service: { open: fileOf(serviceFile(rows(2))) },
      key: testKey,
      signal: AbortSignal.abort(new Error('enough')),
    })

    await expect(running).rejects.toThrow('enough')
  })
})

describe('rows that only one side has', () => {
  it('are carried, and closed when the other side arrives', async () => {
    const late = { code: 'WL', date: '19/11/2026' }
    const first = { carriedPartner: sink(), carriedService: sink() }
    await run(partnerFile([...rows(5), late]), serviceFile(rows(5)), {
      carriedPartner: first.carriedPartner.stream,
      carriedService: first.carriedService.stream,
    })
    const carried = first.carriedPartner.text()

    const next = async (service: RowText[]) => {
      const again = sink()
      const found = await reconcile({
        partner: { open: fileOf(partnerFile(rows(5, 50))), openCarried: fileOf(carried) },
        service: { open: fileOf(serviceFile([...rows(5, 50), ...service])) },
        key: testKey,
        day: '2026-11-21',
        carriedPartner: again.stream,
      })
      return { ...found, again: again.text() }
    }
    const closed = await next([late])
    const open = await next([])

    expect(carried).toBe(partnerLine(late))
    expect(closed).toMatchObject({
      counts: { '00': 6 },
      carried: { closed: 1, open: 0 },
      again: '',
    })
    expect(closed.bridge.closes).toBe(true)
    expect(open).toMatchObject({
      counts: { '00': 5, '02': 0 },
      carried: { closed: 0, open: 1 },
      again: carried,
    })
    expect(open.carried.ages).toEqual([{ days: 2, rows: 1 }])
  })
})

describe('the second reading', () => {
  it('recognizes an unchanged file with checksums and types in any spelling', async () => {
    const odd = [
      partnerLine({ code: 'WA', type: '5-1' }),
      partnerLine({ code: 'WB', type: '11' }),
      partnerLine({ code: 'WC', type: '' }),
      partnerLine({ code: 'WD', type: '-1' }).replace(/[0-9a-f]{32}/, 'abc'),
      partnerLine({ code: 'WE', type: '-1' }).replace(/[0-9a-f]{32}/, (sum) => `"${sum}"`),
      partnerLine({ code: 'WF', type: '-1', merchant: '1', mid: '1', tid: '1' }).replace(
        /[0-9a-f]{32}/,
        '0',
      ),
    ]
    const partner = partnerFile([...rows(9), { code: 'WX', amount: '1' }]) + odd.join('')

    const { counts, exceptions } = await run(partner, serviceFile([...rows(9), { code: 'WX' }]))

    expect(counts).toEqual({ '00': 9, '01': 0, '02': 1, '03': 1 })
    expect(exceptions).toEqual({ bad_checksum: 2, malformed: 3, duplicate: 0 })
  })
})

describe('rules on what differs', () => {
  it('propose, and change no status', async () => {
    const { counts, proposals } = await run(
      partnerFile([
        ...rows(20),
        { code: 'WA', amount: '100' },
        { code: 'WB', date: '20/11/2026' },
        { code: 'WC', amount: '300', invoice: 'I' },
      ]),
      serviceFile([
        ...rows(20),
        { code: 'WA', amount: '101' },
        { code: 'WB', date: '21/11/2026' },
        { code: 'WD', amount: '100', invoice: 'I' },
        { code: 'WE', amount: '200', invoice: 'I' },
      ]),
      { rules: { toleranceVnd: 1, dateWindowDays: 1, oneToMany: true } },
    )

    expect(counts).toEqual({ '00': 20, '01': 2, '02': 1, '03': 2 })
    expect(
      proposals.map(({ proposed, rule, partner, service }) => [proposed, rule, partner, service]),
    ).toEqual([
      [true, 'tolerance', ['WA'], ['WA']],
      [true, 'date-window', ['WB'], ['WB']],
      [true, 'one-to-many', ['WC'], ['WD', 'WE']],
    ])
  })
})

describe('very many differences', () => {
  it('are found, beyond what the first sketch holds', { timeout: 120_000 }, async () => {
    const count = 45_000
    const plain = rows(count)
    const dearer = plain.map((row, index) => (index % 2 === 0 ? row : { ...row, amount: '150001' }))
    const line = (some: RowText[]) => some.map((row) => serviceLine(row)).join('')

    const { counts, bridge } = await run(partnerFile(plain), line(dearer), { force: true })

    expect(counts).toEqual({ '00': count / 2, '01': 0, '02': 0, '03': count / 2 })
    expect(bridge.closes).toBe(true)
  })
})

describe('a checksum profile of the caller', () => {
  const joinedBy = (separator: string): Extra => ({
    profile: { ...checksumProfiles.pipe, name: 'own', separator },
    force: true,
  })

  it('may have a separator of 64 bytes, and no longer one', async () => {
    const text = [partnerFile(rows(2)), serviceFile(rows(2))] as const
    expect((await run(...text, joinedBy('·'.repeat(32)))).set).toHaveLength(4)
    await expect(run(...text, joinedBy(`${'·'.repeat(32)}|`))).rejects.toThrow(
      new TypeError('The separator of a checksum profile must have at most 64 bytes.'),
    )
  })
})

describe('an option that cannot be used', () => {
  it.each([
    ['day', '01/09/2026'],
    ['day', '2026-02-31'],
    ['pointValueVnd', 0.5],
    ['previousKey', ''],
    ['partner', 'partner.csv'],
    ['service', { open: new Blob([]).stream() }],
    ['partner', undefined],
    ['service', { open: fileOf(''), openCarried: 'carried.csv' }],
    ['differences', 'differences.jsonl'],
  ])('is named, and the outputs are closed with the error: %s of %j', async (name, value) => {
    const outputs = [sink(), sink()] as const
    const running = reconcile({
      partner: { open: fileOf(partnerFile(rows(2))) },
      service: { open: fileOf(serviceFile(rows(2))) },
      key: testKey,
      result: outputs[0].stream,
      carriedService: outputs[1].stream,
      [name]: value,
    })

    await expect(running).rejects.toThrow(TypeError)
    await expect(running).rejects.toThrow(new RegExp(`^${name}[.a-zA-Z]* must`))
    expect(outputs.map(({ state }) => state())).toEqual(['aborted', 'aborted'])
  })
})
