import { html } from 'hono/html'
import type { CallbackDelivery } from '../callbacks/callback-log.ts'
import type { LinkCallbackDelivery } from '../linked-accounts/link-callback-log.ts'
import { formatTime, type Speech } from './language.ts'
import type { Markup } from './layout.ts'

function stateClass(state: CallbackDelivery['state']): string {
  if (state === 'delivered') return 'state-good'
  return state === 'due' || state === 'sending' ? 'soft' : 'state-bad'
}

/** One delivery of a callback, try by try. */
export function deliveryCard(
  { language }: Speech,
  delivery: CallbackDelivery | LinkCallbackDelivery,
  card: {
    readonly method: 'GET' | 'POST'
    /** Id of what the callback is about. */
    readonly subject: string
    /** What the tester can do about it. */
    readonly action?: Markup
  },
): Markup {
  const { state, kind, createdAt, url, tries } = delivery
  return html`<details class="card">
    <summary>
      <span class="${stateClass(state)}">${state}</span>
      <code>${card.subject}</code>
      <span class="soft small">${kind}, ${formatTime(createdAt, language)}</span>
    </summary>
    <pre>${card.method} ${url}</pre>
    ${tries.map(
      ({ at, httpStatus, outcome, durationMs }) =>
        html`<p class="small">
          ${formatTime(at, language)}: <strong>${httpStatus ?? '-'}</strong> ${outcome}
          (${durationMs} ms)
        </p>`,
    )}
    ${card.action ?? ''}
  </details>`
}
