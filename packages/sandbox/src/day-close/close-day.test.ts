import { beforeEach, describe, expect, it } from 'vitest'
import { exchangeBench, row, type ExchangeBench } from '../../test/exchange-bench.ts'
import { freshId } from '../../test/workerd-bench.ts'
import { payMerchantQr } from '../payments/merchant-qr.ts'
import { linkedAccountBench } from '../../test/linked-account-bench.ts'
import { exchangeChunks, exchangeFiles } from './tables.ts'

const march5 = '20260305_SERVICE_EDGE_TRAN.csv'
const march6 = '20260306_SERVICE_EDGE_TRAN.csv'
const place = ['EDGE', 'EDGE-STORE-1', 'EDGE-POS-1']
let bench: ExchangeBench

// Goal: the bytes of the files follow Specification 2.18. Method: the expected rows are written by
// hand, with the ids of the answers and an MD5 from another implementation.
beforeEach(async () => {
  bench = await exchangeBench()
})

async function close(date: string) {
  return bench.control.closeDay({ date })
}

describe('the service file', () => {
  // Specification: 2.18.11
  it('has a row for the money and one for the points of a payment', async () => {
    const { reference, transactionId } = await bench.paid(
      { description: 'Hai cuốn' },
      { points: 20, discountVnd: 5000 },
    )

    await close('2026-03-05')

    const when = ['05/03/2026', '10:00:00', 'Hai cuốn', transactionId, 0, 1]
    expect(await bench.text(march5)).toBe(
      row([reference, transactionId, 80_000, 'VND', 0, 0, 5000, ...place, ...when]) +
        row([reference, transactionId, 20, 'POINT', 0, 0, 0, ...place, ...when]),
    )
  })

  it('quotes only the fields for which CSV requires it', async () => {
    const { reference, transactionId } = await bench.paid({ description: 'a "b", c;d' })

    await close('2026-03-05')

    const when = ['05/03/2026', '10:00:00', '"a ""b"", c;d"', transactionId, 0, 1]
    expect(await bench.text(march5)).toBe(
      row([reference, transactionId, 100_000, 'VND', 0, 0, 0, ...place, ...when]),
    )
  })

  // Specification: 1.1, 1.4
  it('has payments by the QR of a store, under the id that the service gave them', async () => {
    const { order, transactionId } = await bench.control.payMerchantQr({ amountVnd: 30_000 })

    await close('2026-03-05')

    const [line = ''] = (await bench.text(march5)).split('\r\n')
    expect(line.split(',').slice(0, 4)).toEqual([
      order.orderReferenceId,
      transactionId,
      '30000',
      'VND',
    ])
    expect(line.split(',').slice(7, 10)).toEqual(['EDGE', 'EDGE-STORE-1', ''])
  })

  it('puts a refund after midnight into the file of its own day', async () => {
    await bench.at('2026-03-05 23:59:59')
    const { reference, transactionId } = await bench.paid({ description: '' })
    await bench.at('2026-03-06 00:00:00')
    const id = 'refund-after-midnight'
    const back = await bench.refund(reference, {
      order_reference_id: id,
      vnd_amount: 40_000,
      description: 'torn page',
    })

    await bench.at('2026-03-07 00:30:00')

    expect(await bench.text(march5)).toBe(
      row(
        [reference, transactionId, 100_000, 'VND', 0, 0, 0, ...place].concat([
          '05/03/2026',
          '23:59:59',
          '',
          transactionId,
          0,
          1,
        ]),
      ),
    )
    expect(await bench.text(march6)).toBe(
      row(
        [id, String(back['refund_transaction_wallet_id']), 40_000, 'VND', 0, 0, 0, ...place].concat(
          ['06/03/2026', '00:00:00', 'torn page', String(back['refund_transaction_id']), 0, -1],
        ),
      ),
    )
  })

  it('puts the half of a refund that settles after midnight into the next file', async () => {
    const { reference } = await bench.paid({}, { points: 40 })
    await bench.at('2026-03-05 23:59:30')
    await bench.refund(reference, {
      vnd_amount: 1000,
      point_amount: 15,
      description: 'sandbox:2000801',
    })
    await bench.at('2026-03-06 00:00:31')
    await bench.at('2026-03-07 00:30:00')

    const refunds = async (name: string) =>
      (await bench.text(name))
        .split('\r\n')
        .map((line) => line.split(','))
        .filter((values) => values[15] === '-1')
        .map((values) => [values[2], values[3], values[11]])
    expect(await refunds(march5)).toEqual([['1000', 'VND', '23:59:30']])
    expect(await refunds(march6)).toEqual([['15', 'POINT', '00:00:31']])
  })

  it('leaves transfers out, and what belongs to other merchants', async () => {
    await bench.call('/merchant-integration/v1/money-transfer/b2c', {
      fields: {
        merchant_transaction_id: freshId('t'),
        merchant_account_id: 'EDGE-ACCOUNT-1',
        receiver_phone_number: '0900000002',
        amount: '50000',
        currency: 'VND',
        description: 'prize',
      },
    })
    const sandbox = await bench.open()
    const elsewhere = { merchantCode: 'OTHER', storeCode: 'OTHER-STORE-1' }
    await payMerchantQr(sandbox, { ...elsewhere, walletId: 'U-AN', amountVnd: 6000 })
    await bench.control.payMerchantQr({ amountVnd: 5000, storeCode: 'EDGE-STORE-2' })

    const day = await close('2026-03-05')

    expect(await bench.control.transfers()).toHaveLength(1)
    expect(day.rows).toBe(1)
  })

  it('adds up to the sum that the ledger credited to the merchant', async () => {
    const before = await merchantVnd()
    await bench.paid({}, { points: 20, discountVnd: 7000 })
    const { reference } = await bench.paid({ order_amount: 55_000 }, { points: 50 })
    await bench.paid({ order_amount: 12_345 })
    await bench.refund(reference, { vnd_amount: 4000, point_amount: 3 })

    await close('2026-03-05')

    const sum = (await bench.text(march5))
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','))
      .reduce((total, values) => {
        const worth = values[3] === 'POINT' ? 1000 : 1
        return total + Number(values[2]) * worth * Number(values[15])
      }, 0)
    expect(sum).toBe((await merchantVnd()) - before)
    expect(sum).toBe(100_000 + 55_000 + 12_345 - 7000)
  })
})

async function merchantVnd() {
  const { balances } = await bench.control.ledger()
  return balances.find(({ account }) => account === 'merchant:EDGE:VND')?.balance ?? 0
}

describe('held money', () => {
  async function held(amount: string) {
    const linked = linkedAccountBench(bench)
    const { userToken } = await linked.linked()
    const invoiceNo = `invoice-${amount}`
    const { data } = await linked.purchase(userToken, {
      amount,
      bill_amount: amount,
      invoice_no: invoiceNo,
      holding_enabled: true,
    })
    const end = (status: 'SUCCESS' | 'FAIL') => linked.settle(invoiceNo, status)
    return { end, walletCode: data['transaction_wallet_number'] }
  }

  async function rows(name: string) {
    const text = await bench.text(name)
    return text
      .split('\r\n')
      .filter((line) => line !== '')
      .map((line) => line.split(','))
      .map((values) => [values[1], values[2], values[14], values[15]])
  }

  // Specification: 2.18.12
  it('is reported as held on the day on which it is held, and as paid on the day of its capture', async () => {
    const { end, walletCode } = await held('50000')
    await bench.at('2026-03-06 09:00:00')
    await end('SUCCESS')
    await bench.at('2026-03-07 00:30:00')

    expect(await rows(march5)).toEqual([[walletCode, '50000', '1', '1']])
    expect(await rows(march6)).toEqual([[walletCode, '50000', '0', '1']])
  })

  it('is reported only as paid when it is captured on the same day', async () => {
    const { end, walletCode } = await held('51000')
    await end('SUCCESS')
    await bench.at('2026-03-06 00:30:00')

    expect(await rows(march5)).toEqual([[walletCode, '51000', '0', '1']])
  })

  it('is reported as failed when it is released', async () => {
    const { end, walletCode } = await held('52000')
    await bench.at('2026-03-06 09:00:00')
    await end('FAIL')
    await bench.at('2026-03-07 00:30:00')

    expect(await rows(march5)).toEqual([[walletCode, '52000', '1', '1']])
    expect(await rows(march6)).toEqual([[walletCode, '52000', '-1', '1']])
  })
})

describe('closing a day', () => {
  it('happens at 00:30 of the next day, and not a second before', async () => {
    await bench.paid()
    await bench.at('2026-03-06 00:29:59')
    const before = await bench.control.exchangeFiles('EDGE')

    await bench.at('2026-03-06 00:30:00')

    const after = await bench.control.exchangeFiles('EDGE')
    expect(before).toEqual([])
    expect(after.map(({ name }) => name)).toEqual([march5])
  })

  it('closes every day that was skipped, once', async () => {
    await bench.paid()
    await bench.at('2026-03-08 12:00:00')
    await bench.paid()
    await bench.at('2026-04-20 12:00:00')

    const { daysClosed } = await bench.control.tick()

    const files = await bench.control.exchangeFiles('EDGE')
    expect(files.map(({ name }) => name)).toEqual([march5, '20260308_SERVICE_EDGE_TRAN.csv'])
    expect(daysClosed).toBe(0)
  })

  it('does not change a closed day when it is closed again', async () => {
    await bench.paid()
    await bench.at('2026-03-06 08:00:00')
    const first = await close('2026-03-05')
    await bench.at('2026-03-06 09:00:00')

    const again = await close('2026-03-05')

    expect(again).toEqual(first)
  })

  it('writes one file, and stores nothing else, when ten requests close a day at the same time', async () => {
    await bench.paid()
    const { database } = await bench.open()

    const days = await Promise.all(Array.from({ length: 10 }, () => close('2026-03-05')))

    expect(new Set(days.map(({ files }) => files.service?.sha256)).size).toBe(1)
    const contents = await database.select({ id: exchangeFiles.contentId }).from(exchangeFiles)
    const chunks = await database.select({ id: exchangeChunks.contentId }).from(exchangeChunks)
    expect(chunks).toEqual(contents)
  })

  it('closes a running day early, and again when it is over', async () => {
    await bench.paid()
    const early = await close('2026-03-05')
    await bench.paid()

    await bench.at('2026-03-06 00:30:00')

    const [day] = await bench.control.exchangeDays()
    expect(early.rows).toBe(1)
    expect(day?.rows).toBe(2)
  })

  it('refuses a day that has not begun', async () => {
    await expect(close('2026-03-06')).rejects.toMatchObject({ reason: 'day_not_begun' })
  })

  it('writes an empty file on request for a day without transactions', async () => {
    const day = await close('2026-03-04')

    expect(day).toMatchObject({ rows: 0, files: { service: { sizeBytes: 0 } } })
  })
})
