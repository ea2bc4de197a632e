import { html } from 'hono/html'
import { Hono, type Context } from 'hono'
import { type Order, findOrderByQrToken, listOrders } from '../orders/orders.ts'
import { listStores } from '../merchants/stores.ts'
import { merchantQrText, scannedStoreCode } from '../payments/merchant-qr.ts'
import { formFields } from '../page-frame/forms.ts'
import {
  chooseLanguage,
  formatPhone,
  formatPoints,
  formatTime,
  formatVnd,
  type Speech,
} from '../page-frame/language.ts'
import { page, type Markup } from '../page-frame/layout.ts'
import { listRefundNotices, type RefundNotice } from '../refunds/refunds.ts'
import type { SandboxHono } from '../sandbox-hono.ts'
import { type Transfer, listTransfers } from '../transfers/transfers.ts'
import {
  phoneLinks,
  phoneMessages,
  type PhoneLinks,
  findScannedLink,
  readPhoneLinks,
} from './phone-links.ts'

/** Content of the phone page. */
export interface PhoneView extends PhoneLinks {
  readonly openOrders: readonly Order[]
  /** Open stores, with the texts of their fixed QRs. */
  readonly stores: readonly { readonly name: string; readonly text: string }[]
  /** Transfers of merchants to customers, newest first. */
  readonly received: readonly Transfer[]
  /** Notices to customers about refunds, newest first. */
  readonly refunds: readonly RefundNotice[]
  /** What went wrong before, in the language of the page. */
  readonly problem?: string | undefined
}

/** A phone with the wallet app open: it scans QRs, reads messages and ends links. */
function phonePage(speech: Speech, view: PhoneView): Markup {
  const { messages, language } = speech
  const { openOrders, problem } = view
  return page({
    ...speech,
    title: messages.phoneTitle,
    path: '/phone',
    audience: 'tester',
    content: html`<div class="phone">
      <h1>${messages.phoneTitle}</h1>
      <p class="soft">${messages.phoneText}</p>
      ${problem === undefined ? '' : html`<div class="notice bad" role="alert">${problem}</div>`}
      ${phoneMessages(speech, view)}
      <h2>${messages.openOrders}</h2>
      ${openOrders.length === 0 ? html`<p class="soft">${messages.noOpenOrders}</p>` : ''}
      ${openOrders.map(
        (order) =>
          html`<form method="post" action="/phone">
            <input type="hidden" name="qr" value="${order.qrCode}" />
            <button class="wide">
              ${messages.scan} ${formatVnd(order.amountVnd, language)}
              <span class="soft small">${order.description || order.orderId}</span>
            </button>
          </form>`,
      )}
      ${storeQrs(speech, view)}
      <form method="post" action="/phone">
        <label for="qr">${messages.qrText}</label>
        <input id="qr" type="text" name="qr" autocomplete="off" required />
        <button class="main wide">${messages.scanThis}</button>
      </form>
      ${receivedMoney(speech, view.received)} ${receivedRefunds(speech, view)}
      ${phoneLinks(speech, view)}
    </div>`,
  })
}

/** The fixed QRs of stores, which customers find beside the tills. */
function storeQrs({ messages }: Speech, { stores }: PhoneView): Markup {
  return html`<details>
    <summary>${messages.storeQrs}</summary>
    ${stores.map(
      ({ text, name }) =>
        html`<form method="post" action="/phone">
          <input type="hidden" name="qr" value="${text}" />
          <button class="wide">${messages.scan} <span class="soft small">${name}</span></button>
        </form>`,
    )}
  </details>`
}

/** The transfers of merchants to customers, as the phone shows them. */
function receivedMoney({ messages, language }: Speech, transfers: readonly Transfer[]): Markup {
  return html`<section aria-labelledby="received">
    <h2 id="received">${messages.moneyReceived}</h2>
    ${transfers.length === 0 ? html`<p class="soft">${messages.noMoneyReceived}</p>` : ''}
    ${transfers.map(
      (transfer) =>
        html`<div class="notice good">
          <strong>+ ${formatVnd(transfer.amountVnd, language)}</strong> ${transfer.merchantName}
          <br /><span class="small"
            >${transfer.receiverName} ${formatPhone(transfer.receiverPhone)} ·
            ${formatTime(transfer.createdAt, language)}</span
          >
          ${transfer.description === '' ? '' : html`<br />${transfer.description}`}
        </div>`,
    )}
  </section>`
}

/** The notices of the wallet app about refunds. @see Specification 3 */
function receivedRefunds(speech: Speech, view: PhoneView): Markup {
  const { messages, language } = speech
  const { refunds, customerNames } = view
  const toFollow = { points: messages.pointsToFollow, money: messages.moneyToFollow }
  return html`<section aria-labelledby="refunds-received">
    <h2 id="refunds-received">${messages.refundsReceived}</h2>
    ${refunds.length === 0 ? html`<p class="soft">${messages.noRefundsReceived}</p>` : ''}
    ${refunds.map(
      ({ refundTransactionId, walletId, merchantName, vnd, points, pending, createdAt }) =>
        html`<div class="notice good" data-refund="${refundTransactionId}">
          <strong
            >+ ${vnd > 0 ? formatVnd(vnd, language) : ''}
            ${points > 0 ? formatPoints(points, speech) : ''}</strong
          >
          ${merchantName}<br /><span class="small"
            >${customerNames.get(walletId) ?? walletId} · ${formatTime(createdAt, language)}
            ${pending === null ? '' : toFollow[pending]}</span
          >
        </div>`,
    )}
  </section>`
}

type PageContext = Context<SandboxHono>

async function showPhone(c: PageContext, problem?: string) {
  const orders = await listOrders(c.var.sandbox, { limit: 50 })
  const waiting = orders.filter(
    ({ stage, kind }) =>
      (stage === 'open' || stage === 'processing') &&
      (kind === 'transaction-qr' || kind === 'web-payment'),
  )
  const received = (await listTransfers(c.var.sandbox.database)).slice(0, 5)
  const links = await readPhoneLinks(c.var.sandbox)
  const stores = (await listStores(c.var.sandbox.database))
    .filter(({ status }) => status === 'active')
    .map(({ code, name }) => ({ name, text: merchantQrText(c.var.sandbox, code) }))
  const refunds = (await listRefundNotices(c.var.sandbox.database)).slice(0, 5)
  const view = { ...links, openOrders: waiting, stores, received, refunds, problem }
  return c.html(phonePage(chooseLanguage(c), view), problem === undefined ? 200 : 404)
}

/**
 * Path of an address of the sandbox: the redirect after a form must stay on the page's own origin.
 */
function pathOf(address: string): string {
  const { pathname, search } = new URL(address)
  return pathname + search
}

async function scan(c: PageContext) {
  const { sandbox } = c.var
  const { qr = '' } = await formFields(c)
  const link = await findScannedLink(sandbox, qr)
  if (link !== undefined) return c.redirect(pathOf(link.webUrl), 303)
  const storeCode = scannedStoreCode(sandbox, qr)
  if (storeCode !== undefined) return c.redirect(pathOf(merchantQrText(sandbox, storeCode)), 303)
  const token = /\/qr\/([^/?#]+)$/.exec(qr)?.[1]
  const order = token === undefined ? undefined : await findOrderByQrToken(sandbox, token)
  if (order === undefined) return showPhone(c, chooseLanguage(c).messages.qrUnknown)
  return c.redirect(pathOf(order.paymentUrl), 303)
}

/** `/phone`: the customer's phone, which scans QRs and shows what it received. */
export function phoneRoutes(): Hono<SandboxHono> {
  const app = new Hono<SandboxHono>()
  app.get('/phone', (c) => showPhone(c))
  app.post('/phone', (c) => scan(c))
  return app
}
