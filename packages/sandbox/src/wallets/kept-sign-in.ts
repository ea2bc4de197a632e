import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { isHttps } from '../page-frame/is-https.ts'
import type { SandboxHono } from '../sandbox-hono.ts'
import { signIn, type SignedIn } from './sign-in.ts'
import type { Wallet } from './wallets.ts'

const name = 'sandbox_customer'
const keptSeconds = 15 * 60

/** A customer who has signed in on a page, with the whole wallet. */
export interface SignedInWallet extends SignedIn {
  readonly wallet: Wallet
}

/** How a sign-in on a page ended. */
export type PageSignIn =
  | { readonly outcome: 'signed_in'; readonly signedIn: SignedInWallet }
  | { readonly outcome: 'refused'; readonly reason: 'wrongPin' | 'wallet_blocked' }

type PageContext = Context<SandboxHono>

/** Signs a customer in on a page; a blocked wallet is refused there. */
export async function signInOnPage(
  c: PageContext,
  { phone = '', pin = '' }: { readonly phone?: string; readonly pin?: string },
): Promise<PageSignIn> {
  const signed = await signIn(c.var.sandbox, { phone, pin })
  if (signed.outcome === 'refused') return { outcome: 'refused', reason: 'wrongPin' }
  const { wallet } = signed
  if (wallet.status === 'blocked') return { outcome: 'refused', reason: 'wallet_blocked' }
  return { outcome: 'signed_in', signedIn: { phone, pin, wallet } }
}

/**
 * Keeps the sign-in in the browser for the pages of one payment or one link. Every form leads to a
 * page with an address, so that Back, Forward and a reload send no form again. The page after the
 * form signs in anew with what is kept, as every step does; the pages show phone numbers and PINs of
 * the test customers to everyone, so a cookie may have them.
 */
export function keepSignIn(c: PageContext, { phone, pin }: SignedIn): void {
  setCookie(c, name, `${phone}:${pin}`, {
    path: c.req.path,
    httpOnly: true,
    sameSite: 'Lax',
    secure: isHttps(c),
    maxAge: keptSeconds,
  })
}

/** The customer whose sign-in is kept: {@link keepSignIn}; `undefined` without a valid one. */
export async function keptSignIn(c: PageContext): Promise<SignedInWallet | undefined> {
  const kept = getCookie(c, name)
  if (kept === undefined) return undefined
  const [phone = '', pin = ''] = kept.split(':')
  const signed = await signInOnPage(c, { phone, pin })
  return signed.outcome === 'signed_in' ? signed.signedIn : undefined
}
