import { html } from 'hono/html'
import type { WalletWithPin } from '../wallets/wallets.ts'
import type { Markup } from './layout.ts'

/** Who has signed in; sent along with each step, so that no step trusts an earlier one. */
export interface SignedIn {
  readonly phone: string
  readonly pin: string
  readonly wallet: Pick<WalletWithPin, 'fullName' | 'vnd' | 'points'>
}

/** Fields with which the next step signs in anew. */
export function credentials({ phone, pin }: SignedIn): Markup {
  return html`<input type="hidden" name="phone" value="${phone}" />
    <input type="hidden" name="pin" value="${pin}" />`
}
