import { type Context, Hono } from 'hono'
import type { CheckoutEnv } from '../checkout-env.ts'

const largestBodyBytes = 16_384
const field = 'link_reference_id'

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

async function bodyText(request: Request): Promise<string> {
  if (request.body === null) return ''
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body) {
    length += chunk.byteLength
    // A longer body is ignored: that a callback came is reason enough to ask the service about the link.
    if (length > largestBodyBytes) return ''
    chunks.push(chunk)
  }
  return new Blob(chunks.map((chunk) => Uint8Array.from(chunk))).text()
}

function fromJson(body: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(body)
    if (typeof parsed !== 'object' || parsed === null) return undefined
    const inner: unknown = Reflect.get(parsed, 'data')
    const isNested = typeof inner === 'object' && inner !== null
    const nested = isNested ? textOf(Reflect.get(inner, field)) : undefined
    return textOf(Reflect.get(parsed, field)) ?? nested
  } catch {
    return undefined
  }
}

/** Reads `link_reference_id` from the query or the body, be it JSON or a form. Assumes G-11. */
async function linkReferenceId(c: Context): Promise<string | undefined> {
  const inQuery = textOf(c.req.query(field))
  if (inQuery !== undefined || c.req.method === 'GET') return inQuery
  const body = await bodyText(c.req.raw)
  return fromJson(body) ?? textOf(new URLSearchParams(body).get(field) ?? undefined)
}

/**
 * Receives link callbacks: unsigned, so that the token in the path lets them in and nothing in them is
 * believed. The token of the wallet, which they carry, is not even read. Answers 200 once the callback is
 * on disk and 404 for a path that is not ours.
 *
 * @see Specification 6.2
 */
export function linkCallbackRoutes(): Hono<{ Bindings: CheckoutEnv }> {
  const routes = new Hono<{ Bindings: CheckoutEnv }>()
  routes.on(['GET', 'POST'], '/link-callbacks/:id/:token', async (c) => {
    // Hono serves HEAD by the handler of GET.
    if (c.req.raw.method === 'HEAD')
      return c.text('method not allowed', 405, { allow: 'GET, POST' })
    const hint = await linkReferenceId(c)
    const outcome = await c.env.PUBLIC_PAGES.recordLinkCallback({
      id: c.req.param('id'),
      token: c.req.param('token'),
      ...(hint !== undefined && { linkReferenceId: hint }),
    })
    return outcome === 'recorded' ? c.text('ok') : c.text('not found', 404)
  })
  routes.all('/link-callbacks/*', (c) => c.text('not found', 404))
  return routes
}
