import type { Sandbox } from '../sandbox.ts'
import { findWalletByPhone, type Wallet } from './wallets.ts'

/** What came of a sign-in. */
export type SignInOutcome =
  | { readonly outcome: 'signed_in'; readonly wallet: Wallet }
  /** No wallet has this phone number, or the code is not its own; the two are not told apart. */
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
