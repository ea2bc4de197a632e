import { html } from 'hono/html'
import type { Speech } from './language.ts'
import type { Markup } from './layout.ts'

/** Paths of the parts of the merchant site, in the order of its navigation. */
export const merchantSectionPaths = [
  '/merchant',
  '/merchant/transactions',
  '/merchant/stores',
  '/merchant/keys',
  '/merchant/wallet',
  '/merchant/vouchers',
  '/merchant/loyalty',
  '/merchant/sign-on',
  '/merchant/daily-files',
  '/merchant/staff',
] as const

/** Path of a part of the merchant site. */
export type MerchantSection = (typeof merchantSectionPaths)[number]

/** The language of a page of the merchant site, with who is logged in. */
export interface MerchantSpeech extends Speech {
  readonly site: {
    readonly merchantName: string
    readonly userName: string
    /** What the account may open. */
    readonly sections: readonly MerchantSection[]
  }
}

function link(path: MerchantSection, name: string, mark: Markup | ''): Markup {
  return html`<a href="${path}" ${mark}>${name}</a>`
}

/**
 * Who is logged in, the way out, and links between the parts of the merchant site that the account
 * may open.
 */
export function merchantSections(speech: MerchantSpeech, current: MerchantSection): Markup {
  const { messages, site } = speech
  const names: Readonly<Record<MerchantSection, string>> = {
    '/merchant': messages.sectionOverview,
    '/merchant/transactions': messages.transactions,
    '/merchant/stores': messages.stores,
    '/merchant/keys': messages.keys,
    '/merchant/wallet': messages.walletAccount,
    '/merchant/vouchers': messages.eVouchers,
    '/merchant/loyalty': messages.loyalty,
    '/merchant/sign-on': messages.signOn,
    '/merchant/daily-files': messages.dailyFiles,
    '/merchant/staff': messages.staffAccounts,
  }
  return html`<div class="row who">
      <span><strong>${site.merchantName}</strong> <span class="soft">${site.userName}</span></span>
      <form method="post" action="/merchant/log-out">
        <button class="small">${messages.logOut}</button>
      </form>
    </div>
    <nav class="sections" aria-label="${messages.sections}">
      ${site.sections.map((path) =>
        link(path, names[path], path === current ? html`aria-current="page"` : ''),
      )}
    </nav>`
}
