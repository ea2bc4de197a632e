import { formatMaskedPhone, formatTime, formatVnd, type Markup } from '@merchant-edge/pages'
import { html } from 'hono/html'
import { maxQuantity, totalVnd, type BasketLine } from './basket.ts'
import { coverArt } from '../catalogue/cover-art.ts'
import { page } from '../pages/layout.ts'
import { type Locale } from '../pages/locale.ts'
import type { Messages } from '../pages/messages/english.ts'
import { stateBadge } from '../pages/state-badge.ts'
import type { ShopOrder } from '../store/shop-orders.ts'

function basketLine({ messages, language }: Locale, { book, quantity }: BasketLine): Markup {
  const button = (change: number, sign: string, label: string) =>
    html`<form method="post" action="/basket">
      <input type="hidden" name="book" value="${book.id}" />
      <button
        class="round"
        name="change"
        value="${change}"
        aria-label="${label}: ${book.title[language]}"
        ${quantity + change > maxQuantity ? 'disabled' : ''}
      >
        ${sign}
      </button>
    </form>`
  return html`<div class="line">
    ${coverArt(book.cover)}
    <div class="grow">
      <strong>${book.title[language]}</strong>
      <div class="quantity">
        ${button(-1, '−', messages.fewer)} ${quantity} ${button(1, '+', messages.more)}
      </div>
    </div>
    <span class="price">${formatVnd(book.priceVnd * quantity, language)}</span>
  </div>`
}

/** The data of the basket page. */
export interface BasketView {
  readonly lines: readonly BasketLine[]
  /** Id of the order that this page may create; a second press of the button sends the same id. */
  readonly orderId: string
  /** Secret of that order, with which a guest can see it. */
  readonly guestKey: string
  /** Error of the last form. */
  readonly notice?: BasketNotice | undefined
  /** The refused voucher, as the customer typed it. */
  readonly typedVoucher?: string | undefined
  /** A voucher that gives a discount on this basket. */
  readonly voucher?: { readonly serial: string; readonly discountVnd: number } | undefined
  /** Masked phone number of the customer's linked wallet; absent without one. */
  readonly linkedPhone?: string | undefined
  /** The customer's own orders, newest first. */
  readonly earlierOrders: readonly ShopOrder[]
}

/** Error of a form of the basket page. */
export type BasketNotice =
  | 'basket-changed'
  | 'checkout-down'
  | 'voucher-refused'
  | 'voucher-unknown'

function voucherProblem(messages: Messages, notice: BasketNotice | undefined): string | undefined {
  if (notice === 'voucher-refused') return messages.voucherRefused
  return notice === 'voucher-unknown' ? messages.voucherUnknown : undefined
}

function voucherForm(
  { messages, language }: Locale,
  { voucher, notice, typedVoucher = '' }: BasketView,
): Markup {
  if (voucher !== undefined) {
    return html`<form method="post" action="/voucher" class="sum">
      <input type="hidden" name="serial" value="" />
      <span class="soft">${messages.voucher} ${voucher.serial}</span>
      <span data-discount>−${formatVnd(voucher.discountVnd, language)}</span>
      <button class="round" aria-label="${messages.removeVoucher}">×</button>
    </form>`
  }
  const problem = voucherProblem(messages, notice)
  return html`<form method="post" action="/voucher" class="row">
    <label for="serial">${messages.voucher}</label>
    <input
      id="serial"
      name="serial"
      value="${typedVoucher}"
      autocomplete="off"
      maxlength="64"
      required
      ${
        problem === undefined
          ? ''
          : html`aria-invalid="true" aria-describedby="serial-problem" autofocus`
      }
    />
    <button>${messages.useVoucher}</button>
    ${
      problem === undefined
        ? ''
        : html`<p class="problem" id="serial-problem" role="alert">${problem}</p>`
    }
  </form>`
}

function linkedButton({ messages }: Locale, linkedPhone: string | undefined): Markup | string {
  if (linkedPhone === undefined) return ''
  return html`<button class="main wide" name="method" value="linked-wallet">
    ${messages.payLinked} <span>${formatMaskedPhone(linkedPhone)}</span>
  </button>`
}

/** A customer who goes back from the payment finds the basket empty, and the order here. */
function earlierOrderList(locale: Locale, orders: readonly ShopOrder[]): Markup | string {
  const { messages, language } = locale
  if (orders.length === 0) return ''
  return html`<section class="card">
    <h2>${messages.yourOrders}</h2>
    ${orders.map(
      ({ id, state, amountVnd, createdAt }) =>
        html`<div class="line">
          <a class="grow" href="/orders/${id}"
            ><strong class="price">${formatVnd(amountVnd, language)}</strong><br /><span
              class="soft"
              >${formatTime(createdAt, language, 'minute')}</span
            ></a
          >
          ${stateBadge(locale, state)}
        </div>`,
    )}
  </section>`
}

/** The basket with its payment methods. */
export function basketPage(locale: Locale, view: BasketView): Markup {
  const { messages, language } = locale
  const { lines, orderId, guestKey, notice, voucher, linkedPhone, earlierOrders } = view
  // The error of a voucher is shown at its field; while a voucher is in the basket there is no
  // field.
  const notices = {
    'basket-changed': messages.basketChanged,
    'checkout-down': messages.checkoutDown,
    'voucher-refused': voucher === undefined ? undefined : messages.voucherRefused,
    'voucher-unknown': voucher === undefined ? undefined : messages.voucherUnknown,
  }
  const general = notice === undefined ? undefined : notices[notice]
  const toPayVnd = totalVnd(lines) - (voucher?.discountVnd ?? 0)
  const content =
    lines.length === 0
      ? html`<h1>${messages.basket}</h1>
          <p class="soft">${messages.basketEmpty}</p>
          <p><a class="button main" href="/">${messages.toTheBooks}</a></p>`
      : html`<h1>${messages.basket}</h1>
          ${general === undefined ? '' : html`<p class="notice" role="alert">${general}</p>`}
          <section class="card">
            ${lines.map((line) => basketLine(locale, line))} ${voucherForm(locale, view)}
            <div class="sum">
              <span class="soft">${messages.total}</span>
              <strong class="amount">${formatVnd(toPayVnd, language)}</strong>
            </div>
            <form method="post" action="/orders">
              <input type="hidden" name="id" value="${orderId}" />
              <input type="hidden" name="key" value="${guestKey}" />
              <input type="hidden" name="total" value="${toPayVnd}" />
              ${linkedButton(locale, linkedPhone)}
              <button
                class="${linkedPhone === undefined ? 'main ' : ''}wide"
                name="method"
                value="web-payment"
              >
                ${messages.payOnline} <span>${messages.payOnlineHint}</span>
              </button>
              <button class="wide" name="method" value="transaction-qr">
                ${messages.payByQr} <span>${messages.payByQrHint}</span>
              </button>
            </form>
          </section>`
  return page({
    ...locale,
    title: messages.basket,
    path: '/basket',
    isNarrow: true,
    content: html`${content} ${earlierOrderList(locale, earlierOrders)}`,
  })
}
