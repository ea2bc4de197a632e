import type { Context } from 'hono'

/** The fields of a form; none when the body is not the form that a page of ours sends. */
export async function formFields(c: Context): Promise<Readonly<Record<string, unknown>>> {
  try {
    return Object.fromEntries(await c.req.formData())
  } catch {
    return {}
  }
}
