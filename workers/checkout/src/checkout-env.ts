import type {
  LoyaltyApi,
  OperatorMoneyApi,
  OperatorViewApi,
  OrdersApi,
  PublicPagesApi,
} from '@merchant-edge/orders/api'

/** Bindings and variables of the checkout Worker. */
export interface CheckoutEnv {
  /** The orders Worker, entrypoint `Orders`: what the shop's backend may ask, behind its secret. */
  readonly ORDERS: OrdersApi
  /** The orders Worker, entrypoint `PublicPages`: what may be asked without a secret of the shop. */
  readonly PUBLIC_PAGES: PublicPagesApi
  /** The orders Worker, entrypoint `Loyalty`. */
  readonly LOYALTY: Pick<LoyaltyApi, 'callLoyalty'>
  /** The orders Worker, entrypoint `OperatorView`. */
  readonly OPERATOR_VIEW: OperatorViewApi
  /** The orders Worker, entrypoint `OperatorMoney`. */
  readonly OPERATOR_MONEY: OperatorMoneyApi
  /**
   * Who may use the operator's API, as JSON: `[{"name":"an","role":"money","token_sha256":"<64 hex digits>"}]`.
   * Without it nobody may.
   */
  readonly OPERATORS?: string
  /** Origin of this Worker as customers reach it, the same as in the orders Worker. */
  readonly CHECKOUT_URL?: string
  /** Bearer secret of the shop's backend, at least 16 characters. */
  readonly CHECKOUT_SECRET?: string
  /** The CHECKOUT_SECRET before, while the shop still sends it. */
  readonly CHECKOUT_SECRET_PREVIOUS?: string
  /** Makes the keys in the addresses of customers, at least 16 characters; nobody else has it. */
  readonly ORDER_KEY_SECRET?: string
  /** The ORDER_KEY_SECRET before, while customers have addresses that were made under it. */
  readonly ORDER_KEY_SECRET_PREVIOUS?: string
  /** Limits what one address may ask without a bearer: pages, link callbacks, health; no limit without the binding. */
  readonly PAY_LIMIT?: Pick<RateLimit, 'limit'>
  /** Limits how often one address may come with a missing or wrong bearer; no limit without the binding. */
  readonly REFUSAL_LIMIT?: Pick<RateLimit, 'limit'>
}

/** A variable of this Worker is missing or malformed; the message says which and how to set it. */
export class ConfigurationError extends Error {
  readonly code = 'ERR_CONFIGURATION'

  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ConfigurationError'
  }
}
