import type { CallbackRecord } from '@merchant-edge/orders/callbacks'
import { env } from 'cloudflare:workers'
import type * as main from '../src/index.ts'
import type { IpnEnv } from '../src/ipn-env.ts'

/** The bindings of vitest.config.ts: those of the Worker, and those for the tests. */
export interface TestEnv extends Required<Omit<IpnEnv, 'CALLBACKS' | 'CALLBACK_SECRET_PREVIOUS'>> {
  /** Private key of the service that signs callbacks, as a JWK. */
  readonly SERVICE_PRIVATE_KEY: string
  readonly CALLBACKS: IpnEnv['CALLBACKS'] & {
    recorded(): Promise<CallbackRecord[]>
    failWith(message: string | undefined): Promise<void>
  }
}

declare global {
  // The names are those of @cloudflare/workers-types.
  namespace Cloudflare {
    interface Env extends TestEnv {}
    interface GlobalProps {
      mainModule: typeof main
    }
  }
}

export const testEnv: TestEnv = env
