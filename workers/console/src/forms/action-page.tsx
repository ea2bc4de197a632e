import type { ConsoleContext } from '../layout/console-hono.ts'
import { layoutMessages } from '../layout/messages.ts'
import { showRoleMissing } from '../layout/notice-page.tsx'
import { showPage } from '../layout/show-page.tsx'
import { takeDraft } from './draft.ts'
import { Hidden } from './form-parts.tsx'
import { ReasonForm } from './reason-form.tsx'

/**
 * The page at the address of an action: its form, filled as it was sent when the session ended. A
 * sign-in returns to this page.
 *
 * @param labelOf label of the button
 */
export function actionPage(labelOf: (c: ConsoleContext) => string) {
  return async (c: ConsoleContext): Promise<Response> => {
    if (c.var.operator.role !== 'money') return showRoleMissing(c)
    const draft = await takeDraft(c)
    const { pathname, search } = new URL(c.req.url)
    const { reason, by: _by, ...fields } = Object.fromEntries(draft ?? [])
    return showPage(c, {
      title: labelOf(c),
      content: (
        <section class="card">
          {draft !== undefined && (
            <p class="notice warn" role="status">
              {layoutMessages[c.var.language].form.again}
            </p>
          )}
          <ReasonForm
            c={c}
            action={`${pathname}${search}`}
            label={labelOf(c)}
            {...(reason !== undefined && { reason })}
          >
            <Hidden fields={fields} />
          </ReasonForm>
        </section>
      ),
    })
  }
}
