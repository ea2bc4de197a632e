import { html } from 'hono/html'
import type { Speech } from './language.ts'
import type { Markup } from './layout.ts'
import { leaveButtons, paymentFrame, type PaymentView } from './payment-frame.ts'
import type { SplitChoice } from './payment-split.ts'
import { credentials, type SignedIn } from './signed-in.ts'

/** Third step, above the threshold: the code that a real service would send to the phone. */
export function oneTimeCodePage(
  speech: Speech,
  view: PaymentView & { readonly choice: SplitChoice; readonly code: string },
  signedIn: SignedIn,
): Markup {
  const { texts } = speech
  return paymentFrame(
    speech,
    view,
    html`<section class="card">
        <h2>${texts.otpTitle}</h2>
        <p class="soft">${texts.otpText} <strong data-otp>${view.code}</strong></p>
        <form method="post" action="${view.action}">
          ${credentials(signedIn)}
          <input type="hidden" name="choice" value="${view.choice}" />
          <label for="otp">${texts.otpLabel}</label>
          <input
            id="otp"
            class="code"
            type="text"
            name="otp"
            inputmode="numeric"
            autocomplete="one-time-code"
            maxlength="6"
            required
            autofocus
          />
          <button class="main wide" name="step" value="pay">${texts.confirmPay}</button>
        </form>
      </section>
      ${leaveButtons(speech, view.action)}`,
  )
}
