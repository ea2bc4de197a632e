import { html } from 'hono/html'
import type { Store } from '../merchants/stores.ts'
import { page, type Markup } from '../page-frame/layout.ts'
import { merchantSections, type MerchantSpeech } from '../page-frame/merchant-sections.ts'

/** Everything that the page of the stores shows. */
export interface StoresView {
  readonly stores: readonly Store[]
  /** Message about an error in the last form. */
  readonly problem?: string
}

function storesCard({ messages }: MerchantSpeech, { stores }: StoresView): Markup {
  return html`<section class="card" aria-labelledby="stores">
    <h2 id="stores">${messages.stores}</h2>
    ${stores.map(
      (store) =>
        html`<p>
          <code>${store.code}</code> ${store.name}
          <a href="/merchant/stores/${encodeURIComponent(store.code)}/qr">${messages.storeQr}</a
          ><br />
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

/** Stores of a merchant with their terminals. */
export function storesPage(speech: MerchantSpeech, view: StoresView): Markup {
  const { messages } = speech
  return page({
    ...speech,
    title: messages.stores,
    path: '/merchant/stores',
    audience: 'tester',
    content: html`${merchantSections(speech, '/merchant/stores')}
      <h1>${messages.stores}</h1>
      ${
        view.problem === undefined
          ? ''
          : html`<div class="notice bad" role="alert">
              ${messages.invalidInput} ${view.problem}
            </div>`
      }
      ${storesCard(speech, view)}`,
  })
}
