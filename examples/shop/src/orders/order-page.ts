import type { TimelineEntry } from '@merchant-edge/orders/api'
import type { OrderView } from '@merchant-edge/orders/webhook'
import { formatDay, formatNumber, formatTime, formatVnd, type Markup } from '@merchant-edge/pages'
import { html } from 'hono/html'
import { signInPath, type ShopCustomer } from '../account/sign-on.ts'
import type { BasketLine } from '../basket/basket.ts'
import type { Awaited } from './complete-order.ts'
import type { OrderExtras } from '../store/order-extras.ts'
import type { ShopOrder } from '../store/shop-orders.ts'
import { page } from '../pages/layout.ts'
import type { Locale } from '../pages/locale.ts'
import type { Messages } from '../pages/messages/english.ts'
import { stateBadge } from '../pages/state-badge.ts'

/** Lines that prove the payment rather than tell of it. */
const proofs: ReadonlySet<string> = new Set(['callback.received', 'payment.confirmed'])

/** What the customer sees of a line besides its words. Who of the staff did it, and why, is for the operator's desk. */
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

function timelineLine(locale: Locale, { kind, at, facts }: TimelineEntry): Markup {
  const { messages } = locale
  const key = `event_${kind.replaceAll('.', '_')}`
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
    <strong>${isText(key, messages) ? messages[key] : kind}</strong>
    <div class="soft small">${formatTime(at, locale.language, 'second')}</div>
    ${shown.length > 0 ? details : ''}
  </li>`
}

/** What the page of an order shows. */
export interface OrderPageView {
  /** Path of the page, to come back to after a change of language. */
  readonly path: string
  readonly shopOrder: ShopOrder
  readonly lines: readonly BasketLine[]
  /** The order as the order store knows it; absent when checkout did not answer. */
  readonly order: OrderView | undefined
  /** What the order waits for before it is fulfilled. */
  readonly awaited: Awaited | undefined
  /** Voucher, gift codes and points. */
  readonly extras: OrderExtras | undefined
  /** What the wallet said about the customer just now; absent when nothing waits for it. */
  readonly wallet: ShopCustomer | undefined
  /** Where the order can be paid. */
  readonly payUrl: string
}

function isPayable(order: OrderView | undefined): boolean {
  return order === undefined || order.state === 'creating' || order.state === 'created'
}

/** Whether points that were still unknown when the order was paid are to come. */
function isAwaitingPoints({ shopOrder, extras, awaited }: OrderPageView): boolean {
  if (extras?.pointsWait !== true || shopOrder.state === 'refunded') return false
  return awaited === undefined || (shopOrder.paidAt !== null && extras.phone === null)
}

/**
 * Whether the page looks again by itself. The order store and the shop learn of a payment one after the
 * other, so that it looks until both are done.
 */
function isMoving(view: OrderPageView): boolean {
  const { order, awaited, wallet } = view
  const state = order?.state ?? 'created'
  if (state === 'creating' || state === 'created' || state === 'paid_unverified') return true
  if (state === 'refunded') return false
  if (awaited === undefined) return isAwaitingPoints(view) && wallet?.answer !== 'refused'
  return awaited === 'payment' ? isPaid(order) : true
}

function isPaid(order: OrderView | undefined): boolean {
  return order?.state === 'paid' || order?.state === 'part_refunded'
}

/** Whether anything of an order is sent by post; a gift card is a code. */
function hasBooks(lines: readonly BasketLine[]): boolean {
  return lines.some(({ book }) => book.giftCardType === undefined)
}

/** What the customer is told about the way of the order: that it is done, or what it waits for. */
function progress({ order, awaited, lines }: OrderPageView, { messages }: Locale): string {
  if (order?.state === 'refunded' && awaited !== undefined) return messages.notFulfilledRefunded
  switch (awaited) {
    case undefined:
      return hasBooks(lines) ? messages.fulfilled : messages.fulfilledGiftCards
    case 'gift-codes':
      return messages.awaitsGiftCodes
    case 'points':
      return messages.awaitsPoints
    case 'handling':
      return messages.awaitsShop
    case 'payment':
      break
  }
  if (isPaid(order)) return messages.awaitsShop
  return hasBooks(lines) ? messages.notFulfilled : messages.notFulfilledGiftCards
}

function pointsLine({ messages, language }: Locale, view: OrderPageView): Markup | string {
  const { extras, wallet, path } = view
  if (isAwaitingPoints(view)) {
    return wallet?.answer === 'refused'
      ? html`<p class="soft" data-points="waiting">
          ${messages.pointsWaitForSignIn}
          <a href="${signInPath(path)}">${messages.signIn}</a>
        </p>`
      : html`<p class="soft" data-points="waiting">${messages.pointsWait}</p>`
  }
  if (extras === undefined || extras.points === 0) return ''
  return html`<p class="soft" data-points="given">
    ${messages.pointsEarned}: ${formatNumber(extras.points, language)}
  </p>`
}

function extraLines(locale: Locale, view: OrderPageView): Markup | string {
  const { extras } = view
  if (extras === undefined) return ''
  const { messages, language } = locale
  const { voucher, discountVnd, giftCodes } = extras
  const codes = giftCodes.map(
    ({ code, valueVnd, lastDay }) =>
      html`<div class="line">
        <div class="grow">
          ${messages.giftCode} ${formatVnd(valueVnd, language)}<br /><code data-gift-code
            >${code}</code
          >
        </div>
        <span class="soft small"
          >${lastDay === '' ? '' : `${messages.until} ${formatDay(lastDay, language)}`}</span
        >
      </div>`,
  )
  return html`${
    voucher === null
      ? ''
      : html`<div class="line">
          <div class="grow">${messages.voucher} ${voucher}</div>
          <span class="price">−${formatVnd(discountVnd, language)}</span>
        </div>`
  }
  ${codes} ${pointsLine(locale, view)}`
}

/** What a receipt is known by: the number of the order, and when it was paid. */
function receiptLine(
  { messages, language }: Locale,
  { id }: ShopOrder,
  order: OrderView | undefined,
): Markup {
  const paidAt = order?.timeline.find(({ kind }) => kind === 'payment.confirmed')?.at
  return html`<p class="soft small">
    ${messages.order}
    ${id}${
      paidAt === undefined
        ? ''
        : html`<br />${messages.paidAt} ${formatTime(paidAt, language, 'second')}`
    }
  </p>`
}

/** What is back of an order in money and in points; nothing while nothing is. */
function returnedParts({ returned }: OrderView, { messages, language }: Locale): string {
  const { vnd, points } = returned
  return [
    vnd > 0 ? formatVnd(vnd, language) : '',
    points > 0 ? `${formatNumber(points, language)} ${messages.points}` : '',
  ]
    .filter((part) => part !== '')
    .join(' + ')
}

/** An order with its state and the timeline that proves it. */
export function orderPage(locale: Locale, view: OrderPageView): Markup {
  const { messages, language } = locale
  const { shopOrder, order, lines, payUrl } = view
  const returned = order === undefined ? '' : returnedParts(order, locale)
  return page({
    ...locale,
    title: `${messages.order} ${shopOrder.id}`,
    path: view.path,
    isNarrow: true,
    refreshSeconds: isMoving(view) ? 3 : undefined,
    content: html`<section class="card">
        ${stateBadge(locale, order?.state)}
        <h1 class="amount">${formatVnd(shopOrder.amountVnd, language)}</h1>
        ${receiptLine(locale, shopOrder, order)}
        <p role="status" data-awaited="${view.awaited ?? 'nothing'}">${progress(view, locale)}</p>
        ${returned === '' ? '' : html`<p class="soft">${messages.refundedOf}: ${returned}</p>`}
        ${lines.map(
          ({ book, quantity }) =>
            html`<div class="line">
              <div class="grow">${quantity} × ${book.title[language]}</div>
              <span class="price">${formatVnd(book.priceVnd * quantity, language)}</span>
            </div>`,
        )}
        ${extraLines(locale, view)}
        ${
          isPayable(order)
            ? html`<a class="button main block" href="${payUrl}">${messages.payNow}</a>`
            : ''
        }
      </section>
      ${
        order === undefined
          ? ''
          : html`<section class="card journal" aria-labelledby="proof">
              <h2 id="proof">${messages.proof}</h2>
              <p class="soft small">${messages.proofText}</p>
              <ol class="timeline">
                ${order.timeline.map((entry) => timelineLine(locale, entry))}
              </ol>
            </section>`
      }`,
  })
}
