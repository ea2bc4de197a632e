import type { Context } from 'hono'

const keyShape = /^[\w-]{43}$/

/** What the addresses on a page keep of the query of its own: the key of an order, when it can be one. */
export function keptQuery(c: Context): Readonly<Record<string, string>> {
  const key = c.req.query('key')
  return key !== undefined && keyShape.test(key) ? { key } : {}
}
