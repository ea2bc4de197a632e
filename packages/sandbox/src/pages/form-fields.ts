import type { Context } from 'hono'

/** The text fields of a form; the last one counts when a name comes twice, files are left out. */
export async function formFields(c: Context): Promise<Readonly<Record<string, string>>> {
  const body = await c.req.parseBody()
  const texts = Object.entries(body).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value.trim()] as const] : [],
  )
  return Object.fromEntries(texts)
}
