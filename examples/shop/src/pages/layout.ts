import { htmlDocument, otherLanguage, type Markup } from '@merchant-edge/pages'
import { html } from 'hono/html'
import type { Locale } from './locale.ts'

/** Everything around the content of a page. */
export interface PageFrame extends Locale {
  readonly title: string
  /** Path of the page, to come back to after a change of language. */
  readonly path: string
  readonly content: Markup
  /** Number of books in the basket. */
  readonly basketCount?: number
  /** Whether the content is a single narrow column. */
  readonly isNarrow?: boolean
  /** Seconds after which the page loads itself again; never when left out. */
  readonly refreshSeconds?: number | undefined
}

/** A whole page of the shop. */
export function page(frame: PageFrame): Markup {
  const { language, messages, title, path, content, basketCount = 0 } = frame
  const other = otherLanguage(language)
  return htmlDocument({
    language,
    title: `${title} · ${messages.shopName}`,
    refreshSeconds: frame.refreshSeconds,
    skipLabel: messages.skip,
    head: html`<link rel="stylesheet" href="/styles.css" /> <link rel="icon" href="data:," />`,
    body: html`<header>
        <a class="name" href="/">${messages.shopName}</a>
        <div class="end">
          <a href="/account">${messages.account}</a>
          <a href="/basket">${messages.basket}${basketCount > 0 ? ` (${basketCount})` : ''}</a>
          <a lang="${other}" hreflang="${other}" href="${path}?lang=${other}"
            >${messages.otherLanguage}</a
          >
        </div>
      </header>
      <main id="content" class="${frame.isNarrow === true ? 'narrow' : ''}">${content}</main>`,
  })
}
