import type { Context } from 'hono'
import type { SandboxHono } from '../sandbox-hono.ts'

/** The limit counts by the minute, which is what `Retry-After` says. */
export const triedSeconds = 60

/** Counts a try at the secret, and says whether its address has tried too often; never without LOG_IN_LIMIT. */
export async function hasTriedTooOften(c: Context<SandboxHono>): Promise<boolean> {
  const key = c.req.header('cf-connecting-ip') ?? 'unknown'
  const counted = await c.env.LOG_IN_LIMIT?.limit({ key })
  return counted?.success === false
}
