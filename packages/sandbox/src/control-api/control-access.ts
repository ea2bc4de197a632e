import { createMiddleware } from 'hono/factory'
import type { SandboxHono } from '../sandbox-hono.ts'
import { ControlError } from '../control-frame/control-error.ts'

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
}

async function isSame(given: string, expected: string): Promise<boolean> {
  const [left, right] = await Promise.all([digest(given), digest(expected)])
  return (
    left.reduce((difference, byte, index) => difference | (byte ^ (right[index] ?? 0)), 0) === 0
  )
}

function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    hostname.startsWith('127.')
  )
}

/** Whether a browser sent the request from a page of another origin. */
function isFromOtherOrigin(headers: Headers, ownOrigins: readonly string[]): boolean {
  const origin = headers.get('origin')
  if (origin !== null && !ownOrigins.includes(origin)) return true
  const site = headers.get('sec-fetch-site')
  return site === 'cross-site' || site === 'same-site'
}

/**
 * Keeps the control API to its owner: no page of another origin may drive it, and without a
 * CONTROL_SECRET it answers on loopback only.
 */
export const controlAccess = createMiddleware<SandboxHono>(async (c, next) => {
  const url = new URL(c.req.url)
  if (isFromOtherOrigin(c.req.raw.headers, [url.origin, c.var.sandbox.url])) {
    throw new ControlError(403, 'other_origin', {
      message: 'A page of another origin may not drive the sandbox.',
      remedy: 'Call the control API from a test, from a script, or from a page of the sandbox.',
    })
  }
  const secret = c.env.CONTROL_SECRET ?? ''
  if (secret === '' && !isLoopback(url.hostname)) {
    throw new ControlError(403, 'not_on_loopback', {
      message: 'Without a secret the control API answers on loopback only.',
      remedy: 'Set CONTROL_SECRET and send it as a bearer.',
    })
  }
  if (secret !== '' && !(await isSame(c.req.header('authorization') ?? '', `Bearer ${secret}`))) {
    throw new ControlError(401, 'secret_needed', {
      message: 'The control API wants its secret.',
      remedy: 'Send CONTROL_SECRET in the header `Authorization: Bearer ...`.',
    })
  }
  await next()
})
