import { amountClass, formatVnd, type Markup } from '@merchant-edge/pages'
import { html } from 'hono/html'
import { page } from '../pages/layout.ts'
import type { Locale } from '../pages/locale.ts'
import type { Till } from '../till-settings.ts'
import { type Bill, totalOf } from './read-bill.ts'

/** The content of the page for a bill in progress. */
export interface BillForm {
  readonly till: Till
  readonly bill: Bill
  /** Content of the field. */
  readonly entry?: string
  /** Error text, in the language of the page. */
  readonly problem?: string
  /** Address of an earlier bill with the same id. */
  readonly billPath?: string
}

function lineItems({ lines }: Bill, { language, messages }: Locale): Markup {
  return html`<ul class="lines">
    ${lines.map(
      ({ entry, name, quantity, priceVnd }, index) =>
        html`<li>
          <span class="grow"
            >${quantity > 1 ? `${quantity} × ` : ''}${name ?? messages.otherItem}
            ${quantity > 1 ? html`<span class="soft">${formatVnd(priceVnd, language)}</span>` : ''}</span
          >
          <span class="price">${formatVnd(quantity * priceVnd, language)}</span>
          <input type="hidden" name="line" value="${entry}" />
          <button
            name="remove"
            value="${index}"
            formaction="/till/lines"
            aria-label="${messages.remove}: ${name ?? formatVnd(priceVnd, language)}"
          >
            ${messages.remove}
          </button>
        </li>`,
    )}
  </ul>`
}

/**
 * The page on which a bill is entered. A scanner types a code and presses Enter, which adds the
 * item; Enter in an empty field starts the payment, so that a cashier needs no mouse.
 */
export function billForm(locale: Locale, form: BillForm): Markup {
  const { language, messages } = locale
  const { till, bill, entry = '', problem, billPath } = form
  return page({
    ...locale,
    title: messages.newBill,
    path: '/till',
    till,
    holdsInput: bill.lines.length > 0,
    content: html`<form class="card" method="post" action="/till/lines">
      <h1 tabindex="-1">${messages.newBill}</h1>
      <input type="hidden" name="bill" value="${bill.id}" />
      <div class="entry">
        <label for="entry">${messages.entry}</label>
        <input
          id="entry"
          name="entry"
          value="${entry}"
          inputmode="decimal"
          autocomplete="off"
          autofocus
          ${
            problem === undefined
              ? html`aria-describedby="hint"`
              : html`aria-invalid="true" aria-describedby="problem hint"`
          }
        />
        <button>${messages.add}</button>
        ${
          problem === undefined
            ? ''
            : html`<p class="problem" id="problem" role="alert">
                ${problem}
                ${billPath === undefined ? '' : html`<a href="${billPath}">${messages.showBill}</a>`}
              </p>`
        }
        <p class="soft" id="hint">${messages.entryHint}</p>
      </div>
      ${
        bill.lines.length === 0
          ? html`<p class="soft">${messages.empty}</p>`
          : lineItems(bill, locale)
      }
      <p class="total" role="status">
        <span>${messages.total}</span>
        <strong class="${amountClass(totalOf(bill))}">${formatVnd(totalOf(bill), language)}</strong>
      </p>
      <button class="main" formaction="/till/bills">${messages.takePayment}</button>
    </form>`,
  })
}
