import type { Markup } from '@merchant-edge/pages'
import { maskPhone } from '@merchant-edge/contract/redaction'
import { html } from 'hono/html'
import type { LinkedWallet } from './linked-wallet.ts'
import type { ShopCustomer } from './sign-on.ts'
import { page } from '../pages/layout.ts'
import type { Locale } from '../pages/locale.ts'

/** What went wrong with the last form. */
export type AccountNotice = 'link-failed' | 'phone-wrong'

/** What the account page shows. */
export interface AccountView {
  /** The customer who is signed in; absent when nobody is. */
  readonly customer: ShopCustomer | undefined
  /** The link of the wallet; `unknown` while checkout does not answer. */
  readonly link: LinkedWallet | 'unknown' | undefined
  readonly membership:
    | {
        readonly phone: string
        readonly tier: string | undefined
        /** Points that this shop has given. */
        readonly points: number
      }
    | undefined
  readonly notice: AccountNotice | undefined
}

function signInCard({ messages }: Locale, customer: ShopCustomer | undefined): Markup {
  if (customer === undefined) {
    return html`<p class="soft">${messages.signInText}</p>
      <a class="button main" href="/auth/sign-in?return_to=%2Faccount">${messages.signIn}</a>`
  }
  return html`<p>${messages.signedInAs} <strong data-name>${customer.name}</strong></p>
    <p class="soft">${maskPhone(customer.phone)}</p>
    <form method="post" action="/auth/sign-out"><button>${messages.signOut}</button></form>`
}

/** Whether the state of the link changes without the customer of this page doing anything. */
function isMoving(link: AccountView['link']): boolean {
  return link === 'unknown' || link?.state === 'requested'
}

function walletCard({ messages }: Locale, link: AccountView['link']): Markup {
  if (link === 'unknown')
    return html`<p class="soft" data-link="unknown">${messages.walletUnknown}</p>`
  if (link?.state === 'linked') {
    return html`<p>
        <strong data-link="linked">${messages.walletLinked}</strong> ${link.phone ?? ''}
      </p>
      <form method="post" action="/account/unlink"><button>${messages.unlink}</button></form>`
  }
  if (link?.state === 'requested' && link.webUrl !== undefined) {
    return html`<p data-link="requested">${messages.linkWaits}</p>
      <a class="button main" href="${link.webUrl}">${messages.confirmLink}</a>`
  }
  return html`<p class="soft">${messages.linkText}</p>
    <form method="post" action="/account/link">
      <button class="main">${messages.link}</button>
    </form>`
}

function memberCard({ messages }: Locale, { membership }: AccountView): Markup {
  const known =
    membership === undefined
      ? ''
      : html`<dl class="facts">
          <dt>${messages.tier}</dt>
          <dd data-tier>${membership.tier ?? messages.noTier}</dd>
          <dt>${messages.pointsHere}</dt>
          <dd data-points>${membership.points}</dd>
        </dl>`
  return html`${known}
    <form method="post" action="/account/phone" class="row">
      <label for="phone">${messages.phoneForPoints}</label>
      <input
        id="phone"
        name="phone"
        type="tel"
        inputmode="numeric"
        autocomplete="tel-national"
        pattern="0[0-9]{9,10}"
        required
        value="${membership?.phone ?? ''}"
      />
      <button>${messages.save}</button>
    </form>`
}

/** Shows the customer's sign-in, linked wallet, tier and points. */
export function accountPage(locale: Locale, view: AccountView): Markup {
  const { messages } = locale
  const notices = { 'link-failed': messages.linkFailed, 'phone-wrong': messages.phoneWrong }
  return page({
    ...locale,
    title: messages.account,
    path: '/account',
    isNarrow: true,
    refreshSeconds: isMoving(view.link) ? 4 : undefined,
    content: html`<h1>${messages.account}</h1>
      ${
        view.notice === undefined
          ? ''
          : html`<p class="notice" role="alert">${notices[view.notice]}</p>`
      }
      <section class="card" aria-labelledby="sign-in">
        <h2 id="sign-in">${messages.you}</h2>
        ${signInCard(locale, view.customer)}
      </section>
      <section class="card" aria-labelledby="wallet">
        <h2 id="wallet">${messages.wallet}</h2>
        ${walletCard(locale, view.link)}
      </section>
      <section class="card" aria-labelledby="member">
        <h2 id="member">${messages.membership}</h2>
        <p class="soft small">${messages.membershipText}</p>
        ${memberCard(locale, view)}
      </section>`,
  })
}
