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
export function merchantSections({ texts }: Speech, current: MerchantSection): Markup {
  const sections = [
    ['/merchant', texts.sectionKeys],
    ['/merchant/wallet', texts.walletAccount],
    ['/merchant/vouchers', texts.eVouchers],
    ['/merchant/loyalty', texts.loyalty],
    ['/merchant/sign-on', texts.signOn],
    ['/merchant/daily-files', texts.dailyFiles],
  ] as const
  return html`<nav class="sections" aria-label="${texts.sections}">
    ${sections.map(
      ([path, name]) =>
        html`<a href="${path}" ${path === current ? html`aria-current="page"` : ''}>${name}</a>`,
    )}
  </nav>`
}
