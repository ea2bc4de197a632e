import type { D1Migration } from '@cloudflare/vitest-plugin'
import type { ShopEnv } from '../src/shop-env.ts'

declare global {
  namespace Cloudflare {
    interface Env extends ShopEnv {
      readonly MIGRATIONS: D1Migration[]
    }
  }
}
