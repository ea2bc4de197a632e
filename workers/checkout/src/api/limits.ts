import type { Context } from 'hono'
import { callerOf } from '@merchant-edge/pages'

/** A rate-limit binding. */
export type Limit = Pick<RateLimit, 'limit'> | undefined

/** Seconds after which a limited client address may retry: the period of the bindings. */
export const limitedSeconds = 60

/**
 * Counts a request of a client address, and logs when it exceeds the limit. Without the binding
 * nothing is counted.
 *
 * @param kind each kind is counted separately
 */
export async function isLimited(c: Context, limit: Limit, kind: string): Promise<boolean> {
  if (limit === undefined) return false
  const { success } = await limit.limit({ key: `${kind}:${callerOf(c.req.raw)}` })
  if (!success) c.var.securityLog('rate_limited')
  return !success
}
