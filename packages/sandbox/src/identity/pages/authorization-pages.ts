import { html } from 'hono/html'
import { fieldProblem, invalidField } from '../../page-frame/field-problem.ts'
import type { Speech } from '../../page-frame/language.ts'
import type { Markup } from '../../page-frame/layout.ts'
import type { WalletWithPin } from '../../wallets/wallets.ts'
import { identityScopes, type IdentityScope } from '../scopes.ts'
import { clientFrame, clientName, type ClientPage } from './client-frame.ts'

/** What the login page shows. */
export interface LoginView extends Omit<ClientPage, 'title'> {
  /** Phone number from `login_hint`. */
  readonly loginHint: string
  /** Test customers to choose from. */
  readonly wallets: readonly WalletWithPin[]
}

function customers({ messages }: Speech, wallets: readonly WalletWithPin[]): Markup {
  return html`<h2 class="apart">${messages.useThisCustomer}</h2>
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
            >${wallet.phone}${wallet.status === 'blocked' ? `, ${messages.blocked}` : ''}</span
          >
        </button>`,
    )}`
}

/** The customer signs in with phone number and PIN, for a client. */
export function loginPage(speech: Speech, view: LoginView): Markup {
  const { messages } = speech
  const { problem, ...frame } = view
  const { action, loginHint, wallets } = view
  return clientFrame(
    speech,
    { ...frame, title: messages.signIn },
    html`<form class="card" method="post" action="${action}">
      <h1>${messages.signInTo} ${clientName(view)}</h1>
      <p class="soft">${messages.signInToText}</p>
      <label for="phone">${messages.phoneNumber}</label>
      <input
        id="phone"
        type="tel"
        name="phone"
        value="${loginHint}"
        autocomplete="username"
        inputmode="tel"
        required
      />
      <label for="pin">${messages.pin}</label>
      <input
        id="pin"
        type="password"
        name="pin"
        autocomplete="current-password"
        inputmode="numeric"
        required
        ${invalidField('pin-problem', problem)}
      />
      ${fieldProblem('pin-problem', problem)}
      <label class="choice apart">
        <input type="checkbox" name="remember" checked /> ${messages.stayRemembered}
      </label>
      <button class="main wide" name="step" value="sign-in">${messages.signIn}</button>
      <button class="wide" name="step" value="deny" formnovalidate>${messages.cancel}</button>
      ${customers(speech, wallets)}
    </form>`,
  )
}

/** What the consent page shows. */
export interface ConsentView extends Omit<ClientPage, 'title'> {
  /** Name of the customer. */
  readonly fullName: string
  /** Scopes that the client asks for. */
  readonly scopes: readonly string[]
}

function scopeChoice({ messages }: Speech, scope: IdentityScope): Markup {
  // Without openid the request contains no sign-in, so there is nothing to consent to.
  if (scope === 'openid') {
    return html`<input type="hidden" name="scope" value="openid" />
      <p class="choice">
        <span>${messages.consentScope_openid}<br /><code class="soft">openid</code></span>
      </p>`
  }
  return html`<label class="choice">
    <input type="checkbox" name="scope" value="${scope}" checked />
    <span>${messages[`consentScope_${scope}`]}<br /><code class="soft">${scope}</code></span>
  </label>`
}

/** Consent page: the requested scopes, with buttons to allow or deny them. */
export function consentPage(speech: Speech, view: ConsentView): Markup {
  const { messages } = speech
  const { action, fullName, scopes } = view
  return clientFrame(
    speech,
    { ...view, title: `${clientName(view)} ${messages.consentTitle}` },
    html`<form class="card" method="post" action="${action}">
      <p class="soft small">${fullName}</p>
      <h1>${clientName(view)} ${messages.consentTitle}</h1>
      <div class="choices">
        ${identityScopes
          .filter((scope) => scopes.includes(scope))
          .map((scope) => scopeChoice(speech, scope))}
      </div>
      <label class="choice plain">
        <input type="checkbox" name="remember" checked /> ${messages.rememberConsent}
      </label>
      <button class="main wide" name="step" value="allow">${messages.allow}</button>
      <button class="wide" name="step" value="deny">${messages.deny}</button>
    </form>`,
  )
}
