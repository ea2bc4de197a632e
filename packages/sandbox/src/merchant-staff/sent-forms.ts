import { eq } from 'drizzle-orm'
import type { Statement } from '../database/database.ts'
import { randomDigits } from '../random-id.ts'
import type { MerchantContext } from './merchant-site.ts'
import { sentForms } from './tables.ts'

/** A fresh id of a form. Each page has one for each of its forms, so that a double click does once what the form asks for. */
export function newFormId(): string {
  return `F-${randomDigits(20)}`
}

/** The fields of a form; `formId` is the id that its page has given it. */
export type SentFields = Readonly<Record<string, string>>

/**
 * What became of a form that was worked on before: sent with the same fields, or with others, by somebody who came back
 * to its page.
 */
export interface Repetition {
  readonly outcome: 'repeated' | 'changed'
}

/**
 * Does what a form asks for, once, however often it is sent. A form without an id is worked on each time.
 *
 * @param act does it; the statements that it is given stand in one batch with its own, so that both happen or neither does
 */
export async function workOnce<Done>(
  c: MerchantContext,
  { formId = '', ...fields }: SentFields,
  act: (together: readonly Statement[]) => Promise<Done>,
): Promise<{ readonly outcome: 'done'; readonly done: Done } | Repetition> {
  if (!/^F-\d{20}$/.test(formId)) return { outcome: 'done', done: await act([]) }
  const { database, clock } = c.var.sandbox
  const content = JSON.stringify([c.var.staff.merchantCode, c.req.path, fields])
  const earlier = async (): Promise<Repetition | undefined> => {
    const [form] = await database.select().from(sentForms).where(eq(sentForms.formId, formId))
    return form && { outcome: form.content === content ? 'repeated' : 'changed' }
  }
  const before = await earlier()
  if (before !== undefined) return before
  const sent = { formId, content, sentAt: clock.nowSeconds() }
  try {
    return { outcome: 'done', done: await act([database.insert(sentForms).values(sent)]) }
  } catch (error) {
    // The same form, sent at the same time, was faster.
    const meanwhile = await earlier()
    if (meanwhile === undefined) throw error
    return meanwhile
  }
}
