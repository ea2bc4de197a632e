import { html } from 'hono/html'
import type { WalletWithPin } from '../wallets/wallets.ts'
import type { Speech } from './language.ts'
import type { Markup } from './layout.ts'
import { leaveButtons, paymentFrame, type PaymentView } from './payment-frame.ts'
import { signInForms } from './sign-in-forms.ts'

/** First step: the customer signs in with phone number and PIN. */
export function signInPage(
  speech: Speech,
  view: PaymentView,
  wallets: readonly WalletWithPin[],
): Markup {
  const { action } = view
  const text = speech.texts.signInText
  return paymentFrame(
    speech,
    view,
    html`${signInForms(speech, { action, text, wallets })} ${leaveButtons(speech, action)}`,
  )
}
