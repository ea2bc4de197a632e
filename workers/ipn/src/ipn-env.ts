import type { CallbacksApi } from '@merchant-edge/orders/api'

/** Bindings and variables of the ipn Worker. */
export interface IpnEnv {
  /**
   * The orders Worker, entrypoint `Callbacks`: this Worker is public, and can only record
   * callbacks.
   */
  readonly CALLBACKS: CallbacksApi
  /** Where it runs: `local`, `sandbox`, `uat` or `production`. */
  readonly ENVIRONMENT?: string
  /** Public keys of the service: JSON `[{"id", "pem", "notBefore"?, "notAfter"?}]`. */
  readonly CALLBACK_KEYS?: string
  /** Secret of the token in the callback's path, the same as in the orders Worker. */
  readonly CALLBACK_SECRET?: string
  /**
   * The previous CALLBACK_SECRET, while callbacks of payments that were created with it may still
   * arrive.
   */
  readonly CALLBACK_SECRET_PREVIOUS?: string
}
