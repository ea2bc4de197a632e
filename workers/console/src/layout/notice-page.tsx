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
