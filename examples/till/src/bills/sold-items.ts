import { formatVnd, type Markup } from '@merchant-edge/pages'
import { html } from 'hono/html'
import type { BillOrder } from '../checkout/bill-order.ts'
import type { SoldLine } from '../checkout/sold-lines.ts'
import type { Locale } from '../pages/locale.ts'

function soldItem({ name, quantity, priceVnd }: SoldLine, { language, messages }: Locale): Markup {
  const one = formatVnd(priceVnd, language)
  return html`<li>
    <span class="grow"
      >${name ?? messages.otherItem}
      ${quantity > 1 ? html`<span class="soft">${quantity} × ${one}</span>` : ''}</span
    >
    <span class="price">${formatVnd(quantity * priceVnd, language)}</span>
  </li>`
}

/** What a bill is for, line by line, and its total: for the paper, because the customer has seen it on the screen before. */
export function soldItems({ lines, amountVnd }: BillOrder, locale: Locale): Markup {
  const { language, messages } = locale
  return html`<div class="paper-only">
    ${
      lines.length === 0
        ? ''
        : html`<ul class="lines">
            ${lines.map((line) => soldItem(line, locale))}
          </ul>`
    }
    <p class="total">
      <span>${messages.total}</span> <strong>${formatVnd(amountVnd, language)}</strong>
    </p>
  </div>`
}
