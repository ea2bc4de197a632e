import * as limits from '@merchant-edge/contract/limits'
import { lt, sql } from 'drizzle-orm'
import type { Database, Statement } from '../database/database.ts'
import { nonces } from './tables.ts'

/**
 * Claims a nonce of a key for two hours, the last second included: a timestamp of that age is still
 * accepted, so that the same bytes would otherwise count a second time. Another key may use the
 * same nonce. Assumes G-148.
 *
 * @param now unix seconds
 * @returns whether the nonce was free
 */
export async function takeNonce(
  database: Database,
  now: number,
  use: { readonly keyCode: string; readonly nonce: string },
): Promise<boolean> {
  const taken = await database
    .insert(nonces)
    .values({ ...use, receivedAt: now })
    .onConflictDoUpdate({
      target: [nonces.keyCode, nonces.nonce],
      set: { receivedAt: now },
      setWhere: sql`${nonces.receivedAt} < ${now - limits.nonceReuseSeconds}`,
    })
    .returning()
  return taken.length === 1
}

/**
 * Statement that deletes nonces that may be used again.
 *
 * @param now unix seconds
 */
export function deleteOldNonces(database: Database, now: number): Statement {
  return database.delete(nonces).where(lt(nonces.receivedAt, now - limits.nonceReuseSeconds))
}
