import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database } from '../database/database.ts'
import { merchants } from './tables.ts'

/**
 * Rights that a merchant may have. `refund` is the right itself; `automatic-refund` is the set-up
 * without which the API refuses with 4000817.
 */
export const features = [
  'transaction-qr',
  'app-to-app',
  'web-payment',
  'refund',
  'automatic-refund',
  'transfer',
  'e-voucher',
  'membership',
  'gift-code',
  'top-up',
  'linked-account',
] as const

/** A right that a merchant may have. */
export type Feature = (typeof features)[number]

/** A merchant of the service. */
export interface Merchant {
  readonly code: string
  readonly name: string
  readonly status: 'active' | 'closed'
  readonly rights: readonly Feature[]
}

/** A change of a merchant; what is left out stays. */
export const merchantChange = v.strictObject({
  name: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(100))),
  status: v.optional(v.picklist(['active', 'closed'])),
  rights: v.optional(v.array(v.picklist(features))),
})

/** A change of a merchant; what is left out stays. */
export interface MerchantChange extends v.InferOutput<typeof merchantChange> {}

const storedRights = v.array(v.picklist(features))

type Row = typeof merchants.$inferSelect

/** The merchant that a row of the table stands for. */
export function merchantOf(row: Row): Merchant {
  return { ...row, rights: v.parse(storedRights, row.rights) }
}

/** All merchants. */
export async function listMerchants(database: Database): Promise<readonly Merchant[]> {
  return (await database.select().from(merchants).orderBy(merchants.code)).map(merchantOf)
}

/** A merchant by its code. */
export async function findMerchant(
  database: Database,
  code: string,
): Promise<Merchant | undefined> {
  const [row] = await database.select().from(merchants).where(eq(merchants.code, code))
  return row && merchantOf(row)
}

/** Changes a merchant; `undefined` when there is none with this code. */
export async function changeMerchant(
  database: Database,
  code: string,
  change: MerchantChange,
): Promise<Merchant | undefined> {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  if (given.length > 0) {
    await database.update(merchants).set(Object.fromEntries(given)).where(eq(merchants.code, code))
  }
  return findMerchant(database, code)
}
