import type { CallbacksApi } from '@merchant-edge/orders/api'

/** Bindings and variables of the ipn Worker. */
export interface IpnEnv {
  /** The orders Worker, entrypoint `Callbacks`: this Worker faces the public, and can do nothing but record. */
  readonly CALLBACKS: CallbacksApi
  /** Where it runs: `local`, `sandbox`, `uat` or `production`. */
  readonly ENVIRONMENT?: string
  /** Public keys of the service: JSON `[{"id", "pem", "notBefore"?, "notAfter"?}]`. */
  readonly CALLBACK_KEYS?: string
  /** Secret of the token in the callback's path, the same as in the orders Worker. */
  readonly CALLBACK_SECRET?: string
  /** The CALLBACK_SECRET before, while callbacks of payments that began under it may still come. */
  readonly CALLBACK_SECRET_PREVIOUS?: string
}
