import type { OrderView } from '@merchant-edge/orders/webhook'
import type { Markup } from '@merchant-edge/pages'
import { html } from 'hono/html'
import type { Locale } from './locale.ts'
import type { Messages } from './messages/english.ts'

const words = {
  creating: 'state_open',
  created: 'state_open',
  paid_unverified: 'state_checking',
  paid: 'state_paid',
  expired: 'state_expired',
  disputed: 'state_disputed',
  part_refunded: 'state_part_refunded',
  refunded: 'state_refunded',
  held: 'state_held',
  cancelled: 'state_cancelled',
  unsettled: 'state_unsettled',
} as const satisfies Record<OrderView['state'] | 'unsettled', keyof Messages>

const good: ReadonlySet<string> = new Set(['paid', 'part_refunded', 'refunded'])

function isKnown(state: string): state is keyof typeof words {
  return Object.hasOwn(words, state)
}

/**
 * The state of an order in the language of the page.
 *
 * @param state as checkout names it; one that this shop does not know yet reads as open
 */
export function stateBadge({ messages }: Locale, state: string): Markup {
  const text = messages[isKnown(state) ? words[state] : 'state_open']
  return html`<span class="state ${good.has(state) ? 'good' : ''}" data-state="${state}"
    >${text}</span
  >`
}
