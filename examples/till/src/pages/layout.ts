import { htmlDocument, otherLanguage, type Markup } from '@merchant-edge/pages'
import { html } from 'hono/html'
import { displayName, type Till } from '../till-settings.ts'
import type { Locale } from './locale.ts'

/** The state that a page waits for; it reloads when the state changes. */
export interface Watch {
  /** Path that answers with the state. */
  readonly polled: string
  /** States in which the page stays as it is. */
  readonly states: readonly string[]
}

/** Everything around the content of a page. */
export interface PageFrame extends Locale {
  readonly title: string
  /** Path of the page, to come back to after a change of language. */
  readonly path: string
  /** The till that the device is paired with. */
  readonly till?: Till
  /** Whether the page has unsaved input, which a link in the header would lose. */
  readonly holdsInput?: boolean
  readonly watch?: Watch
  /** Seconds after which the page loads itself again. */
  readonly refreshSeconds?: number
  readonly content: Markup
}

const pollSeconds = 2

function watchAttributes({ watch, path }: PageFrame): Markup | string {
  if (watch === undefined) return ''
  return html`data-watch="${watch.polled}" data-next="${path}"
  data-states="${watch.states.join(' ')}" data-poll-seconds="${pollSeconds}"`
}

/** A whole page of the till. */
export function page(frame: PageFrame): Markup {
  const { language, messages, title, path, till, watch, content } = frame
  const other = otherLanguage(language)
  return htmlDocument({
    language,
    title: `${title} · ${messages.title}`,
    refreshSeconds: frame.refreshSeconds,
    skipLabel: messages.skip,
    head: html`<meta name="color-scheme" content="light dark" />
      <meta name="theme-color" content="#0b5fff" />
      ${
        watch === undefined
          ? ''
          : html`<noscript><meta http-equiv="refresh" content="5" /></noscript>`
      }
      <link rel="manifest" href="/till/manifest.webmanifest" />
      <link rel="icon" href="/till/icon.svg" type="image/svg+xml" />
      <link rel="stylesheet" href="/till/styles.css" />
      <script src="/till/till.js" defer></script>`,
    body: html`<header>
        <a class="name" href="/till">${till === undefined ? messages.title : displayName(till)}</a>
        <div class="end">
          ${
            till === undefined || frame.holdsInput === true
              ? ''
              : html`<a href="/till/earlier">${messages.bills}</a>
                  <a href="/till/unpair">${messages.unpair}</a>`
          }
          ${
            frame.holdsInput === true
              ? ''
              : html`<a lang="${other}" hreflang="${other}" href="${path}?lang=${other}"
                  >${messages.otherLanguage}</a
                >`
          }
        </div>
      </header>
      <main id="content" ${watchAttributes(frame)}>
        <p class="offline" role="alert" data-offline hidden>${messages.offline}</p>
        ${content}
      </main>`,
  })
}
