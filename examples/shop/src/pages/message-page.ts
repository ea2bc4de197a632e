import type { Markup } from '@merchant-edge/pages'
import { html } from 'hono/html'
import { page } from './layout.ts'
import type { Locale } from './locale.ts'

/** Content of a page with a single message. */
export interface PageMessage {
  /** Path of the page, to come back to after a change of language. */
  readonly path: string
  readonly text: string
  /** Consequence or reason. */
  readonly detail?: string
  /** Target of the link; the books if left out. */
  readonly way?: { readonly text: string; readonly href: string }
  /** Another action of the customer. */
  readonly otherWay?: { readonly text: string; readonly href: string }
}

/** A page with a single message and a link. */
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
