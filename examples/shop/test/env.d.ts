import type { ShopEnv } from '../src/shop-env.ts'

declare global {
  namespace Cloudflare {
    interface Env extends ShopEnv {}
  }
}
