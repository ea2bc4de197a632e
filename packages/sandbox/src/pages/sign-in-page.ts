import { html } from 'hono/html'
import type { WalletWithPin } from '../wallets/wallets.ts'
import { formatVnd, type Speech } from './language.ts'
import type { Markup } from './layout.ts'
import { leaveButtons, paymentFrame, type PaymentView } from './payment-frame.ts'

/** First step: the customer signs in with phone number and PIN. */
export function signInPage(
  speech: Speech,
  view: PaymentView,
  wallets: readonly WalletWithPin[],
): Markup {
  const { texts } = speech
  return paymentFrame(
    speech,
    view,
    html`<section class="card">
        <h2>${texts.signIn}</h2>
        <p class="soft">${texts.signInText}</p>
        <form method="post" action="${view.action}">
          <label for="phone">${texts.phoneNumber}</label>
          <input id="phone" type="tel" name="phone" autocomplete="off" inputmode="tel" required />
          <label for="pin">${texts.pin}</label>
          <input
            id="pin"
            type="password"
            name="pin"
            autocomplete="off"
            inputmode="numeric"
            required
          />
          <button class="main wide" name="step" value="sign-in">${texts.signIn}</button>
        </form>
      </section>
      <section class="card" aria-labelledby="customers">
        <h2 id="customers">${texts.useThisCustomer}</h2>
        ${wallets.map(
          (wallet) =>
            html`<form method="post" action="${view.action}">
              <input type="hidden" name="phone" value="${wallet.phone}" />
              <input type="hidden" name="pin" value="${wallet.pin}" />
              <button class="wide" name="step" value="sign-in" data-wallet="${wallet.id}">
                ${wallet.fullName}
                <span class="soft small"
                  >${formatVnd(wallet.vnd)}${
                    wallet.status === 'blocked' ? `, ${texts.blocked}` : ''
                  }</span
                >
              </button>
            </form>`,
        )}
      </section>
      ${leaveButtons(speech, view.action)}`,
  )
}
