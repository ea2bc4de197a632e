import { fetchWalletUser, SignOnError } from '@merchant-edge/oidc'
import { createD1SessionStore } from '@merchant-edge/oidc/d1'
import { signOn, type HonoSignOn } from '@merchant-edge/oidc/hono'
import { createSessions } from '@merchant-edge/oidc/session'
import { createMiddleware } from 'hono/factory'
import { keyRingOf } from '../pages/key-ring.ts'
import type { ShopEnv } from '../shop-env.ts'
import type { ShopContext, ShopHono } from '../shop-hono.ts'
import type { Shop } from '../shop.ts'
import { answerSignOnFailure } from './sign-on-failed.ts'

/** A session can charge a linked wallet, so it ends an hour after the sign-in at the latest. */
const sessionSeconds = 60 * 60
/**
 * A session also ends when it is idle, so that another person cannot pay in a browser that was left
 * open.
 */
const idleSeconds = 20 * 60

/** Sign-in with the wallet: its routes live under `/auth`. */
export function shopSignOn(shopOf: (env: ShopEnv) => Shop): HonoSignOn<ShopEnv> {
  return signOn<ShopEnv>((env) => {
    const { relyingParty } = shopOf(env)
    const keyRing = keyRingOf(env)
    return {
      relyingParty,
      keyRing,
      sessions: createSessions({
        relyingParty,
        store: createD1SessionStore(env.DB),
        keyRing,
        kept: 'store',
        lifetimeSeconds: sessionSeconds,
        idleSeconds,
      }),
      origin: env.SHOP_URL,
      scope: 'openid offline profile phone',
      homePath: '/account',
      onFailure: answerSignOnFailure,
    }
  })
}

/** Maximum number of rows that one sign-in removes; it writes two. */
const forgottenAtOnce = 100

/** Removes expired sessions from the database when somebody signs in, a few at a time. */
export const forgetEndedSessions = createMiddleware<ShopHono>(async (c, next) => {
  await next()
  const store = createD1SessionStore(c.env.DB)
  await store.removeExpired(c.var.shop.relyingParty.nowSeconds(), forgottenAtOnce)
})

/** Redirects to the sign-in, and from there to a page of the shop. */
export function toSignIn(c: ShopContext, returnTo: string): Response {
  return c.redirect(signInPath(returnTo), 303)
}

/** Address of the sign-in that leads to a page of the shop afterwards. */
export function signInPath(returnTo: string): string {
  return `/auth/sign-in?return_to=${encodeURIComponent(returnTo)}`
}

/** The wallet's data about the signed-in customer. */
export interface ShopCustomer {
  /** Absent when the wallet has not given it. */
  readonly name: string | undefined
  /**
   * Phone number of the wallet, for points; absent when it was not granted, or is not a Vietnamese
   * number.
   */
  readonly phone: string | undefined
  /**
   * Result of asking the wallet. `none`: no answer this time, perhaps the next time; `refused`: no
   * answer until the customer signs in again or the configuration of the shop is corrected. Name
   * and phone are unknown then, which does not mean that the customer has none.
   */
  readonly answer: 'given' | 'none' | 'refused'
}

/** Whether a text is a phone number as the service takes it. */
function isPhone(text: string): boolean {
  return /^0\d{9,10}$/.test(text)
}

/**
 * Asks the wallet who is signed in; returns `undefined` when nobody is, or when the session has
 * expired.
 */
export async function readCustomer(c: ShopContext): Promise<ShopCustomer | undefined> {
  const { signOn: session, shop } = c.var
  if (session.identity === undefined) return undefined
  const { subject } = session.identity
  try {
    const accessToken = await session.accessToken()
    const user = await fetchWalletUser(shop.relyingParty, { accessToken, subject })
    const phone = user.phone_number ?? ''
    return {
      name: user.full_name,
      phone: isPhone(phone) ? phone : undefined,
      answer: 'given',
    }
  } catch (error) {
    // The page shows less then; the sign-in does not depend on this answer.
    const mayAnswer = error instanceof SignOnError && error.kind === 'retryable'
    return { name: undefined, phone: undefined, answer: mayAnswer ? 'none' : 'refused' }
  }
}
