import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { giftCodeOrders, giftCodes } from '../database/schema.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import type { GiftCode } from './gift-code-stock.ts'

/** A merchant's order of gift codes. */
export interface GiftCodeOrder {
  readonly merchantCode: string
  /** merchant_order_id of the REST form, order_id of the gateway form: one set of ids. Assumes G-40. */
  readonly merchantOrderId: string
  readonly storeCode: string
  readonly posCode: string
  /** What the merchant sent along. */
  readonly extraData: string
  /** Unix seconds. */
  readonly createdAt: number
}

/** An order with its codes. */
export interface FilledGiftCodeOrder extends GiftCodeOrder {
  /** In the order of face values, then of serials. */
  readonly codes: readonly GiftCode[]
}

/** Orders of gift codes, newest first, at most 200. */
export async function listGiftCodeOrders(database: Database): Promise<readonly GiftCodeOrder[]> {
  return database
    .select()
    .from(giftCodeOrders)
    .orderBy(desc(giftCodeOrders.createdAt), asc(giftCodeOrders.merchantOrderId))
    .limit(200)
}

/** An order of a merchant with its codes. */
export async function findGiftCodeOrder(
  database: Database,
  merchantCode: string,
  merchantOrderId: string,
): Promise<FilledGiftCodeOrder | undefined> {
  const [[order], codes] = await database.batch([
    database
      .select()
      .from(giftCodeOrders)
      .where(
        and(
          eq(giftCodeOrders.merchantCode, merchantCode),
          eq(giftCodeOrders.merchantOrderId, merchantOrderId),
        ),
      ),
    database
      .select()
      .from(giftCodes)
      .where(
        and(
          eq(giftCodes.merchantCode, merchantCode),
          eq(giftCodes.merchantOrderId, merchantOrderId),
        ),
      )
      .orderBy(asc(sql`cast(${giftCodes.cardType} as integer)`), asc(giftCodes.serial)),
  ])
  return order && { ...order, codes }
}

/**
 * An order of a merchant with its codes.
 *
 * @throws RefusalError 4040001 when the merchant has no such order
 */
export async function requireGiftCodeOrder(
  database: Database,
  merchantCode: string,
  merchantOrderId: string,
): Promise<FilledGiftCodeOrder> {
  const order = await findGiftCodeOrder(database, merchantCode, merchantOrderId)
  if (order !== undefined) return order
  throw new RefusalError(4040001, `You have no order of gift codes ${merchantOrderId}`)
}
