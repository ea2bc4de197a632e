import type { Child } from 'hono/jsx'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ConsoleContext } from './console-hono.ts'
import { layoutMessages } from './messages.ts'
import { showPage } from './show-page.tsx'

/** Content of a page that only shows a notice. */
export interface Notice {
  readonly title: string
  readonly text: string
  readonly status: ContentfulStatusCode
  /** Links or forms that lead on. */
  readonly actions?: Child
}

/** Answers with a page that says one thing. */
export function showNotice(c: ConsoleContext, notice: Notice): Response | Promise<Response> {
  return showPage(c, {
    title: notice.title,
    status: notice.status,
    content: (
      <section class="card">
        <p>{notice.text}</p>
        {notice.actions !== undefined && <p class="actions">{notice.actions}</p>}
      </section>
    ),
  })
}

/** Shows the page "not found". */
export function showNotFound(c: ConsoleContext): Response | Promise<Response> {
  const { notFound, toStart } = layoutMessages[c.var.language]
  const actions = (
    <a class="button" href="/">
      {toStart}
    </a>
  )
  return showNotice(c, { ...notFound, status: 404, actions })
}

/**
 * Shows that the requested data belong to no store, so an operator limited to some stores may not
 * see them.
 */
export function showOfNoStore(c: ConsoleContext): Response | Promise<Response> {
  return showNotice(c, { ...layoutMessages[c.var.language].ofNoStore, status: 403 })
}

/** Answers that an action needs the role `money`. */
export function showRoleMissing(c: ConsoleContext): Response | Promise<Response> {
  return showNotice(c, { ...layoutMessages[c.var.language].roleMissing, status: 403 })
}

/** Steps of a form that only show it again. */
const steps: ReadonlySet<string | undefined> = new Set(['check', 'change'])

/** Whether a request may have changed something before it failed. */
function mayHaveActed({ req, var: { form } }: ConsoleContext): boolean {
  return req.method !== 'GET' && req.method !== 'HEAD' && !steps.has(form.get('step'))
}

/**
 * Shows that a request failed. Of a form that acts it is then not known whether it took effect: the
 * order store may have failed after it had done all of it.
 *
 * @param isSetting whether a setting is wrong, which loading the page again does not mend
 */
export function showFailure(
  c: ConsoleContext,
  { isSetting }: { readonly isSetting: boolean },
): Response | Promise<Response> {
  const { notConfigured, unavailable } = layoutMessages[c.var.language]
  const { title, text, ofForm } = isSetting ? notConfigured : unavailable
  return showNotice(c, { title, text: mayHaveActed(c) ? ofForm : text, status: 503 })
}
