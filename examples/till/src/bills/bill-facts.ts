import { formatTime, type Markup } from '@merchant-edge/pages'
import { html } from 'hono/html'
import type { BillOrder } from '../checkout/bill-order.ts'
import type { Locale } from '../pages/locale.ts'
import type { Till } from '../till-settings.ts'
import { sumText } from './sum-text.ts'

/** A name and its value; a value that is empty is left out with its name. */
interface Fact {
  readonly name: string
  readonly value: string
  /** Whether it is of use on a receipt only. */
  readonly isOnPaper?: true
}

function factsOf(till: Till, order: BillOrder, locale: Locale): readonly Fact[] {
  const { language, messages } = locale
  const { payment } = order
  const at = payment?.confirmedAt ?? order.createdAt
  return [
    { name: messages.store, value: till.storeCode, isOnPaper: true },
    { name: messages.till, value: till.posCode, isOnPaper: true },
    {
      name: payment === undefined ? messages.openedAt : messages.paidAt,
      value: formatTime(at, language, 'second'),
      ...(payment === undefined && { isOnPaper: true }),
    },
    {
      name: messages.paidWith,
      value: payment !== undefined && payment.points > 0 ? sumText(payment, locale) : '',
    },
    { name: messages.givenBack, value: sumText(order.returned, locale) },
    { name: messages.transaction, value: payment?.transactionId ?? '' },
    { name: messages.bill, value: order.id },
  ]
}

/** When and how a bill was paid; on paper also where. */
export function billFacts(
  { till, order }: { readonly till: Till; readonly order: BillOrder },
  locale: Locale,
): Markup {
  return html`<dl class="facts">
    ${factsOf(till, order, locale)
      .filter(({ value }) => value !== '')
      .map(
        ({ name, value, isOnPaper }) =>
          html`<div class="${isOnPaper === true ? 'paper-only' : ''}">
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
  </dl>`
}
