import { formatVnd, type Markup } from '@merchant-edge/pages'
import { html } from 'hono/html'
import type { ShopOrder } from '../store/shop-orders.ts'
import { page } from '../pages/layout.ts'
import { type Locale } from '../pages/locale.ts'

/** What the back office shows. */
export interface AdminView {
  readonly orders: readonly ShopOrder[]
  /** What came of the refund that was asked for last. */
  readonly notice?: string | undefined
  /** Makes the id of a refund; a form that is sent twice carries it twice. */
  readonly newRefundId: () => string
}

function orderRow({ messages }: Locale, order: ShopOrder, refundId: string): Markup {
  const isRefundable = order.state === 'paid' || order.state === 'part_refunded'
  return html`<tr>
    <td><a href="/admin/orders/${order.id}">${order.id}</a></td>
    <td>${formatVnd(order.amountVnd)}</td>
    <td>${order.state}</td>
    <td>
      ${
        isRefundable
          ? html`<form method="post" action="/admin/refunds">
              <input type="hidden" name="order" value="${order.id}" />
              <input type="hidden" name="id" value="${refundId}" />
              <label class="visually-hidden" for="${refundId}">${messages.refundAmount}</label>
              <input
                id="${refundId}"
                type="number"
                name="vnd"
                min="1"
                max="${order.amountVnd}"
                value="${Math.min(10_000, order.amountVnd)}"
                required
              />
              <button>${messages.refund}</button>
            </form>`
          : ''
      }
    </td>
  </tr>`
}

/** The orders of the shop, with a refund for each paid one. */
export function adminPage(locale: Locale, { orders, notice, newRefundId }: AdminView): Markup {
  const { messages } = locale
  return page({
    ...locale,
    title: messages.admin,
    path: '/admin',
    content: html`<h1>${messages.admin}</h1>
      <p class="soft">${messages.adminText}</p>
      ${notice === undefined ? '' : html`<p class="notice" role="status">${notice}</p>`}
      <section class="card scroll">
        ${
          orders.length === 0
            ? html`<p class="soft">${messages.noOrders}</p>`
            : html`<table>
                <thead>
                  <tr>
                    <th>${messages.order}</th>
                    <th>${messages.amount}</th>
                    <th>${messages.state}</th>
                    <th><span class="visually-hidden">${messages.refund}</span></th>
                  </tr>
                </thead>
                <tbody>
                  ${orders.map((order) => orderRow(locale, order, newRefundId()))}
                </tbody>
              </table>`
        }
      </section>`,
  })
}
