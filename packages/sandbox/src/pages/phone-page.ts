import { html } from 'hono/html'
import type { Order } from '../orders/orders.ts'
import { formatVnd, type Speech } from './language.ts'
import { page, type Markup } from './layout.ts'

/** A phone with the wallet app open: it scans the QR of an order and goes on to pay it. */
export function phonePage(speech: Speech, openOrders: readonly Order[], problem?: string): Markup {
  const { texts } = speech
  return page({
    ...speech,
    title: texts.phoneTitle,
    path: '/phone',
    audience: 'tester',
    content: html`<div class="phone">
      <h1>${texts.phoneTitle}</h1>
      <p class="soft">${texts.phoneText}</p>
      ${problem === undefined ? '' : html`<div class="notice bad" role="alert">${problem}</div>`}
      <h2>${texts.openOrders}</h2>
      ${openOrders.length === 0 ? html`<p class="soft">${texts.noOpenOrders}</p>` : ''}
      ${openOrders.map(
        (order) =>
          html`<form method="post" action="/phone">
            <input type="hidden" name="qr" value="${order.qrCode}" />
            <button class="wide">
              ${texts.scan} ${formatVnd(order.amountVnd)}
              <span class="soft small">${order.description || order.orderId}</span>
            </button>
          </form>`,
      )}
      <form method="post" action="/phone">
        <label for="qr">${texts.qrText}</label>
        <input id="qr" type="text" name="qr" autocomplete="off" required />
        <button class="main wide">${texts.scanThis}</button>
      </form>
    </div>`,
  })
}
