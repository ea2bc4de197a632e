import * as v from 'valibot'
import { readFormData } from '../bodies/read-form-data.ts'
import { vietnamDay } from '../clock/vietnam-time.ts'
import type { Sandbox } from '../sandbox.ts'

/** The part of a request's context that a form is read from. */
export interface FormContext {
  readonly req: { readonly raw: Request }
  readonly var: { readonly sandbox: Pick<Sandbox, 'host'> }
}

/**
 * The text fields of a form; the last one counts when a name comes twice, files are left out.
 *
 * @throws BodyRefused when the body is not a form, too large or too slow
 */
export async function formFields(c: FormContext): Promise<Readonly<Record<string, string>>> {
  const form = await readFormData(c.req.raw, c.var.sandbox.host)
  const texts = [...form].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value.trim()] as const] : [],
  )
  return Object.fromEntries(texts)
}

/** The first thing that is wrong with a form, in one line. */
export function problemOf(
  issues: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]],
): string {
  const [issue] = issues
  return `${v.getDotPath(issue) ?? ''} ${issue.message}`.trim()
}

/**
 * The last second of a day in Vietnam.
 *
 * @param date `yyyy-mm-dd`, as a form's date field sends it
 * @returns unix seconds, or `undefined` when there is no such day
 */
export function endOfDay(date: string): number | undefined {
  const end = Math.floor(Date.parse(`${date}T23:59:59+07:00`) / 1000)
  // A day that no month has, such as 31 February, would be read as one of the next month.
  return !Number.isNaN(end) && vietnamDay(end, 0) === date ? end : undefined
}

/**
 * {@link endOfDay} for a field that may be empty: NaN, which no rule takes, when it holds something
 * else than a day. As no day, it would mean for ever.
 *
 * @returns unix seconds, or `undefined` when the field is empty
 */
export function endOfTypedDay(date: string): number | undefined {
  return date === '' ? undefined : (endOfDay(date) ?? Number.NaN)
}
