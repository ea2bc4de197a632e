import { html } from 'hono/html'
import { page, type Markup } from './layout.ts'
import type { Speech } from './speech.ts'

/** A page that says one thing and leads back to the books. */
export function messagePage(speech: Speech, path: string, text: string): Markup {
  return page({
    ...speech,
    title: text,
    path,
    isNarrow: true,
    content: html`<h1>${text}</h1>
      <a class="button main" href="/">${speech.texts.toTheBooks}</a>`,
  })
}
