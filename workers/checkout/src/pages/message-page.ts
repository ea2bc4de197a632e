import type { Markup } from '@merchant-edge/pages'
import { html } from 'hono/html'
import type { Locale } from './locale.ts'
import { page } from './layout.ts'
import { type StageIcon, stageIcon } from './stage-icon.ts'

/** A message that fills a page. */
export interface Message {
  readonly title: string
  readonly text: string
  readonly icon: StageIcon
  /** The button that leads on; no button when left out. */
  readonly action?: { readonly label: string; readonly href: string }
  /** Order number to tell the shop. */
  readonly orderId?: string
  /** Seconds after which the page loads itself again. */
  readonly refreshSeconds?: number
  /** Query that is kept when the language is changed. */
  readonly keepQuery?: Readonly<Record<string, string>>
}

/** Shows one message: an error, or that something takes a moment. */
export function messagePage(message: Message, locale: Locale): Markup {
  const { title, text, icon, action, orderId, refreshSeconds, keepQuery = {} } = message
  return page({
    ...locale,
    title,
    keepQuery,
    ...(refreshSeconds !== undefined && { refreshSeconds }),
    content: html`<section class="card stage stage-${icon}">
      ${stageIcon(icon)}
      <h1 tabindex="-1">${title}</h1>
      <p class="lead">${text}</p>
      ${
        orderId === undefined
          ? ''
          : html`<p class="note">${locale.messages.order} <strong>${orderId}</strong></p>`
      }
      ${
        action === undefined
          ? ''
          : html`<div class="actions">
              <a class="button main" href="${action.href}">${action.label}</a>
            </div>`
      }
    </section>`,
  })
}
