import { html } from 'hono/html'
import type { WalletLink } from '../linked-accounts/links.ts'
import { formatTime, type Speech } from './language.ts'
import { page, type Markup } from './layout.ts'

/** What every step of linking a wallet shows. */
export interface LinkView {
  readonly link: WalletLink
  readonly partnerName: string
  /** Path of the page with its token: where the forms go. */
  readonly action: string
  /** What went wrong in the step before, in the language of the page. */
  readonly problem?: string
}

/** A step of linking a wallet: who asks, what went wrong before, and the step itself. */
export function linkFrame(speech: Speech, view: LinkView, content: Markup): Markup {
  const { texts, language } = speech
  const { link, partnerName, action, problem } = view
  return page({
    ...speech,
    title: texts.linkTitle,
    path: action,
    audience: 'customer',
    content: html`<section class="card">
        <h1>${texts.linkTitle}</h1>
        <p><strong>${partnerName}</strong> ${link.stage === 'open' ? texts.linkAsks : ''}</p>
        <dl>
          <dt>${texts.linkUser}</dt>
          <dd><code>${link.partnerUserId}</code></dd>
          ${
            link.phoneNumber === null
              ? html`<dt>${texts.linkUntil}</dt>
                  <dd>${formatTime(link.expiresAt, language)}</dd>`
              : html`<dt>${texts.linkWallet}</dt>
                  <dd>${link.phoneNumber}</dd>`
          }
        </dl>
      </section>
      ${problem === undefined ? '' : html`<div class="notice bad" role="alert">${problem}</div>`}
      ${content}`,
  })
}

/** The way out of every step. */
export function cancelLinkButton({ texts }: Speech, action: string): Markup {
  return html`<form method="post" action="${action}" class="row">
    <button name="step" value="cancel">${texts.cancel}</button>
  </form>`
}
