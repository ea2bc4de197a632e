import { html } from 'hono/html'
import type { LinkCallbackDelivery } from '../linked-accounts/link-callback-log.ts'
import { deliveryCard } from './delivery-card.ts'
import type { Speech } from './language.ts'
import type { Markup } from './layout.ts'

/** What was posted to partners after wallets were linked, try by try; tokens are left out. */
export function linkCallbackCards(
  speech: Speech,
  deliveries: readonly LinkCallbackDelivery[],
): Markup {
  const { texts } = speech
  return html`<h2>${texts.linkCallbacks}</h2>
    ${deliveries.length === 0 ? html`<p class="card">${texts.noLinkCallbacks}</p>` : ''}
    ${deliveries.map((delivery) =>
      deliveryCard(speech, delivery, { method: 'POST', subject: delivery.linkId }),
    )}`
}
