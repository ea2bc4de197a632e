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
    // The error page is the same for every form that cannot be read.
    throw new HTTPException(400, { cause })
  }
}
