import { htmlDocument, type Markup, otherLanguage } from '@merchant-edge/pages'
import { html } from 'hono/html'
import { brandStylesPath, logoPath, scriptPath, stylesPath } from './assets.ts'
import type { Brand } from './brand.ts'
import type { Locale } from './locale.ts'
import type { Messages } from './messages/english.ts'

/** The order state that a page polls: the script goes to the next page when the state changes. */
export interface Watch {
  /** Path that answers with the state. */
  readonly polled: string
  /** Path of the next page. */
  readonly next: string
  /** States in which the page stays as it is. */
  readonly states: readonly string[]
  readonly pollSeconds: number
  /** Whether the page has an input field, so that a reload would lose what the customer types. */
  readonly hasInput?: boolean
}

/** Everything around the content of a page. */
export interface PageFrame extends Locale {
  readonly title: string
  readonly content: Markup
  /** Whether the content is wide on a desk. */
  readonly wide?: boolean
  readonly watch?: Watch
  /** Query that is kept when the language is changed. */
  readonly keepQuery?: Readonly<Record<string, string>>
  /** Seconds after which the page loads itself again, with or without JavaScript. */
  readonly refreshSeconds?: number
}

/**
 * Reload of a watching page in browsers without JavaScript; none for a page with an input field.
 */
function refreshWithoutScript(watch: Watch | undefined): Markup | string {
  if (watch === undefined || watch.hasInput === true) return ''
  return html`<noscript
    ><meta http-equiv="refresh" content="${Math.max(5, watch.pollSeconds)}"
  /></noscript>`
}

function watchAttributes(watch: Watch | undefined): Markup | string {
  if (watch === undefined) return ''
  const { polled, next, states, pollSeconds } = watch
  return html`data-watch="${polled}" data-next="${next}" data-states="${states.join(' ')}"
  data-poll-seconds="${pollSeconds}"`
}

/** Shown by the script while the page cannot poll the payment. */
function offlineNotice(messages: Messages): Markup {
  return html`<p class="offline" role="alert" data-offline hidden>${messages.offline}</p>`
}

/** The logo of the merchant, or the lock of the checkout. */
function brandMark({ logo }: Brand): Markup {
  if (logo !== undefined)
    return html`<img class="logo" src="${logoPath(logo)}" alt="" height="32" />`
  return html`<svg viewBox="0 0 24 24" aria-hidden="true">
    <path d="M7 10V8a5 5 0 0 1 10 0v2" />
    <rect x="5" y="10" width="14" height="10" rx="3" />
  </svg>`
}

function brandStylesLink(brand: Brand): Markup | string {
  const path = brandStylesPath(brand)
  return path === undefined ? '' : html`<link rel="stylesheet" href="${path}" />`
}

/** A whole page of the checkout. */
export function page(frame: PageFrame): Markup {
  const { language, messages, brand, title, content, watch, wide = false, keepQuery = {} } = frame
  const other = otherLanguage(language)
  const otherQuery = new URLSearchParams({ ...keepQuery, lang: other })
  return htmlDocument({
    language,
    title: `${title} · ${brand.name ?? messages.brand}`,
    refreshSeconds: frame.refreshSeconds,
    skipLabel: messages.skip,
    head: html`<meta name="color-scheme" content="light dark" />
      <meta name="robots" content="noindex" />
      ${refreshWithoutScript(frame.refreshSeconds === undefined ? watch : undefined)}
      <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      <link rel="stylesheet" href="${stylesPath}" />
      ${brandStylesLink(brand)}
      <script src="${scriptPath}" defer></script>`,
    body: html`<header>
        <span class="brand">
          ${brandMark(brand)}<span class="name">${brand.name ?? messages.brand}</span>
        </span>
        <a class="language" lang="${other}" hreflang="${other}" href="?${otherQuery}"
          >${messages.otherLanguage}</a
        >
      </header>
      <main id="content" class="${wide ? 'wide' : ''}" ${watchAttributes(watch)}>
        ${watch === undefined ? '' : offlineNotice(messages)}${content}
      </main>`,
  })
}
