import { createRelyingParty, type RelyingParty, type SignOnPorts } from '@merchant-edge/oidc'
import type { ShopEnv } from './shop-env.ts'

/** The dependencies of every part of the shop. */
export interface Shop {
  readonly env: ShopEnv
  /** Network, clock and timers. */
  readonly ports: SignOnPorts
  /** The shop as a client of the identity server; it keeps metadata and keys in memory. */
  readonly relyingParty: RelyingParty
}

/**
 * Reads the bindings of the shop and creates its relying party; the result serves every request
 * with the same bindings.
 */
export function openShop(env: ShopEnv, ports: SignOnPorts): Shop {
  const relyingParty = createRelyingParty({
    issuer: env.AUTH_URL,
    clientId: env.CLIENT_ID,
    authentication: { method: 'client_secret_basic', secret: env.CLIENT_SECRET },
    ports,
  })
  return { env, ports, relyingParty }
}
