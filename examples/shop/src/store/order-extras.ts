import * as v from 'valibot'
import { upgradeTable } from './upgrade-table.ts'

/**
 * State of the voucher of an order: `taking` before it is marked as used, `used`, `returning`
 * before it is asked back, `returned`.
 */
export type VoucherState = 'taking' | 'used' | 'returning' | 'returned'

/** A gift code that a customer has bought. */
export interface BoughtCode {
  /** Face value in whole VND. */
  readonly valueVnd: number
  /** The code that the customer types; it is secret. */
  readonly code: string
  /** Last day of validity, `yyyy-MM-dd`; empty when it is unknown. */
  readonly lastDay: string
}

/** The extras of an order besides its books: voucher, gift codes, points. */
export interface OrderExtras {
  readonly orderId: string
  /** The customer who ordered; only this customer may see the order. */
  readonly customer: string
  /**
   * Phone number that receives points: that of the customer's wallet; null for a guest, and while
   * it is unknown.
   */
  readonly phone: string | null
  /**
   * Whether the order still owes points because the wallet did not identify the buyer when it was
   * made. It ends when they are given or refused, or when the wallet says that it has no phone
   * number for the shop.
   */
  readonly pointsWait: boolean
  /** Serial of the voucher of this order; null without one. */
  readonly voucher: string | null
  /** State of the voucher; null without one. */
  readonly voucherState: VoucherState | null
  /** Discount of the voucher, in whole VND. */
  readonly discountVnd: number
  /** Gift codes that were taken out of stock. */
  readonly giftCodes: readonly BoughtCode[]
  /** Points that were given. */
  readonly points: number
}

const table = `CREATE TABLE IF NOT EXISTS order_extras (
  order_id TEXT PRIMARY KEY, phone TEXT, voucher TEXT, discount_vnd INTEGER NOT NULL,
  gift_codes TEXT NOT NULL DEFAULT '[]', points INTEGER NOT NULL DEFAULT 0,
  customer TEXT NOT NULL DEFAULT '', voucher_state TEXT, touched_at INTEGER NOT NULL DEFAULT 0,
  points_wait INTEGER NOT NULL DEFAULT 0) STRICT`

/** Brings a table of an earlier version of the shop up to date. */
const upgrades = [
  `ALTER TABLE order_extras ADD COLUMN customer TEXT NOT NULL DEFAULT ''`,
  `ALTER TABLE order_extras ADD COLUMN voucher_state TEXT`,
  `ALTER TABLE order_extras ADD COLUMN touched_at INTEGER NOT NULL DEFAULT 0`,
  `UPDATE order_extras SET voucher_state = 'used' WHERE voucher IS NOT NULL`,
]

/**
 * Orders of an earlier version do not wait for points, because it is not known whether they did.
 */
const pointsUpgrades = [
  `ALTER TABLE order_extras ADD COLUMN points_wait INTEGER NOT NULL DEFAULT 0`,
]

/** Creates the table on the first use of the shop's database. */
export async function prepareOrderExtras(database: D1Database): Promise<void> {
  await database.prepare(table).run()
  await upgradeTable(database, { table: 'order_extras', newColumn: 'touched_at', upgrades })
  const points = { table: 'order_extras', newColumn: 'points_wait', upgrades: pointsUpgrades }
  await upgradeTable(database, points)
  await database
    .prepare('CREATE INDEX IF NOT EXISTS order_extras_customer ON order_extras (customer)')
    .run()
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
    points_wait: v.number(),
  }),
  v.transform((found): OrderExtras => {
    const { order_id, voucher_state, discount_vnd, gift_codes, points_wait, ...rest } = found
    return {
      ...rest,
      orderId: order_id,
      voucherState: voucher_state,
      discountVnd: discount_vnd,
      giftCodes: gift_codes,
      pointsWait: points_wait === 1,
    }
  }),
)

/**
 * Stores the extras of a new order, before its voucher is used.
 *
 * @returns `false` when the id has extras already; they stay as they are
 */
export async function saveOrderExtras(
  database: D1Database,
  extras: Pick<
    OrderExtras,
    'orderId' | 'customer' | 'phone' | 'pointsWait' | 'voucher' | 'discountVnd'
  > & {
    /** Seconds since 1970. */
    readonly touchedAt: number
  },
): Promise<boolean> {
  const { orderId, customer, phone, pointsWait, voucher, discountVnd, touchedAt } = extras
  const state: VoucherState | null = voucher === null ? null : 'taking'
  const { meta } = await database
    .prepare(
      `INSERT INTO order_extras
         (order_id, customer, phone, points_wait, voucher, voucher_state, discount_vnd, touched_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (order_id) DO NOTHING`,
    )
    .bind(orderId, customer, phone, Number(pointsWait), voucher, state, discountVnd, touchedAt)
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

/** Stores the gift codes of an order. */
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

/**
 * Stores a customer's phone number in the orders that wait for it.
 *
 * @param phone `undefined` when the wallet has none for the shop; no points are given then
 */
export async function keepPhone(
  database: D1Database,
  customer: string,
  phone: string | undefined,
): Promise<void> {
  // The first number is kept: points may already be on their way to it.
  await database
    .prepare(
      `UPDATE order_extras SET phone = ?2, points_wait = ?2 IS NOT NULL
       WHERE customer = ?1 AND points_wait = 1 AND phone IS NULL`,
    )
    .bind(customer, phone ?? null)
    .run()
}

/**
 * Stores the points that an order has earned, 0 when the service refused them. The order then waits
 * for no points any more.
 */
export async function keepPoints(
  database: D1Database,
  orderId: string,
  points: number,
): Promise<void> {
  await database
    .prepare('UPDATE order_extras SET points = MAX(points, ?), points_wait = 0 WHERE order_id = ?')
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
