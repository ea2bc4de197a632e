import { formatVnd, type Markup } from '@merchant-edge/pages'
import { html } from 'hono/html'
import type { ShopOrder } from '../store/shop-orders.ts'
import { page } from '../pages/layout.ts'
import { type Locale } from '../pages/locale.ts'
import { stateBadge } from '../pages/state-badge.ts'

/** What the back office shows. */
export interface AdminView {
  readonly orders: readonly ShopOrder[]
  /** What came of the refund that was asked for last. */
  readonly notice?: string | undefined
  /** The refund whose amount was refused; its field says so. */
  readonly wrong?: WrongRefund | undefined
  /** Makes the id of a refund; a form that is sent twice carries it twice. */
  readonly newRefundId: () => string
}

/** A refund that was refused because of its amount, as the staff typed it. */
export interface WrongRefund {
  readonly orderId: string
  readonly amount: string
}

function refundForm(
  { messages, language }: Locale,
  order: ShopOrder,
  { refundId, wrong }: { refundId: string; wrong: WrongRefund | undefined },
): Markup {
  const isWrong = wrong?.orderId === order.id
  return html`<form class="refund" method="post" action="/admin/refunds">
    <input type="hidden" name="order" value="${order.id}" />
    <input type="hidden" name="id" value="${refundId}" />
    <label class="visually-hidden" for="${refundId}">${messages.refundAmount}: ${order.id}</label>
    <input
      id="${refundId}"
      type="text"
      inputmode="numeric"
      pattern="[1-9][0-9]*"
      maxlength="12"
      autocomplete="off"
      name="vnd"
      value="${isWrong ? wrong.amount : order.amountVnd}"
      required
      ${isWrong ? html`aria-invalid="true" aria-describedby="${refundId}-problem" autofocus` : ''}
    />
    <button>${messages.refund}</button>
    ${
      isWrong
        ? html`<p class="problem" id="${refundId}-problem" role="alert">
            ${messages.refundWrongAmount} ${formatVnd(order.amountVnd, language)}.
          </p>`
        : ''
    }
  </form>`
}

function orderRow(
  locale: Locale,
  order: ShopOrder,
  refund: { refundId: string; wrong: WrongRefund | undefined },
): Markup {
  const { language, messages } = locale
  const isRefundable = order.state === 'paid' || order.state === 'part_refunded'
  return html`<tr>
    <td data-label="${messages.order}"><a href="/admin/orders/${order.id}">${order.id}</a></td>
    <td data-label="${messages.amount}">${formatVnd(order.amountVnd, language)}</td>
    <td data-label="${messages.state}">${stateBadge(locale, order.state)}</td>
    <td>${isRefundable ? refundForm(locale, order, refund) : ''}</td>
  </tr>`
}

/** The orders of the shop, with a refund for each paid one. */
export function adminPage(
  locale: Locale,
  { orders, notice, wrong, newRefundId }: AdminView,
): Markup {
  const { messages } = locale
  return page({
    ...locale,
    title: messages.admin,
    path: '/admin',
    content: html`<h1>${messages.admin}</h1>
      <p class="soft">${messages.adminText}</p>
      ${notice === undefined ? '' : html`<p class="notice" role="status">${notice}</p>`}
      <section class="card">
        ${
          orders.length === 0
            ? html`<p class="soft">${messages.noOrders}</p>`
            : html`<table class="orders">
                <thead>
                  <tr>
                    <th>${messages.order}</th>
                    <th>${messages.amount}</th>
                    <th>${messages.state}</th>
                    <th><span class="visually-hidden">${messages.refund}</span></th>
                  </tr>
                </thead>
                <tbody>
                  ${orders.map((order) => orderRow(locale, order, { refundId: newRefundId(), wrong }))}
                </tbody>
              </table>`
        }
      </section>`,
  })
}
