import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { Language } from './language.ts'

/** A piece of a page, already escaped. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

/** A whole HTML document. */
export interface HtmlDocument {
  readonly language: Language
  readonly title: string
  /** Style sheets, scripts and icons of the product. */
  readonly head: Markup
  /** Seconds after which the page loads itself again; never when left out. */
  readonly refreshSeconds?: number | undefined
  /**
   * Text of the skip link, which lets keyboard users jump over the header to the element `content`.
   */
  readonly skipLabel: string
  /** Everything on the page, with an element whose id is `content`. */
  readonly body: Markup
}

/**
 * Writes the frame of an HTML document for phones and desktops; the caller supplies content and
 * styles.
 */
export function htmlDocument(document: HtmlDocument): Markup {
  const { language, title, head, refreshSeconds, skipLabel, body } = document
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${
          refreshSeconds === undefined
            ? ''
            : html`<meta http-equiv="refresh" content="${refreshSeconds}" />`
        }
        <title>${title}</title>
        ${head}
      </head>
      <body>
        <a class="skip" href="#content">${skipLabel}</a>
        ${body}
      </body>
    </html>`
}
