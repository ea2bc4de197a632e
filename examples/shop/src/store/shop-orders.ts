import * as v from 'valibot'
import { upgradeTable } from './upgrade-table.ts'

/** The shop's own record of an order: its basket, and the state from webhooks. */
export interface ShopOrder {
  readonly id: string
  /** The basket, as `writeBasket` writes it. */
  readonly basket: string
  readonly amountVnd: number
  /** `open` until a verified webhook changes it. */
  readonly state: string
  /** Version of the order store that the state belongs to. */
  readonly version: number
  /** When a verified order.paid arrived, in seconds since 1970; null until then. */
  readonly paidAt: number | null
  /**
   * When everything that the order is owed had been given, gift codes and points included, in
   * seconds since 1970; null until then. Later than `paidAt`: the calls for codes and points take
   * their time.
   */
  readonly fulfilledAt: number | null
  readonly createdAt: number
}

const tables = [
  `CREATE TABLE IF NOT EXISTS shop_order (
    id TEXT PRIMARY KEY, basket TEXT NOT NULL, amount_vnd INTEGER NOT NULL, state TEXT NOT NULL,
    version INTEGER NOT NULL, fulfilled_at INTEGER, created_at INTEGER NOT NULL,
    paid_at INTEGER) STRICT`,
]

/**
 * For tables of an earlier version, which set `fulfilled_at` when an order was paid. An order
 * without its gift codes is pending again: its order.paid has not been acknowledged.
 */
const upgrades = [
  `ALTER TABLE shop_order ADD COLUMN paid_at INTEGER`,
  `UPDATE shop_order SET paid_at = fulfilled_at`,
  `UPDATE shop_order SET fulfilled_at = NULL WHERE basket LIKE '%gift-card-%' AND EXISTS (
    SELECT 1 FROM order_extras WHERE order_id = shop_order.id AND gift_codes = '[]')`,
]

/**
 * Creates the table of the orders on the first use of the shop's database, after that of their
 * extras.
 */
export async function prepareShopOrders(database: D1Database): Promise<void> {
  await database.batch(tables.map((table) => database.prepare(table)))
  await upgradeTable(database, { table: 'shop_order', newColumn: 'paid_at', upgrades })
}

const row = v.pipe(
  v.object({
    id: v.string(),
    basket: v.string(),
    amount_vnd: v.number(),
    state: v.string(),
    version: v.number(),
    paid_at: v.nullable(v.number()),
    fulfilled_at: v.nullable(v.number()),
    created_at: v.number(),
  }),
  v.transform(({ amount_vnd, paid_at, fulfilled_at, created_at, ...rest }): ShopOrder => {
    return {
      ...rest,
      amountVnd: amount_vnd,
      paidAt: paid_at,
      fulfilledAt: fulfilled_at,
      createdAt: created_at,
    }
  }),
)

/** Stores a new order; a repeat changes nothing. */
export async function saveShopOrder(
  database: D1Database,
  order: Pick<ShopOrder, 'id' | 'basket' | 'amountVnd' | 'createdAt'>,
): Promise<void> {
  const { id, basket, amountVnd, createdAt } = order
  await database
    .prepare(
      `INSERT INTO shop_order (id, basket, amount_vnd, state, version, created_at)
       VALUES (?, ?, ?, 'open', 0, ?) ON CONFLICT (id) DO NOTHING`,
    )
    .bind(id, basket, amountVnd, createdAt)
    .run()
}

/** An order by its id. */
export async function findShopOrder(
  database: D1Database,
  id: string,
): Promise<ShopOrder | undefined> {
  const found = await database.prepare('SELECT * FROM shop_order WHERE id = ?').bind(id).first()
  return found === null ? undefined : v.parse(row, found)
}

/**
 * The orders of some customers, newest first.
 *
 * @param customers ids of customers, as in the extras of their orders
 */
export async function newestOrdersOf(
  database: D1Database,
  customers: readonly string[],
  limit: number,
): Promise<readonly ShopOrder[]> {
  const { results } = await database
    .prepare(
      `SELECT shop_order.* FROM order_extras JOIN shop_order ON shop_order.id = order_extras.order_id
       WHERE order_extras.customer IN (SELECT value FROM json_each(?))
       ORDER BY shop_order.created_at DESC, shop_order.id LIMIT ?`,
    )
    .bind(JSON.stringify(customers), limit)
    .run()
  return results.map((found) => v.parse(row, found))
}

/**
 * Applies a verified webhook. Events may arrive twice and late: only a higher version changes the
 * state, and a payment counts only if its amount is the price of this basket. A payment is recorded
 * even if a later event has arrived before it.
 *
 * @returns whether the shop knows the order
 */
export async function applyEvent(
  database: D1Database,
  event: {
    readonly id: string
    readonly state: string
    readonly version: number
    /** Price of the paid order in whole VND; null when the event is not about a payment. */
    readonly paidVnd: number | null
    /** When the event came, in seconds since 1970. */
    readonly receivedAt: number
  },
): Promise<boolean> {
  const { id, state, version, paidVnd, receivedAt } = event
  const [, , known] = await database.batch([
    database
      .prepare('UPDATE shop_order SET state = ?2, version = ?3 WHERE id = ?1 AND version < ?3')
      .bind(id, state, version),
    database
      .prepare(
        `UPDATE shop_order SET paid_at = ?3
         WHERE id = ?1 AND amount_vnd = ?2 AND paid_at IS NULL`,
      )
      .bind(id, paidVnd, receivedAt),
    database.prepare('SELECT 1 FROM shop_order WHERE id = ?').bind(id),
  ])
  return known?.results.length === 1
}

/**
 * Marks a paid order as fulfilled; a repeat changes nothing.
 *
 * @param fulfilledAt seconds since 1970
 */
export async function markFulfilled(
  database: D1Database,
  id: string,
  fulfilledAt: number,
): Promise<void> {
  await database
    .prepare(
      `UPDATE shop_order SET fulfilled_at = ?2
       WHERE id = ?1 AND paid_at IS NOT NULL AND fulfilled_at IS NULL`,
    )
    .bind(id, fulfilledAt)
    .run()
}
