import { html } from 'hono/html'
import type { GiftCodeOrder } from '../gift-codes/gift-code-orders.ts'
import type { StockLevel } from '../gift-codes/gift-code-stock.ts'
import { formatPoints, formatTime, formatVnd, type Speech } from './language.ts'
import type { Markup } from './layout.ts'

/** What the card about gift codes shows. */
export interface GiftCodesView {
  readonly stock: readonly StockLevel[]
  /** Newest first. */
  readonly giftCodeOrders: readonly GiftCodeOrder[]
}

function stockTable({ texts }: Speech, stock: readonly StockLevel[]): Markup {
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          <th class="number">${texts.faceValue}</th>
          <th class="number">${texts.inStock}</th>
          <th class="number">${texts.soldCodes}</th>
          <th class="number">${texts.usedCodes}</th>
          <th class="number">${texts.expiredCodes}</th>
        </tr>
      </thead>
      <tbody>
        ${stock.map(
          (level) =>
            html`<tr>
              <td class="number">${formatVnd(Number(level.cardType) * 1000)}</td>
              ${[level.inStock, level.sold, level.used, level.expired].map(
                (count) => html`<td class="number">${formatPoints(count)}</td>`,
              )}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

function ordersTable({ texts, language }: Speech, orders: readonly GiftCodeOrder[]): Markup {
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          <th>${texts.time}</th>
          <th>${texts.order}</th>
          <th>${texts.storeCode}</th>
        </tr>
      </thead>
      <tbody>
        ${orders.map(
          (order) =>
            html`<tr>
              <td>${formatTime(order.createdAt, language)}</td>
              <td><code>${order.merchantOrderId}</code></td>
              <td><code>${order.storeCode}</code> <code class="soft">${order.posCode}</code></td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

/** Gift codes by face value, a form that adds some, and who has ordered. */
export function giftCodesCard(speech: Speech, view: GiftCodesView): Markup {
  const { texts } = speech
  return html`<section class="card" aria-labelledby="gift-codes">
    <h2 id="gift-codes">${texts.giftCodes}</h2>
    ${stockTable(speech, view.stock)}
    <details>
      <summary>${texts.addGiftCodes}</summary>
      <form method="post" action="/merchant/loyalty/gift-codes">
        <label for="card-type">${texts.faceValueThousand}</label>
        <input id="card-type" type="number" name="cardType" min="50" max="10000" required />
        <label for="quantity">${texts.quantity}</label>
        <input id="quantity" type="number" name="quantity" min="1" max="1000" required />
        <label for="last-day">${texts.lastDay}</label>
        <input id="last-day" type="date" name="expireDate" />
        <button class="main wide">${texts.create}</button>
      </form>
    </details>
    <h3>${texts.giftCodeOrders}</h3>
    ${
      view.giftCodeOrders.length === 0
        ? html`<p class="soft">${texts.noGiftCodeOrders}</p>`
        : ordersTable(speech, view.giftCodeOrders)
    }
  </section>`
}
