import type { Markup } from '@merchant-edge/pages'
import { html } from 'hono/html'
import { page } from './layout.ts'
import type { Locale } from './locale.ts'

/** A page that says one thing and leads back to the books. */
export function messagePage(locale: Locale, path: string, text: string): Markup {
  return page({
    ...locale,
    title: text,
    path,
    isNarrow: true,
    content: html`<h1>${text}</h1>
      <a class="button main" href="/">${locale.messages.toTheBooks}</a>`,
  })
}
