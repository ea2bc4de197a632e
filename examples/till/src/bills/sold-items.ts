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

function lineList({ lines }: BillOrder, locale: Locale): Markup {
  return html`<ul class="lines">
    ${lines.map((line) => soldItem(line, locale))}
  </ul>`
}

/**
 * What a bill is for, line by line, and its total: for the paper, because the customer has seen it
 * on the screen before.
 */
export function soldItems(bill: BillOrder, locale: Locale): Markup {
  const { language, messages } = locale
  return html`<div class="paper-only">
    ${bill.lines.length === 0 ? '' : lineList(bill, locale)}
    ${bill.isErased ? html`<p class="soft">${messages.erased}</p>` : ''}
    <p class="total">
      <span>${messages.total}</span>
      <strong>${formatVnd(bill.amountVnd, language)}</strong>
    </p>
  </div>`
}

/**
 * The same for the cashier who opens an earlier bill again: folded, so that the state of the
 * payment stays in sight.
 */
export function foldedItems(bill: BillOrder, locale: Locale): Markup {
  const { messages } = locale
  if (bill.isErased) return html`<p class="soft screen-only">${messages.erased}</p>`
  if (bill.lines.length === 0) return html``
  return html`<details class="screen-only">
    <summary>${messages.soldTitle}</summary>
    ${lineList(bill, locale)}
  </details>`
}
