import { createHash } from 'node:crypto'
import { partnerLayout } from '@merchant-edge/reconcile/files'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  checksumKey,
  exchangeBench,
  partnerRow,
  row,
  type ExchangeBench,
} from '../../test/exchange-bench.ts'

const partnerFile = '20260305_EDGE_SERVICE_TRAN.csv'
const resultFile = '20260305_SERVICE_EDGE_RESULT_TRAN.csv'
let bench: ExchangeBench
let paid: { reference: string; transactionId: string }[]

// Goal: the result file has what a person finds by comparing the partner's file with the ledger.
// Every file of the partner and every row of a result is written by hand.
beforeEach(async () => {
  bench = await exchangeBench()
  paid = [
    await bench.paid({ description: 'one' }),
    await bench.paid({ description: 'two' }, { points: 40 }),
    await bench.paid({ description: 'three' }),
  ]
  await bench.at('2026-03-06 00:30:00')
})

function rightRow(
  index: number,
  fields: Parameters<typeof partnerRow>[0] = {},
  key = checksumKey,
): string {
  const order = paid[index]
  if (order === undefined) throw new Error(`There is no order ${index}.`)
  return partnerRow({ invoice: order.reference, code: order.transactionId, ...fields }, key)
}

async function send(text: string) {
  await bench.control.putExchangeFile('EDGE', partnerFile, text)
  const [day] = await bench.control.exchangeDays()
  return day?.comparison?.report
}

describe('comparing the file of the partner', () => {
  // Specification: 2.18.15
  it('writes an empty result when both sides agree', async () => {
    const report = await send(rightRow(0) + rightRow(1) + rightRow(2))

    expect(report).toMatchObject({
      outcome: 'compared',
      counts: { '00': 3, '01': 0, '02': 0, '03': 0 },
      exceptions: { bad_checksum: 0, malformed: 0, duplicate: 0 },
      partnerRows: 3,
      bridgeCloses: true,
    })
    expect(await bench.text(resultFile)).toBe('')
  })

  // Specification: 2.18.1
  it('has the token of the service from the rules in all three names', async () => {
    await bench.control.setRules({ serviceToken: 'WALLET' })
    await bench.control.closeDay({ date: '2026-03-05', again: true })
    const rows = rightRow(0) + rightRow(1) + rightRow(2)

    await bench.control.putExchangeFile('EDGE', '20260305_EDGE_WALLET_TRAN.csv', rows)
    const [day] = await bench.control.exchangeDays()

    expect(day?.files).toMatchObject({
      partner: { name: '20260305_EDGE_WALLET_TRAN.csv' },
      service: { name: '20260305_WALLET_EDGE_TRAN.csv' },
      result: { name: '20260305_WALLET_EDGE_RESULT_TRAN.csv' },
    })
    expect(day?.comparison?.report).toMatchObject({ counts: { '00': 3 } })
    await expect(
      bench.control.putExchangeFile('EDGE', '20260305_WALLET_EDGE_TRAN.csv', rows),
    ).rejects.toMatchObject({ reason: 'not_yours' })
  })

  it.each([
    ['refuse', 1],
    ['skip', 0],
  ] as const)(
    'with the rule %s for a row of column names has %i rows that it cannot read',
    async (partnerHeader, malformed) => {
      await bench.control.setRules({ partnerHeader })
      const names = partnerLayout.columns.map(({ name }) => name).join(',')

      const report = await send(`${names}\r\n${rightRow(0)}${rightRow(1)}${rightRow(2)}`)

      expect(report).toMatchObject({
        counts: { '00': 3 },
        exceptions: { malformed },
        partnerRows: 3 + malformed,
      })
    },
  )

  // Specification: 2.18.14
  it('writes one row for each kind of difference', async () => {
    const [first, second, third] = paid
    const unknown = { invoice: 'no-such', code: '20260305000000000000' }

    const report = await send(
      rightRow(0, { amount: 99_999 }) + rightRow(1, { status: 2 }) + partnerRow(unknown),
    )

    expect(report).toMatchObject({ counts: { '01': 2, '02': 1, '03': 1 }, bridgeCloses: true })
    const when = ['05/03/2026', '']
    const nowhere = ['', '', '']
    const served = ['EDGE', 'EDGE-STORE-1', 'EDGE-POS-1', '05/03/2026', '10:00:00']
    const rows = [
      ['EDGE', unknown.invoice, unknown.code, 100_000, 'VND', 0, 0, 0, ...nowhere, ...when].concat([
        0,
        '',
        1,
        '',
        '',
        1,
        '02',
      ]),
      [
        'EDGE',
        first?.reference,
        first?.transactionId,
        99_999,
        'VND',
        0,
        0,
        0,
        ...nowhere,
        ...when,
      ].concat([0, '', 1, first?.transactionId, 0, 1, '03']),
      [
        'EDGE',
        second?.reference,
        second?.transactionId,
        100_000,
        'VND',
        0,
        0,
        0,
        ...nowhere,
        ...when,
      ].concat([2, '', 1, second?.transactionId, 0, 1, '01']),
      ['', third?.reference, third?.transactionId, 100_000, 'VND', 0, 0, 0, ...served].concat([
        '',
        'three',
        1,
        third?.transactionId,
        0,
        1,
        '01',
      ]),
    ].map((values) => row(values.map((value) => value ?? '')))
    expect((await bench.text(resultFile)).split('\r\n').sort()).toEqual(
      rows.join('').split('\r\n').sort(),
    )
  })

  it('compares with the ledger, whatever the service file says', async () => {
    const switches = { lose: [1], changeAmount: [{ row: 4, by: 5 }] }
    await bench.control.closeDay({ date: '2026-03-05', switches, again: true })

    const report = await send(rightRow(0) + rightRow(1) + rightRow(2))

    expect(report).toMatchObject({ counts: { '00': 3 } })
  })

  // Specification: 2.18.15
  it('writes every transaction when the partner is configured for that', async () => {
    await bench.control.changeExchangePartner('EDGE', { writesAll: true })

    const report = await send(rightRow(0) + rightRow(1) + rightRow(2))

    expect(report).toMatchObject({ counts: { '00': 3 }, resultRows: 3 })
  })

  it('reads an empty file as a day without transactions', async () => {
    const report = await send('')

    expect(report).toMatchObject({ outcome: 'compared', counts: { '01': 3 }, partnerRows: 0 })
  })

  it('compares a file that comes before the close of its day after the close', async () => {
    const name = '20260306_EDGE_SERVICE_TRAN.csv'
    const { reference, transactionId } = await bench.paid()
    const text = partnerRow({ invoice: reference, code: transactionId, date: '06/03/2026' })
    await bench.control.putExchangeFile('EDGE', name, text)
    const [before] = await bench.control.exchangeDays()

    await bench.at('2026-03-07 00:30:00')

    const [after] = await bench.control.exchangeDays()
    expect(before).toMatchObject({ day: '2026-03-06', closedAt: null, comparison: null })
    expect(after?.comparison?.report).toMatchObject({ counts: { '00': 1 } })
  })

  it('closes a day without transactions when a file of it arrives', async () => {
    const text = partnerRow({ invoice: 'a', code: 'b', date: '01/03/2026' })
    await bench.control.putExchangeFile('EDGE', '20260301_EDGE_SERVICE_TRAN.csv', text)

    const day = (await bench.control.exchangeDays()).find((one) => one.day === '2026-03-01')

    expect(day).toMatchObject({ rows: 0, comparison: { report: { counts: { '02': 1 } } } })
  })

  it('compares the same bytes once, and other bytes again', async () => {
    await send(rightRow(0))
    const [first] = await bench.control.exchangeDays()
    await bench.at('2026-03-06 10:00:00')
    await send(rightRow(0))
    const [same] = await bench.control.exchangeDays()

    const report = await send(rightRow(0) + rightRow(1) + rightRow(2))

    expect(same).toEqual(first)
    expect(report).toMatchObject({ counts: { '00': 3 } })
    expect(await bench.text(resultFile)).toBe('')
  })
})

describe('a file of the partner that is wrong', () => {
  it('is compared without its last row when it is cut off', async () => {
    const whole = rightRow(0) + rightRow(1) + rightRow(2)

    const report = await send(whole.slice(0, -60))

    expect(report).toMatchObject({
      outcome: 'compared',
      counts: { '00': 2, '01': 1 },
      exceptions: { malformed: 1 },
      firstExceptions: [{ line: 3, reason: 'too_few_columns' }],
    })
  })

  it('is compared without a row whose checksum is wrong', async () => {
    const report = await send(rightRow(0) + rightRow(1).replace('100000', '100001') + rightRow(2))

    expect(report).toMatchObject({
      counts: { '00': 2, '01': 1 },
      exceptions: { bad_checksum: 1 },
      firstExceptions: [{ line: 2, reason: 'checksum_mismatch' }],
    })
  })

  it('is compared without its header', async () => {
    const names = Array.from({ length: 17 }, (_, column) => `column_${column}`).join(',')

    const report = await send(`${names}\r\n${rightRow(0)}${rightRow(1)}${rightRow(2)}`)

    expect(report).toMatchObject({
      counts: { '00': 3 },
      exceptions: { malformed: 1 },
      firstExceptions: [{ line: 1, reason: 'header' }],
    })
  })

  it('is refused when no row verifies, and the earlier result is removed', async () => {
    await send(rightRow(0))

    const report = await send(rightRow(0, {}, 'other-key'))

    expect(report).toMatchObject({ outcome: 'refused', reason: 'wrong_key' })
    const names = (await bench.control.exchangeFiles('EDGE')).map(({ name }) => name)
    expect(names).not.toContain(resultFile)
  })

  it('is refused with the name of the checksum profile under which it is valid', async () => {
    const [data = ''] = rightRow(0).split(/,[0-9a-f]{32}\r\n/)
    const text = `${data.replaceAll(',', '|')}|${checksumKey}`
    const checksum = createHash('md5').update(text).digest('hex')

    const report = await send(`${data},${checksum}\r\n`)

    expect(report).toMatchObject({ reason: 'wrong_key' })
    expect(JSON.stringify(report)).toContain('pipe-separator')
    expect(JSON.stringify(report)).not.toContain(checksumKey)
  })

  it('is refused when every row is of another day', async () => {
    const report = await send(rightRow(0, { date: '04/03/2026' }))

    expect(report).toMatchObject({ outcome: 'refused', reason: 'wrong_day' })
    expect(JSON.stringify(report)).toContain('04/03/2026')
  })

  it('is compared when its rows are late rows of a day that has its own file', async () => {
    // Paid in the last second of a day and learned of after midnight: the only row of the next day.
    const late = partnerRow({ invoice: 'late', code: '20260304000000000001', date: '04/03/2026' })
    const other = partnerRow({
      invoice: 'in-time',
      code: '20260304000000000000',
      date: '04/03/2026',
    })
    await bench.control.putExchangeFile('EDGE', '20260304_EDGE_SERVICE_TRAN.csv', other)

    const report = await send(late)

    expect(report).toMatchObject({ outcome: 'compared', counts: { '01': 3, '02': 1 } })
  })

  it('is refused when it repeats the file of another day', async () => {
    const text = partnerRow({ invoice: 'one', code: '20260304000000000000', date: '04/03/2026' })
    await bench.control.putExchangeFile('EDGE', '20260304_EDGE_SERVICE_TRAN.csv', text)

    expect(await send(text)).toMatchObject({ outcome: 'refused', reason: 'wrong_day' })
  })

  it('is refused when none of it can be read', async () => {
    const report = await send('%PDF-1.7\n'.repeat(5))

    expect(report).toMatchObject({ outcome: 'refused', reason: 'unreadable' })
  })
})
