import { html } from 'hono/html'
import type { Speech } from './language.ts'
import type { Markup } from './layout.ts'

/** Paths of the parts of the merchant site. */
export type MerchantSection =
  | '/merchant'
  | '/merchant/wallet'
  | '/merchant/vouchers'
  | '/merchant/loyalty'
  | '/merchant/sign-on'
  | '/merchant/daily-files'

/** Links between the parts of the merchant site. */
export function merchantSections({ messages }: Speech, current: MerchantSection): Markup {
  const sections = [
    ['/merchant', messages.sectionKeys],
    ['/merchant/wallet', messages.walletAccount],
    ['/merchant/vouchers', messages.eVouchers],
    ['/merchant/loyalty', messages.loyalty],
    ['/merchant/sign-on', messages.signOn],
    ['/merchant/daily-files', messages.dailyFiles],
  ] as const
  return html`<nav class="sections" aria-label="${messages.sections}">
    ${sections.map(
      ([path, name]) =>
        html`<a href="${path}" ${path === current ? html`aria-current="page"` : ''}>${name}</a>`,
    )}
  </nav>`
}
