import type { Context } from 'hono'

const keyShape = /^[\w-]{43}$/

/** The query that links on a page keep: the order key, if it is well-formed. */
export function keptQuery(c: Context): Readonly<Record<string, string>> {
  const key = c.req.query('key')
  return key !== undefined && keyShape.test(key) ? { key } : {}
}
