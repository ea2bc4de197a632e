import { and, asc, desc, eq, sql, inArray } from 'drizzle-orm'
import type { Database, Statement } from '../database/database.ts'
import { mustHold, runAtomically } from '../database/run-atomically.ts'
import { giftCodeOrders, giftCodes } from './tables.ts'
import { requireStore, type Place } from '../merchants/stores.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import type { Sandbox } from '../sandbox.ts'
import { type GiftCode, isInStock } from './gift-code-stock.ts'

/** A merchant's order of gift codes. */
export interface GiftCodeOrder {
  readonly merchantCode: string
  /**
   * merchant_order_id of the REST form, order_id of the gateway form: one set of ids. Assumes G-40.
   */
  readonly merchantOrderId: string
  readonly storeCode: string
  readonly posCode: string
  /** `extra_data` of the request. */
  readonly extraData: string
  /** Unix seconds. */
  readonly createdAt: number
}

/** An order of gift codes with the codes that it has taken out of stock. */
export interface FilledGiftCodeOrder extends GiftCodeOrder {
  /** In the order of face values, then of serials. */
  readonly codes: readonly GiftCode[]
}

/** Orders of gift codes of a merchant, or of all of them, newest first, at most 200. */
export async function listGiftCodeOrders(
  database: Database,
  merchantCode?: string,
): Promise<readonly GiftCodeOrder[]> {
  return database
    .select()
    .from(giftCodeOrders)
    .where(merchantCode === undefined ? undefined : eq(giftCodeOrders.merchantCode, merchantCode))
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

/** Gift codes that a merchant wants. */
export interface NewGiftCodeOrder extends Place {
  /** The merchant's own id of the order. */
  readonly merchantOrderId: string
  readonly items: readonly {
    /** Face value in thousand VND. */
    readonly card_type: string
    /** Whole, 1 or more. */
    readonly quantity: number
  }[]
  readonly extraData: string
}

/** Codes of the refusals, which differ between the REST form and the gateway form. */
export interface GiftCodeRefusalCodes {
  /** The store or terminal does not belong to the merchant or is closed. */
  readonly placeInvalid: number
  readonly stockInsufficient: number
  readonly orderExists: number
}

function quantities(items: NewGiftCodeOrder['items']): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const { card_type, quantity } of items) {
    sums.set(card_type, (sums.get(card_type) ?? 0) + quantity)
  }
  return sums
}

/** Takes codes of one face value, earliest expiry first; rolls back when there are too few. */
function take(
  sandbox: Sandbox,
  order: NewGiftCodeOrder,
  item: { readonly cardType: string; readonly quantity: number },
): readonly Statement[] {
  const { database } = sandbox
  const { merchantCode, merchantOrderId } = order
  const taken = database
    .select({ serial: giftCodes.serial })
    .from(giftCodes)
    .where(and(eq(giftCodes.cardType, item.cardType), isInStock(sandbox)))
    .orderBy(asc(giftCodes.expireDate), asc(giftCodes.serial))
    .limit(item.quantity)
  return [
    database
      .update(giftCodes)
      .set({ merchantCode, merchantOrderId })
      .where(inArray(giftCodes.serial, taken)),
    mustHold(database, sql`changes() = ${item.quantity}`),
  ]
}

/**
 * Takes the ordered gift codes out of stock, all or none. The order and its codes are stored in one
 * transaction, so that the stock never falls below 0 and a repeated id never takes codes twice. A
 * repeated id is refused before the store and the stock are checked, so that a caller who lost the
 * answer learns that the first attempt succeeded.
 *
 * No money moves: the price of the codes is settled outside the API. Assumes G-43.
 *
 * @throws RefusalError with one of the codes
 * @see Specification 4.7, 7
 */
export async function orderGiftCodes(
  sandbox: Sandbox,
  request: NewGiftCodeOrder,
  codes: GiftCodeRefusalCodes,
): Promise<FilledGiftCodeOrder> {
  const { database, clock } = sandbox
  const { items, fieldNames: _, ...order } = request
  const { merchantCode, merchantOrderId } = order
  const wanted = quantities(items)
  const isTaken = new RefusalError(codes.orderExists, `The order ${merchantOrderId} exists already`)
  if ((await findGiftCodeOrder(database, merchantCode, merchantOrderId)) !== undefined) {
    throw isTaken
  }
  await requireStore(sandbox, request, codes.placeInvalid)
  const broken = await runAtomically(database, [
    database.insert(giftCodeOrders).values({ ...order, createdAt: clock.nowSeconds() }),
    ...[...wanted].flatMap(([cardType, quantity]) =>
      take(sandbox, request, { cardType, quantity }),
    ),
  ])
  if (broken === 'guard_held') {
    throw new RefusalError(codes.stockInsufficient, 'The stock holds fewer codes than ordered')
  }
  const taken = await findGiftCodeOrder(database, merchantCode, merchantOrderId)
  if (broken !== undefined || taken === undefined) throw isTaken
  return taken
}
