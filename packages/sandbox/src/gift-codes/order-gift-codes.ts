import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Statement } from '../database/database.ts'
import { mustHold } from '../database/must-hold.ts'
import { runAtomically } from '../database/run-atomically.ts'
import { giftCodeOrders, giftCodes } from '../database/schema.ts'
import type { Place } from '../merchants/require-store.ts'
import { RefusalError } from '../requests/refusal-error.ts'
import type { Sandbox } from '../sandbox.ts'
import { findGiftCodeOrder, type FilledGiftCodeOrder } from './gift-code-orders.ts'
import { isInStock } from './gift-code-stock.ts'

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

/** Codes of the two refusals, which differ between the REST form and the gateway form. */
export interface GiftCodeRefusalCodes {
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

/** Takes codes of one face value, those that expire first before the others; fewer roll it back. */
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
 * Takes gift codes out of stock, all that are ordered or none: the order and its codes are one step, so
 * that the stock never falls below 0 and a repeated id never takes twice. A repeated id is refused
 * before the stock is looked at.
 *
 * No money moves: what codes cost is settled outside of the API. Assumes G-43.
 *
 * @throws RefusalError with one of the two codes
 * @see Specification 4.7, 7
 */
export async function orderGiftCodes(
  sandbox: Sandbox,
  request: NewGiftCodeOrder,
  codes: GiftCodeRefusalCodes,
): Promise<FilledGiftCodeOrder> {
  const { database, clock } = sandbox
  const { items, ...order } = request
  const { merchantCode, merchantOrderId } = order
  const wanted = quantities(items)
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
  if (broken !== undefined || taken === undefined) {
    throw new RefusalError(codes.orderExists, `The order ${merchantOrderId} exists already`)
  }
  return taken
}
