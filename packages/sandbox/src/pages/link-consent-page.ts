import { maskPhone } from '@merchant-edge/contract/redaction'
import { html } from 'hono/html'
import { formatVnd, type Speech } from './language.ts'
import type { Markup } from './layout.ts'
import { cancelLinkButton, linkFrame, type LinkView } from './link-frame.ts'
import { credentials, type SignedIn } from './signed-in.ts'

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
