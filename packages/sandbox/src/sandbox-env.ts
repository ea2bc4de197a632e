/** Bindings and variables of the sandbox Worker. */
export interface SandboxEnv {
  /** All state of the sandbox. Tables are created on the first request. */
  readonly DB: D1Database
  /** Own origin, for payment pages and QR texts; the origin of the request when left out. */
  readonly SANDBOX_URL?: string
  /**
   * Hosts besides loopback that callbacks may go to: `host` or `host:port`, separated by commas, or
   * `*` for any.
   */
  readonly CALLBACK_HOSTS?: string
  /** When set, the control API wants it as a bearer; without it, it answers on loopback only. */
  readonly CONTROL_SECRET?: string
  /** API keys to register at the start: JSON `[{"keyCode": "...", "publicKeyPem": "..."}]`. */
  readonly SEED_KEYS?: string
  /**
   * Sign-on clients to register or to change at the start: JSON
   * `[{"clientId": "edge-shop", "clientSecret": "...", "redirectUris": ["..."]}]`.
   */
  readonly SEED_CLIENTS?: string
  /** Private key (PKCS#8 PEM) that signs callbacks; generated when left out. */
  readonly SEED_CALLBACK_KEY?: string
  /**
   * Checksum key of the daily files of the merchant EDGE, 8 to 128 printable characters; made at random
   * when left out.
   */
  readonly SEED_CHECKSUM_KEY?: string
}
