import { sql, type SQL } from 'drizzle-orm'
import { orders } from '../database/schema.ts'

/**
 * Condition: the order still has the version that an operator has seen; `undefined` when none is
 * given.
 *
 * @param subject what the operator asks for, such as `refund`; used in the message
 * @throws TypeError when the version is no whole number
 */
export function hasVersion(
  orderId: string,
  seenVersion: number | undefined,
  subject: string,
): SQL | undefined {
  if (seenVersion === undefined) return undefined
  if (!Number.isSafeInteger(seenVersion)) {
    throw new TypeError(`The ${subject}'s seenVersion must be a whole number.`)
  }
  return sql`(SELECT version FROM ${orders} WHERE id = ${orderId}) = ${seenVersion}`
}
