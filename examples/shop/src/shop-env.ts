/** Bindings and variables of the shop. */
export interface ShopEnv {
  /** Database of the shop's own orders and of the sessions of its customers. */
  readonly DB: D1Database
  /** Origin of the shop itself, such as `https://shop.example`. */
  readonly SHOP_URL: string
  /** Origin of the checkout Worker. */
  readonly CHECKOUT_URL: string
  /** Bearer secret of the checkout Worker. */
  readonly CHECKOUT_SECRET: string
  /** Address of the identity server. */
  readonly AUTH_URL: string
  /**
   * Origin of the wallet's page on which a link is confirmed, if it is not that of `AUTH_URL`.
   * Forms of the shop may redirect only to these origins.
   */
  readonly WALLET_URL?: string
  /** Client id at the identity server. */
  readonly CLIENT_ID: string
  /** Secret of the client `CLIENT_ID`. */
  readonly CLIENT_SECRET: string
  /** Seals sessions, at least 32 characters. */
  readonly SESSION_SECRET: string
  /** The previous SESSION_SECRET, until the sessions that it has sealed have expired. */
  readonly SESSION_SECRET_PREVIOUS?: string
  /** Code of the store, with which the ids of point top-ups begin. */
  readonly STORE_CODE: string
  /** Standard Webhooks secret of the orders Worker. */
  readonly WEBHOOK_SECRET: string
  /** The previous WEBHOOK_SECRET, during a rotation. */
  readonly WEBHOOK_SECRET_PREVIOUS?: string
  /** Limits the requests of one IP address to the shop; no limit without the binding. */
  readonly SHOP_LIMIT?: Pick<RateLimit, 'limit'>
  /** Limits the tries of one IP address for vouchers and links; no limit without the binding. */
  readonly TRY_LIMIT?: Pick<RateLimit, 'limit'>
}
