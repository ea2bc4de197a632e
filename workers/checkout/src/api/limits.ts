import type { Context } from 'hono'
import { callerOf } from '@merchant-edge/pages'

/** A binding that counts requests by a key, and says when there are too many. */
export type Limit = Pick<RateLimit, 'limit'> | undefined

/** Seconds after which an address that was limited may ask again: the period of the bindings. */
export const limitedSeconds = 60

/**
 * Counts a request of an address, and tells the log when it is one too many. Without the binding nothing is counted.
 *
 * @param kind counts of different kinds do not add up
 */
export async function isLimited(c: Context, limit: Limit, kind: string): Promise<boolean> {
  if (limit === undefined) return false
  const { success } = await limit.limit({ key: `${kind}:${callerOf(c.req.raw)}` })
  if (!success) c.var.securityLog('rate_limited')
  return !success
}
