import { html } from 'hono/html'
import type { Speech } from './language.ts'
import { mark, page, type Markup } from './layout.ts'

/** A page that says one thing, such as that something was not found. */
export interface Message {
  readonly title: string
  readonly text: string
  /** Path of the page, for the change of language. */
  readonly path: string
}

/** A page for a person who came to the wrong place or too late. */
export function messagePage(speech: Speech, message: Message): Markup {
  return page({
    ...speech,
    title: message.title,
    path: message.path,
    audience: 'customer',
    content: html`<section class="card center">
      ${mark('bad')}
      <h1>${message.title}</h1>
      <p class="soft">${message.text}</p>
    </section>`,
  })
}
