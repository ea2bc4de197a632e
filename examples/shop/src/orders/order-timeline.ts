import type { TimelineEntry } from '@merchant-edge/orders/api'
import type { OrderView } from '@merchant-edge/orders/webhook'
import { formatTime, type Markup } from '@merchant-edge/pages'
import { html } from 'hono/html'
import type { Locale } from '../pages/locale.ts'
import type { Messages } from '../pages/messages/english.ts'

/** Kinds of lines that are evidence of the payment. */
const proofs: ReadonlySet<string> = new Set(['callback.received', 'payment.confirmed'])

/**
 * Facts of a line that the customer sees. The member of the staff and the reason are shown only at
 * the operator's desk.
 */
const customerFacts: ReadonlySet<string> = new Set([
  'amount_vnd',
  'pay_status',
  'points',
  'reference',
  'refund_id',
  'service_order_id',
  'transaction_id',
  'vnd',
])

function isText(key: string, messages: Messages): key is keyof Messages {
  return Object.hasOwn(messages, key)
}

function timelineLine(locale: Locale, { kind, at, facts }: TimelineEntry): Markup | string {
  const { messages } = locale
  const key = `event_${kind.replaceAll('.', '_')}`
  if (!isText(key, messages)) return ''
  const shown = Object.entries(facts).filter(([name]) => customerFacts.has(name))
  const details = html`<details>
    <summary>${messages.technical}</summary>
    <dl>
      ${shown.map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${String(value)}</dd>`,
      )}
    </dl>
  </details>`
  return html`<li class="${proofs.has(kind) ? 'proof' : ''}" data-kind="${kind}">
    <strong>${messages[key]}</strong>
    <div class="soft small">${formatTime(at, locale.language, 'second')}</div>
    ${shown.length > 0 ? details : ''}
  </li>`
}

/**
 * The lines of an order's journal for which the shop has texts. Other lines are internal to the
 * merchant, such as a proposed refund that may not be made.
 */
export function orderTimeline(locale: Locale, { timeline }: OrderView): Markup {
  const { messages } = locale
  return html`<section class="card journal" aria-labelledby="proof">
    <h2 id="proof">${messages.proof}</h2>
    <p class="soft small">${messages.proofText}</p>
    <ol class="timeline">
      ${timeline.map((entry) => timelineLine(locale, entry))}
    </ol>
  </section>`
}
