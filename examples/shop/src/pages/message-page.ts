import type { Markup } from '@merchant-edge/pages'
import { html } from 'hono/html'
import { page } from './layout.ts'
import type { Locale } from './locale.ts'

/** What a page says that says one thing. */
export interface PageMessage {
  /** Path of the page, to come back to after a change of language. */
  readonly path: string
  readonly text: string
  /** What follows from it, or why it is so. */
  readonly detail?: string
  /** Where the customer may go on; to the books when left out. */
  readonly way?: { readonly text: string; readonly href: string }
  /** What else the customer may do. */
  readonly otherWay?: { readonly text: string; readonly href: string }
}

/** A page that says one thing and leads on. */
export function messagePage(
  locale: Locale,
  { path, text, detail, way, otherWay }: PageMessage,
): Markup {
  const { messages } = locale
  const { text: label, href } = way ?? { text: messages.toTheBooks, href: '/' }
  return page({
    ...locale,
    title: text,
    path,
    isNarrow: true,
    content: html`<h1>${text}</h1>
      ${detail === undefined ? '' : html`<p class="soft">${detail}</p>`}
      <a class="button main" href="${href}">${label}</a>
      ${
        otherWay === undefined
          ? ''
          : html`<a class="button" href="${otherWay.href}">${otherWay.text}</a>`
      }`,
  })
}
