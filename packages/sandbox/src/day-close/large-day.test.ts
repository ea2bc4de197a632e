import { assert, beforeAll, describe, expect, it } from 'vitest'
import { env } from 'cloudflare:workers'
import { exchangeBench, row, type ExchangeBench } from '../../test/exchange-bench.ts'
import { exchangeChunks } from './tables.ts'
import { chunkBytes } from './exchange-content.ts'
import { findExchangePartner } from './exchange-partners.ts'
import { openLedgerFile } from './service-file.ts'
import { vietnamDayOf } from './vietnam-day.ts'

const orders = 10_000
const serviceFile = '20260305_SERVICE_EDGE_TRAN.csv'
let bench: ExchangeBench

/**
 * Inserts paid orders directly into the tables, because paying ten thousand orders takes minutes.
 */
async function insertOrders() {
  const at = vietnamDayOf('2026-03-05').start
  const numbers = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${orders})`
  await env.DB.batch([
    env.DB.prepare(
      `${numbers} insert into payment_order (order_id, merchant_code, order_reference_id, kind,
        store_code, amount_vnd, description, extra_data, callback_url, status, created_at, updated_at,
        expires_at, pay_token, qr_token, wallet_id, transaction_id, wallet_transaction_id, paid_at,
        paid_vnd)
      select 'O' || i, 'EDGE', 'ref-' || i, 'web-payment', 'EDGE-STORE-1', 1000 + i, 'Sách ' || i, '',
        '', 'SUCCESS', ${at} + i, ${at} + i, ${at} + i, 'p' || i, 'q' || i, 'U-AN', 'T' || i, 'W' || i,
        ${at} + i, 1000 + i from n`,
    ),
    env.DB.prepare(
      `${numbers} insert into ledger_move (at, kind, reference, from_account, to_account, unit, amount)
      select ${at} + i, 'payment', 'T' || i, 'wallet:U-AN:VND', 'merchant:EDGE:VND', 'VND', 1000 + i
      from n`,
    ),
  ])
}

beforeAll(async () => {
  bench = await exchangeBench()
  await insertOrders()
}, 60_000)

describe('a day of ten thousand rows', () => {
  it('is read from the ledger in small queries', async () => {
    const sandbox = await bench.open()
    const partner = await findExchangePartner(sandbox.database, 'EDGE')
    assert(partner !== undefined, 'EDGE exchanges no files.')
    const sizes: number[] = []

    for await (const piece of openLedgerFile(sandbox, partner, vietnamDayOf('2026-03-05'))) {
      sizes.push(piece.length)
    }

    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(1_000_000)
    expect(Math.max(...sizes)).toBeLessThan(128 * 1024)
  })

  it('is written with every row in order, and with no row of the database above its limit', async () => {
    const day = await bench.control.closeDay({ date: '2026-03-05' })

    const lines = (await bench.text(serviceFile)).split('\r\n')
    const { database } = await bench.open()
    const chunks = await database.select({ bytes: exchangeChunks.bytes }).from(exchangeChunks)
    expect(day.rows).toBe(orders)
    expect(lines).toHaveLength(orders + 1)
    expect(lines.slice(0, -1).map((line) => line.split(',')[1])).toEqual(
      Array.from({ length: orders }, (_, at) => `T${at + 1}`),
    )
    expect(Math.max(...chunks.map(({ bytes }) => bytes.length))).toBe(chunkBytes)
  })

  it('is compared with a file of ten thousand rows, of which three differ', async () => {
    const rows = Array.from({ length: orders }, (_, at) => {
      const amount = at === 4711 ? 1 : 1001 + at
      const shared = [
        `ref-${at + 1}`,
        `T${at + 1}`,
        amount,
        'VND',
        0,
        0,
        0,
        '',
        '',
        '',
        '05/03/2026',
      ]
      return row(['EDGE', ...shared, '', at === 99 ? 2 : 0, '', 1])
    })
    await bench.control.closeDay({ date: '2026-03-05' })

    const name = '20260305_EDGE_SERVICE_TRAN.csv'
    await bench.control.putExchangeFile('EDGE', name, rows.toSpliced(17, 1).join(''))

    const [day] = await bench.control.exchangeDays()
    expect(day?.comparison?.report).toMatchObject({
      counts: { '00': orders - 3, '01': 2, '02': 0, '03': 1 },
      bridgeCloses: true,
      resultRows: 3,
    })
  })
})
