import { HTTPException } from 'hono/http-exception'
import type { TillContext } from '../till-hono.ts'
import { localeOf } from './locale.ts'

/**
 * The fields of a form; of a field that comes several times, every text.
 *
 * @throws HTTPException 400 when the body is not the form that a page of ours sends
 */
export async function formFields(c: TillContext): Promise<Readonly<Record<string, string[]>>> {
  const fields: Record<string, string[]> = Object.create(null)
  try {
    for (const [name, value] of await c.req.formData()) {
      if (typeof value === 'string') (fields[name] ??= []).push(value)
    }
  } catch (cause) {
    throw new HTTPException(400, { message: localeOf(c).messages.formUnreadable, cause })
  }
  return fields
}
