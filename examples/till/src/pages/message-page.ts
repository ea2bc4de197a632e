import type { Markup } from '@merchant-edge/pages'
import { html } from 'hono/html'
import { page } from './layout.ts'
import type { Locale } from './locale.ts'

/** A page that says one thing and leads back to the till. */
export function messagePage(locale: Locale, text: string, detail?: string): Markup {
  return page({
    ...locale,
    title: text,
    path: '/till',
    content: html`<section class="card">
      <h1 tabindex="-1">${text}</h1>
      ${detail === undefined ? '' : html`<p>${detail}</p>`}
      <a class="button main" href="/till">${locale.messages.tryAgain}</a>
    </section>`,
  })
}
