import { maskPhone } from '@merchant-edge/contract/redaction'
import { html } from 'hono/html'
import type { LinkedWallet } from '../linked-wallet.ts'
import type { ShopCustomer } from '../sign-on.ts'
import { page, type Markup } from './layout.ts'
import type { Speech } from './speech.ts'

/** What went wrong with the last form. */
export type AccountNotice = 'link-failed' | 'phone-wrong'

/** What the account page shows. */
export interface AccountView {
  /** Who is signed in. */
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

function signInCard({ texts }: Speech, customer: ShopCustomer | undefined): Markup {
  if (customer === undefined) {
    return html`<p class="soft">${texts.signInText}</p>
      <a class="button main" href="/auth/sign-in?return_to=%2Faccount">${texts.signIn}</a>`
  }
  return html`<p>${texts.signedInAs} <strong data-name>${customer.name}</strong></p>
    <p class="soft">${maskPhone(customer.phone)}</p>
    <form method="post" action="/auth/sign-out"><button>${texts.signOut}</button></form>`
}

/** Whether the state of the link changes without the customer of this page doing anything. */
function isMoving(link: AccountView['link']): boolean {
  return link === 'unknown' || link?.state === 'requested'
}

function walletCard({ texts }: Speech, link: AccountView['link']): Markup {
  if (link === 'unknown')
    return html`<p class="soft" data-link="unknown">${texts.walletUnknown}</p>`
  if (link?.state === 'linked') {
    return html`<p><strong data-link="linked">${texts.walletLinked}</strong> ${link.phone ?? ''}</p>
      <form method="post" action="/account/unlink"><button>${texts.unlink}</button></form>`
  }
  if (link?.state === 'requested' && link.webUrl !== undefined) {
    return html`<p data-link="requested">${texts.linkWaits}</p>
      <a class="button main" href="${link.webUrl}">${texts.confirmLink}</a>`
  }
  return html`<p class="soft">${texts.linkText}</p>
    <form method="post" action="/account/link"><button class="main">${texts.link}</button></form>`
}

function memberCard({ texts }: Speech, { membership }: AccountView): Markup {
  const known =
    membership === undefined
      ? ''
      : html`<dl class="facts">
          <dt>${texts.tier}</dt>
          <dd data-tier>${membership.tier ?? texts.noTier}</dd>
          <dt>${texts.pointsHere}</dt>
          <dd data-points>${membership.points}</dd>
        </dl>`
  return html`${known}
    <form method="post" action="/account/phone" class="row">
      <label for="phone">${texts.phoneForPoints}</label>
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
      <button>${texts.save}</button>
    </form>`
}

/** The customer's wallet, tier and points. */
export function accountPage(speech: Speech, view: AccountView): Markup {
  const { texts } = speech
  const notices = { 'link-failed': texts.linkFailed, 'phone-wrong': texts.phoneWrong }
  return page({
    ...speech,
    title: texts.account,
    path: '/account',
    isNarrow: true,
    refreshSeconds: isMoving(view.link) ? 4 : undefined,
    content: html`<h1>${texts.account}</h1>
      ${
        view.notice === undefined
          ? ''
          : html`<p class="notice" role="alert">${notices[view.notice]}</p>`
      }
      <section class="card" aria-labelledby="sign-in">
        <h2 id="sign-in">${texts.you}</h2>
        ${signInCard(speech, view.customer)}
      </section>
      <section class="card" aria-labelledby="wallet">
        <h2 id="wallet">${texts.wallet}</h2>
        ${walletCard(speech, view.link)}
      </section>
      <section class="card" aria-labelledby="member">
        <h2 id="member">${texts.membership}</h2>
        <p class="soft small">${texts.membershipText}</p>
        ${memberCard(speech, view)}
      </section>`,
  })
}
