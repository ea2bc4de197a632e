import type { CheckoutEnv } from '../src/checkout-env.ts'
import type * as main from '../src/index.ts'

declare global {
  // The names are those of @cloudflare/workers-types.
  namespace Cloudflare {
    interface Env extends CheckoutEnv {}
    interface GlobalProps {
      mainModule: typeof main
    }
  }
}
