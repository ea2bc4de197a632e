import { html } from 'hono/html'
import type { Order } from '../orders/orders.ts'
import { formatTime, formatVnd, type Speech } from '../page-frame/language.ts'
import { page, type Markup } from '../page-frame/layout.ts'
import { merchantSections, type MerchantSpeech } from '../page-frame/merchant-sections.ts'

function orderRow({ language }: Speech, order: Order): Markup {
  const isPaid = order.payment !== null
  return html`<tr>
    <td>
      <code>${order.orderId}</code><br /><span class="soft small">${order.orderReferenceId}</span>
    </td>
    <td class="number">${formatVnd(order.amountVnd)}</td>
    <td class="${isPaid ? 'state-good' : ''}">${order.stage}</td>
    <td class="number">
      ${formatVnd(order.refundedVnd)}${order.refundedPoints > 0 ? ` + ${order.refundedPoints}` : ''}
    </td>
    <td>${formatTime(order.createdAt, language)}</td>
  </tr>`
}

function ordersCard(speech: Speech, orders: readonly Order[]): Markup {
  const { messages } = speech
  return html`<section class="card" aria-labelledby="orders">
    <h2 id="orders">${messages.transactions}</h2>
    ${
      orders.length === 0
        ? html`<p class="soft">${messages.noOrders}</p>`
        : html`<div class="scroll">
            <table>
              <thead>
                <tr>
                  <th>${messages.order}</th>
                  <th class="number">${messages.amount}</th>
                  <th>${messages.status}</th>
                  <th class="number">${messages.refunded}</th>
                  <th>${messages.time}</th>
                </tr>
              </thead>
              <tbody>
                ${orders.map((order) => orderRow(speech, order))}
              </tbody>
            </table>
          </div>`
    }
  </section>`
}

/** What was ordered and paid at a merchant. */
export function transactionsPage(speech: MerchantSpeech, orders: readonly Order[]): Markup {
  const { messages } = speech
  return page({
    ...speech,
    title: messages.transactions,
    path: '/merchant/transactions',
    audience: 'tester',
    content: html`${merchantSections(speech, '/merchant/transactions')}
      <h1>${messages.transactions}</h1>
      ${ordersCard(speech, orders)}`,
  })
}
