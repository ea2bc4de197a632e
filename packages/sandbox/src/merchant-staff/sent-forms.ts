import { eq } from 'drizzle-orm'
import type { Statement } from '../database/database.ts'
import { randomDigits } from '../random-id.ts'
import type { MerchantContext } from './merchant-site.ts'
import { sentForms } from './tables.ts'

/**
 * Generates the id of a form. Each form of a page has its own id, so that a double click acts once.
 */
export function newFormId(): string {
  return `F-${randomDigits(20)}`
}

/** The fields of a form; `formId` is the id that its page has given it. */
export type SentFields = Readonly<Record<string, string>>

/**
 * Result for a form that was already processed: sent again with the same fields, or with different
 * fields by somebody who returned to its page.
 */
export interface Repetition {
  readonly outcome: 'repeated' | 'changed'
}

/**
 * Processes a form once, even if it is sent several times. A form without an id is processed each
 * time.
 *
 * @param act processes the form; it must run the given statements in one batch with its own, so
 *   that all take effect or none
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
    // The same form, sent at the same time, was processed first.
    const meanwhile = await earlier()
    if (meanwhile === undefined) throw error
    return meanwhile
  }
}
