import { createMiddleware } from 'hono/factory'
import { pagePolicy } from '../page-frame/page-policy.ts'
import type { SandboxHono } from '../sandbox-hono.ts'

const always: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // no-referrer would make browsers send the origin of our own forms as "null".
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
}

/** Policy of answers that are not pages: they load nothing and are shown in no frame. */
const programPolicy = [
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Two years, in seconds. */
const strictTransport = `max-age=${2 * 365 * 24 * 60 * 60}; includeSubDomains`

/**
 * Sets the headers of every answer, including refusals and failures. A route that sets its own
 * `Cache-Control` or policy keeps it; otherwise no cache may store the answer, because most answers
 * show money or personal data.
 */
export const securityHeaders = createMiddleware<SandboxHono>(async (c, next) => {
  await next()
  const { headers } = c.res
  for (const [name, value] of Object.entries(always)) headers.set(name, value)
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  if (!headers.has('content-security-policy')) {
    const isPage = headers.get('content-type')?.startsWith('text/html') === true
    headers.set('content-security-policy', isPage ? pagePolicy() : programPolicy)
  }
  if (new URL(c.req.url).protocol === 'https:') {
    headers.set('strict-transport-security', strictTransport)
  }
})
