import { html } from 'hono/html'
import type { ApiKey } from '../merchants/api-keys.ts'
import type { Store } from '../merchants/stores.ts'
import type { Order } from '../orders/orders.ts'
import { formatTime, formatVnd, type Speech } from '../page-frame/language.ts'
import { page, type Markup } from '../page-frame/layout.ts'
import { merchantSections } from '../page-frame/merchant-sections.ts'

/** Everything the merchant site shows. */
export interface MerchantView {
  readonly keys: readonly ApiKey[]
  readonly stores: readonly Store[]
  readonly orders: readonly Order[]
  readonly callbackPublicKeyPem: string
  /** Now, in unix seconds of the sandbox's clock. */
  readonly now: number
  /** The private key of a key that was generated a moment ago; shown this once. */
  readonly newPrivateKeyPem?: string
  /** What was wrong with the last input. */
  readonly problem?: string
}

function keyState({ messages }: Speech, key: ApiKey, now: number): Markup {
  if (key.revokedAt !== null) return html`<span class="state-bad">${messages.revoked}</span>`
  const isExpired = key.expiresAt !== null && key.expiresAt <= now
  if (isExpired) return html`<span class="state-bad">${messages.expired}</span>`
  return html`<span class="state-good">${messages.works}</span>`
}

function keyRow(speech: Speech, key: ApiKey, now: number): Markup {
  const { messages, language } = speech
  return html`<tr>
    <td><code>${key.keyCode}</code><br /><span class="soft small">${key.name}</span></td>
    <td>${key.expiresAt === null ? messages.never : formatTime(key.expiresAt, language)}</td>
    <td>${keyState(speech, key, now)}</td>
    <td>
      ${
        key.revokedAt === null
          ? html`<form method="post" action="/merchant/keys/revoke">
              <input type="hidden" name="keyCode" value="${key.keyCode}" />
              <button class="small danger">${messages.revoke}</button>
            </form>`
          : ''
      }
    </td>
  </tr>`
}

function keysCard(speech: Speech, view: MerchantView): Markup {
  const { messages } = speech
  return html`<section class="card" aria-labelledby="keys">
    <h2 id="keys">${messages.keys}</h2>
    ${
      view.newPrivateKeyPem === undefined
        ? ''
        : html`<div class="notice good" role="status">
              ${messages.keyCreated} ${messages.privateKeyOnce}
            </div>
            <pre>${view.newPrivateKeyPem}</pre>`
    }
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th>${messages.keyCode}</th>
            <th>${messages.expires}</th>
            <th>${messages.status}</th>
            <th></th>
          </tr>
        </thead>
        <tbody>
          ${view.keys.map((key) => keyRow(speech, key, view.now))}
        </tbody>
      </table>
    </div>
    <details>
      <summary>${messages.newKey}</summary>
      <form method="post" action="/merchant/keys">
        <label for="key-name">${messages.keyName}</label>
        <input id="key-name" type="text" name="name" required maxlength="100" />
        <label for="key-expires">${messages.expiryOptional}</label>
        <input id="key-expires" type="date" name="expires" />
        <label for="key-pem">${messages.publicKeyOptional}</label>
        <textarea id="key-pem" name="publicKeyPem" spellcheck="false"></textarea>
        <button class="main wide">${messages.create}</button>
      </form>
    </details>
    <details>
      <summary>${messages.callbackKey}</summary>
      <p class="soft small">${messages.callbackKeyText}</p>
      <pre>${view.callbackPublicKeyPem}</pre>
    </details>
  </section>`
}

function storesCard({ messages }: Speech, { stores }: MerchantView): Markup {
  return html`<section class="card" aria-labelledby="stores">
    <h2 id="stores">${messages.stores}</h2>
    ${stores.map(
      (store) =>
        html`<p>
          <code>${store.code}</code> ${store.name}<br />
          <span class="soft small"
            >${messages.terminals}:
            ${store.terminals.map(({ posCode, name }) => `${posCode} (${name})`).join(', ')}</span
          >
        </p>`,
    )}
    <details>
      <summary>${messages.newStore}</summary>
      <form method="post" action="/merchant/stores">
        <label for="store-code">${messages.storeCode}</label>
        <input id="store-code" type="text" name="code" required pattern="[A-Za-z0-9_\\-]{1,64}" />
        <label for="store-name">${messages.storeName}</label>
        <input id="store-name" type="text" name="name" required maxlength="100" />
        <button class="main wide">${messages.create}</button>
      </form>
    </details>
    <details>
      <summary>${messages.newTerminal}</summary>
      <form method="post" action="/merchant/terminals">
        <label for="terminal-store">${messages.storeCode}</label>
        <select id="terminal-store" name="storeCode">
          ${stores.map(({ code }) => html`<option>${code}</option>`)}
        </select>
        <label for="pos-code">${messages.posCode}</label>
        <input id="pos-code" type="text" name="posCode" required pattern="[A-Za-z0-9_\\-]{1,64}" />
        <label for="terminal-name">${messages.terminalName}</label>
        <input id="terminal-name" type="text" name="name" required maxlength="100" />
        <button class="main wide">${messages.create}</button>
      </form>
    </details>
  </section>`
}

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

function ordersCard(speech: Speech, { orders }: MerchantView): Markup {
  const { messages } = speech
  return html`<section class="card" aria-labelledby="orders">
    <h2 id="orders">${messages.orders}</h2>
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

/** The merchant web site: API keys, stores with terminals, orders with what was refunded. */
export function merchantPage(speech: Speech, view: MerchantView): Markup {
  const { messages } = speech
  return page({
    ...speech,
    title: messages.merchantSite,
    path: '/merchant',
    audience: 'tester',
    content: html`${merchantSections(speech, '/merchant')}
      <h1>${messages.merchantSite}</h1>
      ${
        view.problem === undefined
          ? ''
          : html`<div class="notice bad" role="alert">
              ${messages.invalidInput} ${view.problem}
            </div>`
      }
      ${keysCard(speech, view)} ${storesCard(speech, view)} ${ordersCard(speech, view)}`,
  })
}
