import { html } from 'hono/html'
import type { WalletWithPin } from '../wallets/wallets.ts'
import type { Speech } from './language.ts'
import type { Markup } from './layout.ts'
import { cancelLinkButton, linkFrame, type LinkView } from './link-frame.ts'
import { signInForms } from './sign-in-forms.ts'

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
