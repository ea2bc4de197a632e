import { html } from 'hono/html'
import type { LinkCallbackDelivery } from '../linked-accounts/link-callback-log.ts'
import { formatTime, type Speech } from './language.ts'
import type { Markup } from './layout.ts'

function stateClass(state: LinkCallbackDelivery['state']): string {
  if (state === 'delivered') return 'state-good'
  return state === 'due' || state === 'sending' ? 'soft' : 'state-bad'
}

/** What was posted to partners after wallets were linked, try by try; tokens are left out. */
export function linkCallbackCards(
  { texts, language }: Speech,
  deliveries: readonly LinkCallbackDelivery[],
): Markup {
  return html`<h2>${texts.linkCallbacks}</h2>
    ${deliveries.length === 0 ? html`<p class="card">${texts.noLinkCallbacks}</p>` : ''}
    ${deliveries.map(
      (delivery) =>
        html`<details class="card">
          <summary>
            <span class="${stateClass(delivery.state)}">${delivery.state}</span>
            <code>${delivery.linkId}</code>
            <span class="soft small"
              >${delivery.kind}, ${formatTime(delivery.createdAt, language)}</span
            >
          </summary>
          <pre>POST ${delivery.url}</pre>
          ${delivery.tries.map(
            (attempt) =>
              html`<p class="small">
                ${formatTime(attempt.at, language)}: <strong>${attempt.httpStatus ?? '-'}</strong>
                ${attempt.outcome} (${attempt.durationMs} ms)
              </p>`,
          )}
        </details>`,
    )}`
}
