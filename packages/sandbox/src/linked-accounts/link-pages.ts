import { maskPhone } from '@merchant-edge/contract/redaction'
import { html } from 'hono/html'
import type { Texts } from '../messages/english.ts'
import { formatTime, type Speech, formatVnd } from '../page-frame/language.ts'
import { page, type Markup, mark } from '../page-frame/layout.ts'
import { signInForms, credentials, type SignedIn } from '../wallets/sign-in-forms.ts'
import type { WalletWithPin } from '../wallets/wallets.ts'
import type { WalletLink, LinkStage } from './links.ts'

/** What every step of linking a wallet shows. */
export interface LinkView {
  readonly link: WalletLink
  readonly partnerName: string
  /** Path of the page with its token: where the forms go. */
  readonly action: string
  /** What went wrong in the step before, in the language of the page. */
  readonly problem?: string
}

/** A step of linking a wallet: who asks, what went wrong before, and the step itself. */
export function linkFrame(speech: Speech, view: LinkView, content: Markup): Markup {
  const { texts, language } = speech
  const { link, partnerName, action, problem } = view
  return page({
    ...speech,
    title: texts.linkTitle,
    path: action,
    audience: 'customer',
    content: html`<section class="card">
        <h1>${texts.linkTitle}</h1>
        <p><strong>${partnerName}</strong> ${link.stage === 'open' ? texts.linkAsks : ''}</p>
        <dl>
          <dt>${texts.linkUser}</dt>
          <dd><code>${link.partnerUserId}</code></dd>
          ${
            link.phoneNumber === null
              ? html`<dt>${texts.linkUntil}</dt>
                  <dd>${formatTime(link.expiresAt, language)}</dd>`
              : html`<dt>${texts.linkWallet}</dt>
                  <dd>${link.phoneNumber}</dd>`
          }
        </dl>
      </section>
      ${problem === undefined ? '' : html`<div class="notice bad" role="alert">${problem}</div>`}
      ${content}`,
  })
}

/** The way out of every step. */
export function cancelLinkButton({ texts }: Speech, action: string): Markup {
  return html`<form method="post" action="${action}" class="row">
    <button name="step" value="cancel">${texts.cancel}</button>
  </form>`
}

/** First step: sign in here, or scan the QR of this very page with the phone that has the wallet. */
export function linkSignInPage(
  speech: Speech,
  view: LinkView & { readonly qrPng: string },
  wallets: readonly WalletWithPin[],
): Markup {
  const { texts } = speech
  const { action, qrPng } = view
  return linkFrame(
    speech,
    view,
    html`<div class="link-steps">
        ${signInForms(speech, { action, text: texts.linkSignInText, wallets })}
        <section class="card center device-qr" aria-labelledby="on-phone">
          <h2 id="on-phone">${texts.linkOnPhone}</h2>
          <p class="soft">${texts.linkOnPhoneText}</p>
          <img
            class="qr"
            src="data:image/png;base64,${qrPng}"
            alt="${texts.linkQr}"
            width="240"
            height="240"
          />
        </section>
      </div>
      ${cancelLinkButton(speech, action)}`,
  )
}

/** Second step: the customer reads what the link allows, and confirms it. */
export function linkConsentPage(
  speech: Speech,
  view: LinkView & { readonly otpFromVnd: number },
  signedIn: SignedIn,
): Markup {
  const { texts } = speech
  const { action, otpFromVnd } = view
  return linkFrame(
    speech,
    view,
    html`<section class="card">
        <h2>${signedIn.wallet.fullName}</h2>
        <p class="soft small">${texts.linkWallet} ${maskPhone(signedIn.phone)}</p>
        <ul>
          <li>${texts.linkAllows}</li>
          <li>${texts.linkCodeFrom} ${formatVnd(otpFromVnd)}.</li>
          <li>${texts.linkUndo}</li>
        </ul>
        <form method="post" action="${action}">
          ${credentials(signedIn)}
          <button class="main wide" name="step" value="confirm">${texts.linkConfirm}</button>
        </form>
      </section>
      ${cancelLinkButton(speech, action)}`,
  )
}

type Ended = Exclude<LinkStage, 'open'>

const words = {
  linked: ['link_linked', 'linkedText'],
  cancelled: ['link_cancelled', 'linkCancelledText'],
  expired: ['link_expired', 'linkExpiredText'],
  unlinked: ['link_unlinked', 'linkUnlinkedText'],
} as const satisfies Record<Ended, readonly [keyof Texts, keyof Texts]>

/** What came of a link that waits for nobody any more. */
export function linkResultPage(speech: Speech, view: LinkView, stage: Ended): Markup {
  const [title, text] = words[stage]
  return linkFrame(
    speech,
    view,
    html`<section class="card center" role="status">
      ${mark(stage === 'linked' ? 'good' : 'bad')}
      <h2>${speech.texts[title]}</h2>
      <p class="soft">${speech.texts[text]}</p>
    </section>`,
  )
}
