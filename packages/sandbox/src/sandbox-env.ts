/** Bindings and variables of the sandbox Worker. */
export interface SandboxEnv {
  /** The database with all state of the sandbox. Its tables are created on the first request. */
  readonly DB: D1Database
  /**
   * Origin of the sandbox, used for payment pages, QR texts and the issuer; the origin of the
   * request when left out.
   */
  readonly SANDBOX_URL?: string
  /**
   * Hosts under which the sandbox answers, in addition to the host of SANDBOX_URL: a list of
   * `host:port`, separated by commas; leave out the port for the default port of the scheme. When
   * neither variable is set, the sandbox answers under `localhost`, `127.0.0.1` and `[::1]`. Each
   * of these three names, when listed, stands for all three.
   */
  readonly ALLOWED_HOSTS?: string
  /**
   * Hosts to which callbacks and logout notifications may be sent: a list of `host:port`, separated
   * by commas; leave out the port for the default port of the scheme. Nothing is sent to any other
   * host; localhost must be listed too.
   */
  readonly CALLBACK_HOSTS?: string
  /**
   * Secret that gives access to the pages and the control API, as a bearer token or on the log-in
   * page; at least 16 characters. Without it, pages and control API answer on loopback names only.
   */
  readonly CONTROL_SECRET?: string
  /**
   * Rate limiting binding that counts attempts with CONTROL_SECRET by address, including correct
   * ones at the log-in. Without it no attempt is refused for its number.
   */
  readonly LOG_IN_LIMIT?: { limit(tried: { readonly key: string }): Promise<{ success: boolean }> }
  /** API keys to register at start-up: JSON `[{"keyCode": "...", "publicKeyPem": "..."}]`. */
  readonly SEED_KEYS?: string
  /**
   * Sign-on clients to register or to change at start-up: JSON `[{"clientId": "edge-shop",
   * "clientSecret": "...", "redirectUris": ["..."]}]`.
   */
  readonly SEED_CLIENTS?: string
  /** Private key (PKCS#8 PEM) that signs callbacks; generated when left out. */
  readonly SEED_CALLBACK_KEY?: string
  /**
   * Checksum key of the daily files of the merchant EDGE, 8 to 128 printable characters; generated
   * at random when left out.
   */
  readonly SEED_CHECKSUM_KEY?: string
}

/** The variables of the sandbox, without its database. */
export type SandboxVariables = Omit<SandboxEnv, 'DB'>
