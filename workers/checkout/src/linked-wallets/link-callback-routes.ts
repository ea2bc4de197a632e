import { type Context, Hono } from 'hono'
import { isLimited, limitedSeconds } from '../api/limits.ts'
import { BodyError, readBody } from '../api/read-body.ts'
import type { CheckoutEnv } from '../checkout-env.ts'

const maxBodyBytes = 16_384
const field = 'link_reference_id'

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/**
 * An incomplete body is ignored: the callback itself is enough reason to query the service about
 * the link.
 */
async function bodyText(c: Context): Promise<string> {
  try {
    return new TextDecoder().decode(await readBody(c, maxBodyBytes))
  } catch (error) {
    if (!(error instanceof BodyError)) throw error
    return ''
  }
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

/** Reads `link_reference_id` from the query or the body (JSON or form). Assumes G-11. */
async function linkReferenceId(c: Context): Promise<string | undefined> {
  const inQuery = textOf(c.req.query(field))
  if (inQuery !== undefined || c.req.method === 'GET') return inQuery
  const body = await bodyText(c)
  return fromJson(body) ?? textOf(new URLSearchParams(body).get(field) ?? undefined)
}

/**
 * Receives link callbacks. They are unsigned: the token in the path is checked, and their content
 * is not trusted. The wallet token in them is not even read. Answers 200 after the callback is
 * stored, and 404 for a path with an invalid token.
 *
 * @see Specification 6.2
 */
export function linkCallbackRoutes(): Hono<{ Bindings: CheckoutEnv }> {
  const routes = new Hono<{ Bindings: CheckoutEnv }>()
  routes.on(['GET', 'POST'], '/link-callbacks/:id/:token', async (c) => {
    // Hono serves HEAD by the handler of GET.
    if (c.req.raw.method === 'HEAD')
      return c.text('method not allowed', 405, { allow: 'GET, POST' })
    if (await isLimited(c, c.env.PAY_LIMIT, 'link-callback')) {
      return c.text('too many requests', 429, { 'retry-after': String(limitedSeconds) })
    }
    const hint = await linkReferenceId(c)
    const outcome = await c.env.PUBLIC_PAGES.recordLinkCallback({
      id: c.req.param('id'),
      token: c.req.param('token'),
      ...(hint !== undefined && { linkReferenceId: hint }),
    })
    if (outcome === 'recorded') return c.text('ok')
    c.var.securityLog('link_token_wrong')
    return c.text('not found', 404)
  })
  routes.all('/link-callbacks/*', (c) => c.text('not found', 404))
  return routes
}
