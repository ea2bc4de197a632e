/** Bindings and variables of the sandbox Worker. */
export interface SandboxEnv {
  /** All state of the sandbox. Tables are created on the first request. */
  readonly DB: D1Database
  /** Own origin, for payment pages, QR texts and the issuer; the origin of the request when left out. */
  readonly SANDBOX_URL?: string
  /**
   * Hosts under which the sandbox answers, besides that of SANDBOX_URL: `host:port`, separated by commas,
   * without a port for that of the scheme. Without either it answers under `localhost`, `127.0.0.1` and
   * `[::1]`; each of these stands for all three.
   */
  readonly ALLOWED_HOSTS?: string
  /**
   * Where callbacks and logout notifications may go: `host:port`, separated by commas, without a port for
   * that of the scheme. Nothing is sent to any other place, this machine included.
   */
  readonly CALLBACK_HOSTS?: string
  /**
   * Opens pages and the control API, as a bearer or in the log-in: 16 characters at least. Without it they
   * answer on this machine only.
   */
  readonly CONTROL_SECRET?: string
  /**
   * Counts tries at CONTROL_SECRET by address, right ones at the log-in too; a rate limiting binding. Without it
   * nobody is turned away.
   */
  readonly LOG_IN_LIMIT?: { limit(tried: { readonly key: string }): Promise<{ success: boolean }> }
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
