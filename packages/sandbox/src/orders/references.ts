import { and, eq } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { references } from './tables.ts'

/**
 * Whether a payment or a refund of the merchant has an id already: they share one set. Assumes
 * G-31.
 */
export async function isReferenceTaken(
  database: Database,
  merchantCode: string,
  orderReferenceId: string,
): Promise<boolean> {
  const taken = await database
    .select()
    .from(references)
    .where(
      and(
        eq(references.merchantCode, merchantCode),
        eq(references.orderReferenceId, orderReferenceId),
      ),
    )
  return taken.length > 0
}
