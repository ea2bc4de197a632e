import type { Context } from 'hono'
import type { SandboxHono } from '../sandbox-hono.ts'

/** Period of the limit in seconds, sent as `Retry-After`. */
export const attemptPeriodSeconds = 60

/**
 * Counts an attempt to log in with the secret, by the address of its sender.
 *
 * @returns whether the address has made too many; always false without LOG_IN_LIMIT
 */
export async function countAttempt(c: Context<SandboxHono>): Promise<boolean> {
  const key = c.req.header('cf-connecting-ip') ?? 'unknown'
  const counted = await c.env.LOG_IN_LIMIT?.limit({ key })
  return counted?.success === false
}
