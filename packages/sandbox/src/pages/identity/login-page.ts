import { html } from 'hono/html'
import type { WalletWithPin } from '../../wallets/wallets.ts'
import type { Speech } from '../language.ts'
import type { Markup } from '../layout.ts'
import { clientFrame, clientName, type ClientPage } from './client-frame.ts'

/** What the login page shows. */
export interface LoginView extends Omit<ClientPage, 'title'> {
  /** Phone number that the client thinks of. */
  readonly loginHint: string
  /** Test customers to choose from. */
  readonly wallets: readonly WalletWithPin[]
}

function customers({ texts }: Speech, wallets: readonly WalletWithPin[]): Markup {
  return html`<h2 class="apart">${texts.useThisCustomer}</h2>
    ${wallets.map(
      (wallet) =>
        html`<button
          class="wide"
          name="customer"
          value="${wallet.phone} ${wallet.pin}"
          data-wallet="${wallet.id}"
          formnovalidate
        >
          ${wallet.fullName}
          <span class="soft small"
            >${wallet.phone}${wallet.status === 'blocked' ? `, ${texts.blocked}` : ''}</span
          >
        </button>`,
    )}`
}

/** The customer signs in with phone number and PIN, for a client. */
export function loginPage(speech: Speech, view: LoginView): Markup {
  const { texts } = speech
  const { action, loginHint, wallets } = view
  return clientFrame(
    speech,
    { ...view, title: texts.signIn },
    html`<form class="card" method="post" action="${action}">
      <h1>${texts.signInTo} ${clientName(view)}</h1>
      <p class="soft">${texts.signInToText}</p>
      <label for="phone">${texts.phoneNumber}</label>
      <input
        id="phone"
        type="tel"
        name="phone"
        value="${loginHint}"
        autocomplete="username"
        inputmode="tel"
        required
      />
      <label for="pin">${texts.pin}</label>
      <input
        id="pin"
        type="password"
        name="pin"
        autocomplete="current-password"
        inputmode="numeric"
        required
      />
      <label class="choice apart">
        <input type="checkbox" name="remember" checked /> ${texts.stayRemembered}
      </label>
      <button class="main wide" name="step" value="sign-in">${texts.signIn}</button>
      <button class="wide" name="step" value="deny" formnovalidate>${texts.cancel}</button>
      ${customers(speech, wallets)}
    </form>`,
  )
}
