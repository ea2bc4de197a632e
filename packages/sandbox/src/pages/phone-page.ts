import { html } from 'hono/html'
import type { Order } from '../orders/orders.ts'
import type { Transfer } from '../transfers/transfers.ts'
import { formatVnd, type Speech } from './language.ts'
import { page, type Markup } from './layout.ts'
import { phoneLinks, phoneMessages, type PhoneLinks } from './phone-links.ts'
import { receivedMoney } from './received-money.ts'

/** What a phone shows. */
export interface PhoneView extends PhoneLinks {
  readonly openOrders: readonly Order[]
  /** Transfers of merchants to customers, newest first. */
  readonly received: readonly Transfer[]
  /** What went wrong before, in the language of the page. */
  readonly problem?: string | undefined
}

/** A phone with the wallet app open: it scans QRs, reads messages and ends links. */
export function phonePage(speech: Speech, view: PhoneView): Markup {
  const { texts } = speech
  const { openOrders, problem } = view
  return page({
    ...speech,
    title: texts.phoneTitle,
    path: '/phone',
    audience: 'tester',
    content: html`<div class="phone">
      <h1>${texts.phoneTitle}</h1>
      <p class="soft">${texts.phoneText}</p>
      ${problem === undefined ? '' : html`<div class="notice bad" role="alert">${problem}</div>`}
      ${phoneMessages(speech, view)}
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
      ${receivedMoney(speech, view.received)} ${phoneLinks(speech, view)}
    </div>`,
  })
}
