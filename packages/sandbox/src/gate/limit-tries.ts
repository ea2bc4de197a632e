import type { Context } from 'hono'
import type { SandboxHono } from '../sandbox-hono.ts'

/** Period of the limit in seconds, sent as `Retry-After`. */
export const triedSeconds = 60

/**
 * Counts an attempt with the secret, and returns whether its address has made too many; always
 * false without LOG_IN_LIMIT.
 */
export async function hasTriedTooOften(c: Context<SandboxHono>): Promise<boolean> {
  const key = c.req.header('cf-connecting-ip') ?? 'unknown'
  const counted = await c.env.LOG_IN_LIMIT?.limit({ key })
  return counted?.success === false
}
