import * as v from 'valibot'
import { upgradeTable } from './upgrade-table.ts'

/**
 * Where the voucher of an order is: `taking` before it is marked as used, `used`, `returning` before it is
 * asked back, `returned`.
 */
export type VoucherState = 'taking' | 'used' | 'returning' | 'returned'

/** A gift code that a customer has bought. */
export interface BoughtCode {
  /** Face value in whole VND. */
  readonly valueVnd: number
  /** What the customer types; a secret of the customer. */
  readonly code: string
  /** Last day on which it works, `yyyy-MM-dd`; empty when it is not known. */
  readonly lastDay: string
}

/** What belongs to an order besides its books: voucher, gift codes, points. */
export interface OrderExtras {
  readonly orderId: string
  /** Who ordered; the order is shown to nobody else. */
  readonly customer: string
  /** Phone number that gets points: that of the customer's wallet; null for a guest. */
  readonly phone: string | null
  /** Serial of the voucher of this order; null without one. */
  readonly voucher: string | null
  /** How far the voucher is; null without one. */
  readonly voucherState: VoucherState | null
  /** What the voucher took off, in whole VND. */
  readonly discountVnd: number
  /** Gift codes that were taken out of stock. */
  readonly giftCodes: readonly BoughtCode[]
  /** Points that were given. */
  readonly points: number
}

const table = `CREATE TABLE IF NOT EXISTS order_extras (
  order_id TEXT PRIMARY KEY, phone TEXT, voucher TEXT, discount_vnd INTEGER NOT NULL,
  gift_codes TEXT NOT NULL DEFAULT '[]', points INTEGER NOT NULL DEFAULT 0,
  customer TEXT NOT NULL DEFAULT '', voucher_state TEXT, touched_at INTEGER NOT NULL DEFAULT 0) STRICT`

/** Brings a table of an earlier version of the shop up to date. */
const upgrades = [
  `ALTER TABLE order_extras ADD COLUMN customer TEXT NOT NULL DEFAULT ''`,
  `ALTER TABLE order_extras ADD COLUMN voucher_state TEXT`,
  `ALTER TABLE order_extras ADD COLUMN touched_at INTEGER NOT NULL DEFAULT 0`,
  `UPDATE order_extras SET voucher_state = 'used' WHERE voucher IS NOT NULL`,
]

/** Creates the table on the first use of the shop's database. */
export async function prepareOrderExtras(database: D1Database): Promise<void> {
  await database.prepare(table).run()
  await upgradeTable(database, { table: 'order_extras', newColumn: 'touched_at', upgrades })
}

const codes = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.object({ valueVnd: v.number(), code: v.string(), lastDay: v.string() })),
)

const row = v.pipe(
  v.object({
    order_id: v.string(),
    customer: v.string(),
    phone: v.nullable(v.string()),
    voucher: v.nullable(v.string()),
    voucher_state: v.nullable(v.picklist(['taking', 'used', 'returning', 'returned'])),
    discount_vnd: v.number(),
    gift_codes: codes,
    points: v.number(),
  }),
  v.transform(({ order_id, voucher_state, discount_vnd, gift_codes, ...rest }): OrderExtras => {
    return {
      ...rest,
      orderId: order_id,
      voucherState: voucher_state,
      discountVnd: discount_vnd,
      giftCodes: gift_codes,
    }
  }),
)

/**
 * Puts the extras of a new order on disk, before its voucher is used.
 *
 * @returns `false` when the id has extras already; they stay as they are
 */
export async function saveOrderExtras(
  database: D1Database,
  extras: Pick<OrderExtras, 'orderId' | 'customer' | 'phone' | 'voucher' | 'discountVnd'> & {
    /** Seconds since 1970. */
    readonly touchedAt: number
  },
): Promise<boolean> {
  const { orderId, customer, phone, voucher, discountVnd, touchedAt } = extras
  const state: VoucherState | null = voucher === null ? null : 'taking'
  const { meta } = await database
    .prepare(
      `INSERT INTO order_extras
         (order_id, customer, phone, voucher, voucher_state, discount_vnd, touched_at)
       VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (order_id) DO NOTHING`,
    )
    .bind(orderId, customer, phone, voucher, state, discountVnd, touchedAt)
    .run()
  return meta.changes === 1
}

/** Reads the extras of an order by its id. */
export async function findOrderExtras(
  database: D1Database,
  orderId: string,
): Promise<OrderExtras | undefined> {
  const found = await database
    .prepare('SELECT * FROM order_extras WHERE order_id = ?')
    .bind(orderId)
    .first()
  return found === null ? undefined : v.parse(row, found)
}

/** Keeps the gift codes of an order. */
export async function keepGiftCodes(
  database: D1Database,
  orderId: string,
  giftCodes: readonly BoughtCode[],
): Promise<void> {
  await database
    .prepare('UPDATE order_extras SET gift_codes = ? WHERE order_id = ?')
    .bind(JSON.stringify(giftCodes), orderId)
    .run()
}

/** Notes the points that an order has earned. */
export async function keepPoints(
  database: D1Database,
  orderId: string,
  points: number,
): Promise<void> {
  await database
    .prepare('UPDATE order_extras SET points = ? WHERE order_id = ?')
    .bind(points, orderId)
    .run()
}

/** All points that this shop has given to a customer. */
export async function pointsGiven(database: D1Database, customer: string): Promise<number> {
  const sum = await database
    .prepare('SELECT COALESCE(SUM(points), 0) AS points FROM order_extras WHERE customer = ?')
    .bind(customer)
    .first<number>('points')
  return sum ?? 0
}
