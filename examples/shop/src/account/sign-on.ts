import {
  createRelyingParty,
  fetchWalletUser,
  webPorts,
  type RelyingParty,
} from '@merchant-edge/oidc'
import { createD1SessionStore } from '@merchant-edge/oidc/d1'
import { signOn, type RequestSession, type SignOnEnv } from '@merchant-edge/oidc/hono'
import { createKeyRing, createSessions } from '@merchant-edge/oidc/session'
import type { Context } from 'hono'
import type { ShopEnv } from '../shop-env.ts'

/** What the routes of the shop find in their context. */
export type ShopHono = SignOnEnv<ShopEnv>

/** The context of a route of the shop. */
export type ShopContext = Context<ShopHono>

let kept: { readonly env: ShopEnv; readonly relyingParty: RelyingParty } | undefined

function relyingPartyOf(env: ShopEnv): RelyingParty {
  if (kept?.env.DB === env.DB) return kept.relyingParty
  const relyingParty = createRelyingParty({
    issuer: env.AUTH_URL,
    clientId: env.CLIENT_ID,
    authentication: { method: 'client_secret_basic', secret: env.CLIENT_SECRET },
    ports: webPorts,
  })
  kept = { env, relyingParty }
  return relyingParty
}

/** Sign-in with the wallet: its routes live under `/auth`. */
export const shopSignOn = signOn<ShopEnv>((env) => {
  const relyingParty = relyingPartyOf(env)
  const keyRing = createKeyRing([{ id: '1', secret: env.SESSION_SECRET }])
  const store = createD1SessionStore(env.DB)
  return {
    relyingParty,
    keyRing,
    sessions: createSessions({ relyingParty, store, keyRing, kept: 'store' }),
    origin: env.SHOP_URL,
    scope: 'openid offline profile phone',
    homePath: '/account',
  }
})

/** What the wallet says about the customer who is signed in. */
export interface ShopCustomer {
  readonly name: string
  /** Phone number of the wallet; empty when it was not granted. */
  readonly phone: string
}

/** Asks the wallet who is signed in; nothing when nobody is, or when the session is over. */
export async function readCustomer(
  env: ShopEnv,
  session: RequestSession,
): Promise<ShopCustomer | undefined> {
  if (session.identity === undefined) return undefined
  const { subject } = session.identity
  try {
    const accessToken = await session.accessToken()
    const user = await fetchWalletUser(relyingPartyOf(env), { accessToken, subject })
    return { name: user.full_name ?? '', phone: user.phone_number ?? '' }
  } catch {
    // The page says less then; who is signed in does not hang on this answer.
    return { name: '', phone: '' }
  }
}
