import { html } from 'hono/html'
import { totalVnd, type BasketLine } from '../basket.ts'
import { coverArt } from '../cover-art.ts'
import { page, type Markup } from './layout.ts'
import { formatVnd, type Speech } from './speech.ts'

function basketLine({ texts, language }: Speech, { book, quantity }: BasketLine): Markup {
  const button = (change: number, sign: string, label: string) =>
    html`<form method="post" action="/basket">
      <input type="hidden" name="book" value="${book.id}" />
      <button
        class="round"
        name="change"
        value="${change}"
        aria-label="${label}: ${book.title[language]}"
      >
        ${sign}
      </button>
    </form>`
  return html`<div class="line">
    ${coverArt(book.cover)}
    <div class="grow">
      <strong>${book.title[language]}</strong>
      <div class="quantity">
        ${button(-1, '−', texts.fewer)} ${quantity} ${button(1, '+', texts.more)}
      </div>
    </div>
    <span class="price">${formatVnd(book.priceVnd * quantity)}</span>
  </div>`
}

/** What the basket page shows. */
export interface BasketView {
  readonly lines: readonly BasketLine[]
  /** Id for the order that this page may become; a second press of the button keeps it. */
  readonly orderId: string
  /** Whether the last try to start a payment failed. */
  readonly hasFailed: boolean
}

/** The basket with the two ways to pay it. */
export function basketPage(speech: Speech, { lines, orderId, hasFailed }: BasketView): Markup {
  const { texts } = speech
  const content =
    lines.length === 0
      ? html`<h1>${texts.basket}</h1>
          <p class="soft">${texts.basketEmpty}</p>
          <a class="button main" href="/">${texts.toTheBooks}</a>`
      : html`<h1>${texts.basket}</h1>
          ${hasFailed ? html`<p class="notice" role="alert">${texts.checkoutDown}</p>` : ''}
          <section class="card">
            ${lines.map((line) => basketLine(speech, line))}
            <div class="sum">
              <span class="soft">${texts.total}</span>
              <strong class="amount">${formatVnd(totalVnd(lines))}</strong>
            </div>
            <form method="post" action="/orders">
              <input type="hidden" name="id" value="${orderId}" />
              <button class="main wide" name="method" value="web-payment">
                ${texts.payOnline} <span>${texts.payOnlineHint}</span>
              </button>
              <button class="wide" name="method" value="transaction-qr">
                ${texts.payByQr} <span>${texts.payByQrHint}</span>
              </button>
            </form>
          </section>`
  return page({ ...speech, title: texts.basket, path: '/basket', isNarrow: true, content })
}
