import { html } from 'hono/html'
import type { ShopOrder } from '../shop-orders.ts'
import { page, type Markup } from './layout.ts'
import { formatVnd, type Speech } from './speech.ts'

/** What the back office shows. */
export interface AdminView {
  readonly orders: readonly ShopOrder[]
  /** What came of the refund that was asked for last. */
  readonly notice?: string | undefined
  /** Makes the id of a refund; a form that is sent twice carries it twice. */
  readonly newRefundId: () => string
}

function orderRow({ texts }: Speech, order: ShopOrder, refundId: string): Markup {
  const isRefundable = order.state === 'paid' || order.state === 'part_refunded'
  return html`<tr>
    <td><a href="/orders/${order.id}">${order.id}</a></td>
    <td>${formatVnd(order.amountVnd)}</td>
    <td>${order.state}</td>
    <td>
      ${
        isRefundable
          ? html`<form method="post" action="/admin/refunds">
              <input type="hidden" name="order" value="${order.id}" />
              <input type="hidden" name="id" value="${refundId}" />
              <label class="visually-hidden" for="${refundId}">${texts.refundAmount}</label>
              <input
                id="${refundId}"
                type="number"
                name="vnd"
                min="1"
                max="${order.amountVnd}"
                value="${Math.min(10_000, order.amountVnd)}"
                required
              />
              <button>${texts.refund}</button>
            </form>`
          : ''
      }
    </td>
  </tr>`
}

/** The orders of the shop, with a refund for each paid one. */
export function adminPage(speech: Speech, { orders, notice, newRefundId }: AdminView): Markup {
  const { texts } = speech
  return page({
    ...speech,
    title: texts.admin,
    path: '/admin',
    content: html`<h1>${texts.admin}</h1>
      <p class="soft">${texts.adminText}</p>
      ${notice === undefined ? '' : html`<p class="notice" role="status">${notice}</p>`}
      <section class="card scroll">
        ${
          orders.length === 0
            ? html`<p class="soft">${texts.noOrders}</p>`
            : html`<table>
                <thead>
                  <tr>
                    <th>${texts.order}</th>
                    <th>${texts.amount}</th>
                    <th>${texts.state}</th>
                    <th><span class="visually-hidden">${texts.refund}</span></th>
                  </tr>
                </thead>
                <tbody>
                  ${orders.map((order) => orderRow(speech, order, newRefundId()))}
                </tbody>
              </table>`
        }
      </section>`,
  })
}
