import type { Context } from 'hono'
import type { SandboxHono } from '../sandbox-hono.ts'

/**
 * Whether browsers reach the sandbox over https, also when a proxy in front of it terminates TLS.
 */
export function isHttps(c: Context<SandboxHono>): boolean {
  return [c.req.url, c.env.SANDBOX_URL ?? ''].some((url) => url.startsWith('https:'))
}
