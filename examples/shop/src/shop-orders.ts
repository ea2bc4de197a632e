import * as v from 'valibot'

/** What the shop itself knows of an order: what was bought, and what the webhooks have told. */
export interface ShopOrder {
  readonly id: string
  /** The basket, as `writeBasket` writes it. */
  readonly basket: string
  readonly amountVnd: number
  /** `open` until a verified webhook says more. */
  readonly state: string
  /** Version of the order store that the state belongs to. */
  readonly version: number
  /** When the books were given out, in seconds since 1970; null until a verified order.paid came. */
  readonly fulfilledAt: number | null
  readonly createdAt: number
}

const tables = [
  `CREATE TABLE IF NOT EXISTS shop_order (
    id TEXT PRIMARY KEY, basket TEXT NOT NULL, amount_vnd INTEGER NOT NULL, state TEXT NOT NULL,
    version INTEGER NOT NULL, fulfilled_at INTEGER, created_at INTEGER NOT NULL) STRICT`,
  `CREATE INDEX IF NOT EXISTS shop_order_created ON shop_order (created_at)`,
]

/** Creates the shop's tables on the first use of its database. */
export async function prepareShopOrders(database: D1Database): Promise<void> {
  await database.batch(tables.map((table) => database.prepare(table)))
}

const row = v.pipe(
  v.object({
    id: v.string(),
    basket: v.string(),
    amount_vnd: v.number(),
    state: v.string(),
    version: v.number(),
    fulfilled_at: v.nullable(v.number()),
    created_at: v.number(),
  }),
  v.transform(({ amount_vnd, fulfilled_at, created_at, ...rest }): ShopOrder => {
    return { ...rest, amountVnd: amount_vnd, fulfilledAt: fulfilled_at, createdAt: created_at }
  }),
)

/** Puts a new order on disk; the same order again changes nothing. */
export async function saveShopOrder(
  database: D1Database,
  order: Pick<ShopOrder, 'id' | 'basket' | 'amountVnd'>,
): Promise<void> {
  const { id, basket, amountVnd } = order
  await database
    .prepare(
      `INSERT INTO shop_order (id, basket, amount_vnd, state, version, created_at)
       VALUES (?, ?, ?, 'open', 0, unixepoch()) ON CONFLICT (id) DO NOTHING`,
    )
    .bind(id, basket, amountVnd)
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

/** The newest orders, at most 50. */
export async function listShopOrders(database: D1Database): Promise<readonly ShopOrder[]> {
  const { results } = await database
    .prepare('SELECT * FROM shop_order ORDER BY created_at DESC, id LIMIT 50')
    .all()
  return results.map((found) => v.parse(row, found))
}

/**
 * Takes over what a verified webhook says. Events may come twice and late: only a higher version
 * changes anything, and the books are given out once, for the price of this very basket.
 *
 * @returns whether the shop knows the order
 */
export async function applyEvent(
  database: D1Database,
  event: {
    readonly id: string
    readonly state: string
    readonly version: number
    /** What was paid for, in whole VND; null when the event is not about a payment. */
    readonly paidVnd: number | null
  },
): Promise<boolean> {
  const { id, state, version, paidVnd } = event
  const [, known] = await database.batch([
    database
      .prepare(
        `UPDATE shop_order SET state = ?2, version = ?3,
           fulfilled_at = CASE WHEN ?4 = amount_vnd THEN COALESCE(fulfilled_at, unixepoch())
             ELSE fulfilled_at END
         WHERE id = ?1 AND version < ?3`,
      )
      .bind(id, state, version, paidVnd),
    database.prepare('SELECT 1 FROM shop_order WHERE id = ?').bind(id),
  ])
  return known?.results.length === 1
}
