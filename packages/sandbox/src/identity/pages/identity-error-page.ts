import { html } from 'hono/html'
import type { Speech } from '../../page-frame/language.ts'
import { mark, page, type Markup } from '../../page-frame/layout.ts'

/** An error that may not be sent to any client, in the parameters of its address. */
export interface IdentityErrorView {
  readonly error: string
  readonly error_description: string
  readonly error_hint: string
  /** Path with query, for the change of language. */
  readonly path: string
}

/** Says what is wrong with a request of a client that is not known well enough to be told. */
export function identityErrorPage(speech: Speech, view: IdentityErrorView): Markup {
  const { texts } = speech
  return page({
    ...speech,
    title: texts.identityErrorTitle,
    path: view.path,
    audience: 'customer',
    content: html`<section class="card center">
      ${mark('bad')}
      <h1>${texts.identityErrorTitle}</h1>
      <p class="soft">${texts.identityErrorText}</p>
      <p><code data-error>${view.error}</code></p>
      <p class="small">${view.error_description} <strong>${view.error_hint}</strong></p>
    </section>`,
  })
}
