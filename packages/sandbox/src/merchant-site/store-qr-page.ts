import { html } from 'hono/html'
import type { Store } from '../merchants/stores.ts'
import { page, type Markup } from '../page-frame/layout.ts'
import { merchantSections, type MerchantSpeech } from '../page-frame/merchant-sections.ts'

/** The fixed QR of a store. */
export interface StoreQrView {
  readonly store: Store
  /** The text that the QR holds. */
  readonly text: string
  /** A PNG image in base64. */
  readonly png: string
}

/** The fixed QR of a store, to print and put beside the till. */
export function storeQrPage(speech: MerchantSpeech, { store, text, png }: StoreQrView): Markup {
  const { messages, site } = speech
  const image = `data:image/png;base64,${png}`
  return page({
    ...speech,
    title: `${messages.storeQr} ${store.code}`,
    path: `/merchant/stores/${encodeURIComponent(store.code)}/qr`,
    audience: 'tester',
    content: html`<div class="no-print">${merchantSections(speech, '/merchant/stores')}</div>
      <section class="card center">
        <p class="soft">${site.merchantName}</p>
        <h1>${store.name}</h1>
        <img class="qr" src="${image}" alt="${messages.storeQr}" width="320" height="320" />
        <p>${messages.scanAndType}</p>
        <p class="small"><code>${store.code}</code><br /><code>${text}</code></p>
        <p class="row middle no-print">
          <a class="button" href="${image}" download="${store.code}.png">${messages.savePicture}</a>
          <a class="button" href="${text}">${messages.openAsCustomer}</a>
        </p>
        <p class="soft small no-print">${messages.storeQrText}</p>
      </section>`,
  })
}
