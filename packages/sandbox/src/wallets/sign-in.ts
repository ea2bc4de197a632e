import { html } from 'hono/html'
import { formatVnd, type Speech } from '../page-frame/language.ts'
import { fieldProblem, invalidField } from '../page-frame/field-problem.ts'
import type { Markup } from '../page-frame/layout.ts'
import type { Sandbox } from '../sandbox.ts'
import { findWalletByPhone, type Wallet, type WalletWithPin } from './wallets.ts'

/** Outcome of a sign-in. */
export type SignInOutcome =
  | { readonly outcome: 'signed_in'; readonly wallet: Wallet }
  /** Unknown phone number or wrong PIN; which of them is not revealed. */
  | { readonly outcome: 'refused'; readonly message: string }

/** Signs a customer in with phone number and code, as on the hosted payment page. */
export async function signIn(
  sandbox: Sandbox,
  credentials: { readonly phone: string; readonly pin: string },
): Promise<SignInOutcome> {
  const found = await findWalletByPhone(sandbox.database, credentials.phone)
  if (found === undefined || found.pin !== credentials.pin) {
    return { outcome: 'refused', message: 'Phone number or PIN is wrong.' }
  }
  const { pin: _, ...wallet } = found
  return { outcome: 'signed_in', wallet }
}

/** The customer who signed in; sent with each step, because every step authenticates again. */
export interface SignedIn {
  readonly phone: string
  readonly pin: string
  readonly wallet: Pick<WalletWithPin, 'fullName' | 'vnd' | 'points'>
}

/** Hidden fields with phone number and PIN for the next step. */
export function credentials({ phone, pin }: SignedIn): Markup {
  return html`<input type="hidden" name="phone" value="${phone}" />
    <input type="hidden" name="pin" value="${pin}" />`
}

/** Where the customer signs in, and what for. */
export interface SignInView {
  /** Path of the page with its token: where the forms go. */
  readonly action: string
  /** What the customer signs in for. */
  readonly text: string
  /** Test customers to choose from. */
  readonly wallets: readonly WalletWithPin[]
  /** Why the last sign-in was refused, in the language of the page; shown at the PIN. */
  readonly problem?: string | undefined
}

/** Sign-in with phone number and PIN, or as one of the test customers. */
export function signInForms(
  { messages, language }: Speech,
  { action, text, wallets, problem }: SignInView,
): Markup {
  return html`<section class="card">
      <h2>${messages.signIn}</h2>
      <p class="soft">${text}</p>
      <form method="post" action="${action}">
        <label for="phone">${messages.phoneNumber}</label>
        <input id="phone" type="tel" name="phone" autocomplete="tel" inputmode="tel" required />
        <label for="pin">${messages.pin}</label>
        <input
          id="pin"
          type="password"
          name="pin"
          autocomplete="off"
          inputmode="numeric"
          required
          ${invalidField('pin-problem', problem)}
        />
        ${fieldProblem('pin-problem', problem)}
        <button class="main wide" name="step" value="sign-in">${messages.signIn}</button>
      </form>
    </section>
    <section class="card" aria-labelledby="customers">
      <h2 id="customers">${messages.useThisCustomer}</h2>
      ${wallets.map(
        (wallet) =>
          html`<form method="post" action="${action}">
            <input type="hidden" name="phone" value="${wallet.phone}" />
            <input type="hidden" name="pin" value="${wallet.pin}" />
            <button class="wide" name="step" value="sign-in" data-wallet="${wallet.id}">
              ${wallet.fullName}
              <span class="soft small"
                >${formatVnd(wallet.vnd, language)}${
                  wallet.status === 'blocked' ? `, ${messages.blocked}` : ''
                }</span
              >
            </button>
          </form>`,
      )}
    </section>`
}
