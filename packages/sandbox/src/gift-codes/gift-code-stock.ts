import { and, asc, eq, gte, isNull, sql, type SQL } from 'drizzle-orm'
import * as v from 'valibot'
import { vietnamDay } from '../clock/vietnam-time.ts'
import type { Database, Statement } from '../database/database.ts'
import { giftCodes } from './tables.ts'
import { randomDigits } from '../random-id.ts'
import type { Sandbox } from '../sandbox.ts'

/** A gift code of the service. @see Specification 2.10 */
export interface GiftCode {
  /** Number under which it can be traced. */
  readonly serial: string
  /** Secret code that the customer redeems. */
  readonly code: string
  /** Face value in thousand VND. */
  readonly cardType: string
  /** Last day on which the code is valid, `yyyy-MM-dd` in Vietnam. */
  readonly expireDate: string
  readonly status: 'ACTIVE' | 'USED'
  /** Merchant whose order has the code; null while it is in stock. */
  readonly merchantCode: string | null
  /** Order that has the code; null while it is in stock. */
  readonly merchantOrderId: string | null
}

/** Numbers of codes of a face value. */
export interface StockLevel {
  /** Face value in thousand VND. */
  readonly cardType: string
  /** Codes that can be ordered: in stock and not expired. */
  readonly inStock: number
  /** Codes that were ordered and are not used. */
  readonly sold: number
  readonly used: number
  /** Codes that expired in stock. */
  readonly expired: number
}

/** Gift codes to put into stock. */
export const newGiftCodes = v.strictObject({
  /** Face value in thousand VND, `50` to `10000`. */
  cardType: v.pipe(
    v.string('must be a string of digits'),
    v.regex(/^[1-9]\d{1,4}$/, 'must be 50 to 10000'),
    v.check((text) => Number(text) >= 50 && Number(text) <= 10_000, 'must be 50 to 10000'),
  ),
  /** How many, 1 to 1,000. */
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)),
  /** Last day, `yyyy-MM-dd` in Vietnam; a year from now when left out. */
  expireDate: v.optional(v.pipe(v.string(), v.isoDate('must be yyyy-MM-dd'))),
})

/** Gift codes to put into stock. */
export interface NewGiftCodes extends v.InferOutput<typeof newGiftCodes> {}

// D1 takes at most 100 bound values in a statement, and a row has five.
const rowsPerStatement = 15

/** Statements that put new codes into stock. */
export function stockStatements(
  database: Database,
  now: number,
  { cardType, quantity, expireDate = vietnamDay(now, 365) }: NewGiftCodes,
): readonly Statement[] {
  const rows = Array.from({ length: quantity }, () => ({
    serial: `GC${randomDigits(12)}`,
    code: randomDigits(16),
    cardType,
    expireDate,
    status: 'ACTIVE' as const,
  }))
  const parts = Array.from({ length: Math.ceil(quantity / rowsPerStatement) }, (_, part) =>
    rows.slice(part * rowsPerStatement, (part + 1) * rowsPerStatement),
  )
  return parts.map((part) => database.insert(giftCodes).values(part))
}

/**
 * Puts new codes into stock.
 *
 * @param together statements to run in the same transaction
 */
export async function addGiftCodes(
  sandbox: Sandbox,
  request: NewGiftCodes,
  together: readonly Statement[] = [],
): Promise<readonly StockLevel[]> {
  const [first, ...rest] = stockStatements(sandbox.database, sandbox.clock.nowSeconds(), request)
  if (first !== undefined) await sandbox.database.batch([first, ...rest, ...together])
  return listStock(sandbox)
}

/** SQL condition of a code that may be ordered: in stock and not expired. */
export function isInStock(sandbox: Sandbox): SQL | undefined {
  const today = vietnamDay(sandbox.clock.nowSeconds(), 0)
  return and(
    isNull(giftCodes.merchantOrderId),
    eq(giftCodes.status, 'ACTIVE'),
    gte(giftCodes.expireDate, today),
  )
}

/** How many codes of each face value there are, lowest value first. */
export async function listStock(sandbox: Sandbox): Promise<readonly StockLevel[]> {
  const isFree = sql`${giftCodes.merchantOrderId} is null`
  const inStock = sql<number>`coalesce(sum(${isInStock(sandbox)}), 0)`
  const rows = await sandbox.database
    .select({
      cardType: giftCodes.cardType,
      all: sql<number>`count(*)`,
      inStock,
      used: sql<number>`sum(${giftCodes.status} = 'USED')`,
      sold: sql<number>`sum(not ${isFree} and ${giftCodes.status} = 'ACTIVE')`,
    })
    .from(giftCodes)
    .groupBy(giftCodes.cardType)
    .orderBy(asc(sql`cast(${giftCodes.cardType} as integer)`))
  return rows.map(({ all, ...row }) => ({
    ...row,
    expired: all - row.inStock - row.used - row.sold,
  }))
}

/** Number of codes that can be ordered, by face value; all face values when none is given. */
export async function stockOf(
  sandbox: Sandbox,
  cardTypes: readonly string[] | undefined,
): Promise<readonly { readonly card_type: string; readonly quantity: number }[]> {
  const levels = await listStock(sandbox)
  const wanted = cardTypes ?? levels.map(({ cardType }) => cardType)
  return [...new Set(wanted)].map((cardType) => ({
    card_type: cardType,
    quantity: levels.find((level) => level.cardType === cardType)?.inStock ?? 0,
  }))
}

/** The gift code with a serial, among those that a merchant has ordered. */
export async function findSoldCode(
  database: Database,
  merchantCode: string,
  serial: string,
): Promise<GiftCode | undefined> {
  const [row] = await database
    .select()
    .from(giftCodes)
    .where(and(eq(giftCodes.serial, serial), eq(giftCodes.merchantCode, merchantCode)))
  return row
}

/**
 * A change of a gift code; what is left out stays. No call of a merchant changes one. Assumes
 * G-138.
 */
export const giftCodeChange = v.strictObject({
  status: v.optional(v.picklist(['ACTIVE', 'USED'])),
  /** `yyyy-MM-dd` in Vietnam. */
  expireDate: v.optional(v.pipe(v.string(), v.isoDate('must be yyyy-MM-dd'))),
})

/** A change of a gift code; what is left out stays. */
export interface GiftCodeChange extends v.InferOutput<typeof giftCodeChange> {}

/** Marks a gift code as used, or changes its expiry date; `undefined` when there is none. */
export async function changeGiftCode(
  database: Database,
  serial: string,
  change: GiftCodeChange,
): Promise<GiftCode | undefined> {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  if (given.length > 0) {
    await database
      .update(giftCodes)
      .set(Object.fromEntries(given))
      .where(eq(giftCodes.serial, serial))
  }
  const [row] = await database.select().from(giftCodes).where(eq(giftCodes.serial, serial))
  return row
}
