import type { CheckoutEnv } from '../src/checkout-env.ts'
import type * as main from '../src/index.ts'

declare global {
  // The names are those of @cloudflare/workers-types.
  namespace Cloudflare {
    interface Env extends CheckoutEnv {
      /** The database of the orders, for the tests that use the real ones. */
      readonly DB: D1Database
      readonly MIGRATIONS: import('cloudflare:test').D1Migration[]
    }
    interface GlobalProps {
      mainModule: typeof main
    }
  }
}
