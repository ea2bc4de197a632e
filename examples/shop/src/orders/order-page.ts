import type { OrderView } from '@merchant-edge/orders/webhook'
import { formatDay, formatNumber, formatTime, formatVnd, type Markup } from '@merchant-edge/pages'
import { html } from 'hono/html'
import { signInPath } from '../account/sign-on.ts'
import { page } from '../pages/layout.ts'
import type { Locale } from '../pages/locale.ts'
import { stateBadge } from '../pages/state-badge.ts'
import {
  isAwaitingPoints,
  isUnknown,
  nextStepOf,
  type OrderProgress,
  progressText,
  refreshSecondsOf,
  stateOf,
} from './order-progress.ts'
import { orderTimeline } from './order-timeline.ts'

/** The data of the page of an order. */
export interface OrderPageView extends OrderProgress {
  /** Path of the page, to come back to after a change of language. */
  readonly path: string
  /** Address at which the order can be paid. */
  readonly payUrl: string
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

function voucherLine({ messages, language }: Locale, view: OrderPageView): Markup | string {
  const { extras, shopOrder } = view
  if (extras === undefined || extras.voucher === null) return ''
  const isBack = extras.voucherState === 'returned' && shopOrder.paidAt === null
  return html`<div class="line">
    <div class="grow">
      ${messages.voucher}
      ${extras.voucher}${
        isBack ? html`<br /><span class="soft small">${messages.voucherIsBack}</span>` : ''
      }
    </div>
    <span class="price">−${formatVnd(extras.discountVnd, language)}</span>
  </div>`
}

function codeLines({ messages, language }: Locale, { extras }: OrderPageView): readonly Markup[] {
  const { giftCodes = [] } = extras ?? {}
  return giftCodes.map(
    ({ code, valueVnd, lastDay }) =>
      html`<div class="line">
        <div class="grow">
          ${messages.giftCode} ${formatVnd(valueVnd, language)}<br /><code data-gift-code
            >${code}</code
          >
          ${
            lastDay === ''
              ? ''
              : html`<br /><span class="soft small"
                    >${messages.until} ${formatDay(lastDay, language)}</span
                  >`
          }
        </div>
      </div>`,
  )
}

/** The identification of a receipt: the number of the order, and when it was paid. */
function receiptLine(
  { messages, language }: Locale,
  { shopOrder, order }: Pick<OrderPageView, 'shopOrder' | 'order'>,
): Markup {
  const timeline = typeof order === 'string' ? [] : order.timeline
  const paidAt = timeline.find(({ kind }) => kind === 'payment.confirmed')?.at
  return html`<p class="soft small">
    ${messages.order}
    ${shopOrder.id}${
      paidAt === undefined
        ? ''
        : html`<br />${messages.paidAt} ${formatTime(paidAt, language, 'second')}`
    }
  </p>`
}

/** The returned money and points of an order; nothing while nothing is returned. */
function returnedParts({ returned }: OrderView, { messages, language }: Locale): string {
  const { vnd, points } = returned
  return [
    vnd > 0 ? formatVnd(vnd, language) : '',
    points > 0 ? `${formatNumber(points, language)} ${messages.points}` : '',
  ]
    .filter((part) => part !== '')
    .join(' + ')
}

function nextStep({ messages }: Locale, view: OrderPageView): Markup | string {
  const step = nextStepOf(view)
  if (step === undefined) return ''
  const ways = {
    pay: [view.payUrl, messages.payNow],
    basket: ['/basket', messages.toTheBasket],
    books: ['/', messages.toTheBooks],
  } as const
  const [href, label] = ways[step]
  return html`<a class="button main block" href="${href}">${label}</a>`
}

/** An order with its state and the timeline that proves it. */
export function orderPage(locale: Locale, view: OrderPageView): Markup {
  const { messages, language } = locale
  const { shopOrder, order, lines } = view
  const returned = typeof order === 'string' ? '' : returnedParts(order, locale)
  return page({
    ...locale,
    title: `${messages.order} ${shopOrder.id}`,
    path: view.path,
    isNarrow: true,
    refreshSeconds: refreshSecondsOf(view),
    content: html`<section class="card">
        ${isUnknown(view) ? '' : stateBadge(locale, stateOf(view))}
        <h1 class="amount">${formatVnd(shopOrder.amountVnd, language)}</h1>
        ${receiptLine(locale, view)}
        <p role="status" data-awaited="${view.awaited ?? 'nothing'}">
          ${progressText(view, messages)}
        </p>
        ${returned === '' ? '' : html`<p class="soft">${messages.refundedOf}: ${returned}</p>`}
        ${lines.map(
          ({ book, quantity }) =>
            html`<div class="line">
              <div class="grow">${quantity} × ${book.title[language]}</div>
              <span class="price">${formatVnd(book.priceVnd * quantity, language)}</span>
            </div>`,
        )}
        ${voucherLine(locale, view)} ${codeLines(locale, view)} ${pointsLine(locale, view)}
        ${nextStep(locale, view)}
      </section>
      ${typeof order === 'string' ? '' : orderTimeline(locale, order)}`,
  })
}
