import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { Speech } from './language.ts'
import { sendOncePath } from './send-once-script.ts'

/** Escaped HTML of a part of a page. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

/** Title, navigation and language of a page around its content. */
export interface PageFrame extends Speech {
  readonly title: string
  /**
   * Path of the page, to mark it in the navigation and to come back to after a change of language.
   */
  readonly path: string
  /** Whether the page belongs to the person who tests (navigation) or to the customer (none). */
  readonly audience: 'customer' | 'tester'
  readonly content: Markup
  /** Seconds after which the page loads itself again; never when left out. */
  readonly refreshSeconds?: number
}

const logo = html`<svg viewBox="0 0 32 32" aria-hidden="true">
  <rect width="32" height="32" rx="9" fill="var(--accent)" />
  <path
    d="M8 12.5c0-1.4 1.1-2.5 2.5-2.5h11c1.4 0 2.5 1.1 2.5 2.5v7c0 1.4-1.1 2.5-2.5 2.5h-11A2.5 2.5 0 0 1 8 19.500z"
    fill="none"
    stroke="var(--on-accent)"
    stroke-width="2"
  />
  <path d="M19 16h5" stroke="var(--on-accent)" stroke-width="3" stroke-linecap="round" />
</svg>`

function currentMark(path: string, target: string): Markup | '' {
  if (path === target) return html`aria-current="page"`
  const isBelow = target !== '/' && path.startsWith(`${target}/`)
  return isBelow ? html`aria-current="true"` : ''
}

function navigation({ messages, path }: PageFrame): Markup {
  const links = [
    ['/', messages.home],
    ['/phone', messages.phone],
    ['/merchant', messages.merchantSite],
    ['/callbacks', messages.callbacks],
    ['/journal', messages.journal],
  ] as const
  return html`<nav aria-label="${messages.pages}">
    ${links.map(
      ([target, label]) => html`<a href="${target}" ${currentMark(path, target)}>${label}</a>`,
    )}
  </nav>`
}

/** A whole page of the sandbox. */
export function page(frame: PageFrame): Markup {
  const { language, messages, title, path, audience, content } = frame
  const other = language === 'vi' ? 'en' : 'vi'
  const separator = path.includes('?') ? '&' : '?'
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
        <title>${title} · ${messages.brand}</title>
        <link rel="stylesheet" href="/styles.css" />
        <link rel="icon" href="data:," />
        <script src="${sendOncePath}" defer></script>
      </head>
      <body>
        <a class="skip" href="#content">${messages.skip}</a>
        <header class="top">
          <a class="brand" href="${audience === 'tester' ? '/' : '#content'}"
            >${logo} ${messages.brand} <span class="badge">${messages.sandbox}</span></a
          >
          ${audience === 'tester' ? navigation(frame) : ''}
          <a
            class="language"
            lang="${other}"
            hreflang="${other}"
            href="${path}${separator}lang=${other}"
            >${messages.otherLanguage}</a
          >
        </header>
        <main id="content" class="${audience === 'tester' && path !== '/phone' ? 'wide' : ''}">
          ${content}
        </main>
      </body>
    </html>`
}

/** Icon of a result: a tick or a cross. */
export function resultIcon(kind: 'good' | 'bad'): Markup {
  const colour = kind === 'good' ? 'var(--good)' : 'var(--bad)'
  const shape = kind === 'good' ? 'M22 37l9 9 19-21' : 'M26 26l20 20M46 26L26 46'
  return html`<svg class="mark" viewBox="0 0 72 72" aria-hidden="true">
    <circle cx="36" cy="36" r="34" fill="${colour}" opacity="0.14" />
    <path
      d="${shape}"
      fill="none"
      stroke="${colour}"
      stroke-width="5"
      stroke-linecap="round"
      stroke-linejoin="round"
    />
  </svg>`
}

/** Title, text and path of a page with a single message. */
export interface Message {
  readonly title: string
  readonly text: string
  /** Path of the page, for the change of language. */
  readonly path: string
  /** Whose page it is; the customer's if left out. */
  readonly audience?: PageFrame['audience']
}

/** A page with a single message, such as that something was not found. */
export function messagePage(speech: Speech, message: Message): Markup {
  return page({
    ...speech,
    title: message.title,
    path: message.path,
    audience: message.audience ?? 'customer',
    content: html`<section class="card center">
      ${resultIcon('bad')}
      <h1>${message.title}</h1>
      <p class="soft">${message.text}</p>
    </section>`,
  })
}
