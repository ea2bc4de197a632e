import type { SignOnEnv } from '@merchant-edge/oidc/hono'
import type { Context } from 'hono'
import type { ShopEnv } from './shop-env.ts'
import type { Shop } from './shop.ts'

/** The context variables of the shop's routes. */
export interface ShopHono extends SignOnEnv<ShopEnv> {
  Variables: SignOnEnv<ShopEnv>['Variables'] & { readonly shop: Shop }
}

/** The context of a route of the shop. */
export type ShopContext = Context<ShopHono>
