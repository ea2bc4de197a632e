import { formatMaskedPhone, formatNumber, type Markup } from '@merchant-edge/pages'
import { maskPhone } from '@merchant-edge/contract/redaction'
import { html } from 'hono/html'
import type { LinkedWallet } from './linked-wallet.ts'
import { signInPath, type ShopCustomer } from './sign-on.ts'
import { page } from '../pages/layout.ts'
import type { Locale } from '../pages/locale.ts'

/** Error of the last form. */
export type AccountNotice = 'link-failed' | 'link-in-use' | 'unlink-unknown'

/** The data of the account page of a signed-in customer. */
export interface SignedInView {
  readonly customer: ShopCustomer
  /** The link of the wallet; `unknown` while checkout does not answer. */
  readonly link: LinkedWallet | 'unknown' | undefined
  /** Tier of the customer's own phone number; absent when it is not known. */
  readonly tier: string | undefined
  /** Points that this shop has given. */
  readonly points: number
}

/** The data of the account page. */
export interface AccountView {
  /** Absent when nobody is signed in. */
  readonly signedIn: SignedInView | undefined
  readonly notice: AccountNotice | undefined
}

function signInCard({ messages }: Locale): Markup {
  return html`<section class="card" aria-labelledby="sign-in">
    <h2 id="sign-in">${messages.you}</h2>
    <p class="soft">${messages.signInText}</p>
    <a class="button main" href="${signInPath('/account')}">${messages.signIn}</a>
  </section>`
}

function customerCard({ messages }: Locale, customer: ShopCustomer): Markup {
  const { name, phone, answer } = customer
  return html`<section class="card" aria-labelledby="customer">
    <h2 id="customer">${messages.you}</h2>
    ${name === undefined ? '' : html`<p>${messages.signedInAs} <strong data-name>${name}</strong></p>`}
    ${answer === 'none' ? html`<p class="soft" data-customer="unanswered">${messages.walletUnknown}</p>` : ''}
    ${
      answer === 'refused'
        ? html`<p class="soft" data-customer="unknown">
            ${messages.walletForgot}
            <a href="${signInPath('/account')}">${messages.signIn}</a>
          </p>`
        : ''
    }
    ${
      phone === undefined
        ? ''
        : html`<p class="soft">${messages.phone} ${formatMaskedPhone(maskPhone(phone))}</p>`
    }
    <form method="post" action="/auth/sign-out"><button>${messages.signOut}</button></form>
  </section>`
}

/** Whether the page will show more by itself, so that it refreshes. */
function isMoving({ link, customer }: SignedInView): boolean {
  return customer.answer === 'none' || link === 'unknown' || link?.state === 'requested'
}

function walletCard({ messages }: Locale, link: SignedInView['link']): Markup {
  if (link === 'unknown')
    return html`<p class="soft" data-link="unknown">${messages.walletUnknown}</p>`
  if (link?.state === 'linked') {
    return html`<p>
        <strong data-link="linked">${messages.walletLinked}</strong>
        ${formatMaskedPhone(link.phone ?? '')}
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

function memberCard({ messages, language }: Locale, { tier, points }: SignedInView): Markup {
  return html`<p class="soft small">${messages.membershipText}</p>
    <dl class="facts">
      <dt>${messages.tier}</dt>
      <dd data-tier>${tier ?? messages.noTier}</dd>
      <dt>${messages.pointsHere}</dt>
      <dd data-points>${formatNumber(points, language)}</dd>
    </dl>`
}

function cards(locale: Locale, signedIn: SignedInView): Markup {
  const { messages } = locale
  return html`${customerCard(locale, signedIn.customer)}
    <section class="card" aria-labelledby="wallet">
      <h2 id="wallet">${messages.wallet}</h2>
      ${walletCard(locale, signedIn.link)}
    </section>
    <section class="card" aria-labelledby="member">
      <h2 id="member">${messages.membership}</h2>
      ${memberCard(locale, signedIn)}
    </section>`
}

/**
 * Shows the customer's sign-in, linked wallet, tier and points; to a guest only the link to the
 * sign-in.
 */
export function accountPage(locale: Locale, { signedIn, notice }: AccountView): Markup {
  const { messages } = locale
  const notices = {
    'link-failed': messages.linkFailed,
    'link-in-use': messages.linkInUse,
    'unlink-unknown': messages.unlinkUnknown,
  } as const satisfies Record<AccountNotice, string>
  return page({
    ...locale,
    title: messages.account,
    path: '/account',
    isNarrow: true,
    // The answer to a form has an address that only accepts forms.
    refreshSeconds:
      notice === undefined && signedIn !== undefined && isMoving(signedIn) ? 4 : undefined,
    content: html`<h1>${messages.account}</h1>
      ${notice === undefined ? '' : html`<p class="notice" role="alert">${notices[notice]}</p>`}
      ${signedIn === undefined ? signInCard(locale) : cards(locale, signedIn)}`,
  })
}
