import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { Speech } from './speech.ts'

/** A piece of a page, already escaped. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

/** Everything around the content of a page. */
export interface PageFrame extends Speech {
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
  const { language, texts, title, path, content, basketCount = 0 } = frame
  const other = language === 'vi' ? 'en' : 'vi'
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${
          frame.refreshSeconds === undefined
            ? ''
            : html`<meta http-equiv="refresh" content="${frame.refreshSeconds}" />`
        }
        <title>${title} · ${texts.shopName}</title>
        <link rel="stylesheet" href="/styles.css" />
        <link rel="icon" href="data:," />
      </head>
      <body>
        <a class="skip" href="#content">${texts.skip}</a>
        <header>
          <a class="name" href="/">${texts.shopName}</a>
          <div class="end">
            <a href="/account">${texts.account}</a>
            <a href="/basket">${texts.basket}${basketCount > 0 ? ` (${basketCount})` : ''}</a>
            <a lang="${other}" hreflang="${other}" href="${path}?lang=${other}"
              >${texts.otherLanguage}</a
            >
          </div>
        </header>
        <main id="content" class="${frame.isNarrow === true ? 'narrow' : ''}">${content}</main>
        <footer class="soft"><a href="/admin">${texts.admin}</a></footer>
      </body>
    </html>`
}
