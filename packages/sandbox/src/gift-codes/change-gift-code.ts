import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database } from '../database/database.ts'
import { giftCodes } from '../database/schema.ts'
import type { GiftCode } from './gift-code-stock.ts'

/** A change of a gift code; what is left out stays. */
export const giftCodeChange = v.strictObject({
  status: v.optional(v.picklist(['ACTIVE', 'USED'])),
  /** `yyyy-MM-dd` in Vietnam. */
  expireDate: v.optional(v.pipe(v.string(), v.isoDate('must be yyyy-MM-dd'))),
})

/** A change of a gift code; what is left out stays. */
export interface GiftCodeChange extends v.InferOutput<typeof giftCodeChange> {}

/** Marks a gift code as used, or gives it another last day; `undefined` when there is none. */
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
