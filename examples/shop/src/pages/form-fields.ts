import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'

/**
 * The fields of a form.
 *
 * @throws HTTPException 400 when the body is not the form that a page of ours sends
 */
export async function formFields(c: Context): Promise<Readonly<Record<string, unknown>>> {
  try {
    return Object.fromEntries(await c.req.formData())
  } catch (cause) {
    // The page about it is that of every form which cannot be read.
    throw new HTTPException(400, { cause })
  }
}
