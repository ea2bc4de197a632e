import type { Markup } from '@merchant-edge/pages'
import { html } from 'hono/html'
import { page } from './layout.ts'
import type { Locale } from './locale.ts'

/** What a message page shows besides its message. */
export interface MessageMore {
  /** What follows from it. */
  readonly detail?: string
  /**
   * Path for the retry: that of a bill, because there is no other link to it. The till if left out.
   */
  readonly path?: string
  /** Whether a retry is useless, because there is no such page. */
  readonly isFinal?: boolean
  /** Seconds after which the page tries again by itself. */
  readonly refreshSeconds?: number
}

/** A page with a single message, and a link back to its path or to the till. */
export function messagePage(locale: Locale, text: string, more: MessageMore = {}): Markup {
  const { messages } = locale
  const { detail, path = '/till', refreshSeconds, isFinal = false } = more
  return page({
    ...locale,
    title: text,
    path,
    ...(refreshSeconds !== undefined && { refreshSeconds }),
    content: html`<section class="card">
      <h1 tabindex="-1">${text}</h1>
      ${detail === undefined ? '' : html`<p>${detail}</p>`}
      <div class="actions">
        ${isFinal ? '' : html`<a class="button main" href="${path}">${messages.tryAgain}</a>`}
        ${
          path === '/till' && !isFinal
            ? ''
            : html`<a class="button ${isFinal ? 'main' : ''}" href="/till">${messages.newBill}</a>`
        }
      </div>
    </section>`,
  })
}
