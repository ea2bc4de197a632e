import type {
  LoyaltyApi,
  OperatorMoneyApi,
  OperatorViewApi,
  OrdersApi,
  PublicPagesApi,
} from '@merchant-edge/orders/api'
import type { SignInsApi } from '@merchant-edge/orders/operators'
import type { ConfigurationApi } from '@merchant-edge/pages'

/** Bindings and variables of the checkout Worker. */
export interface CheckoutEnv {
  /**
   * Environment: `local`, `sandbox`, `uat` or `production`; must be the same as in the orders
   * Worker.
   */
  readonly ENVIRONMENT?: string
  /** The orders Worker, entrypoint `Orders`: calls of the shop's backend, behind its secret. */
  readonly ORDERS: OrdersApi
  /** The orders Worker, entrypoint `PublicPages`: calls that need no secret of the shop. */
  readonly PUBLIC_PAGES: PublicPagesApi & ConfigurationApi
  /** The orders Worker, entrypoint `Loyalty`. */
  readonly LOYALTY: Pick<LoyaltyApi, 'callLoyalty'>
  /** The orders Worker, entrypoint `OperatorView`. */
  readonly OPERATOR_VIEW: OperatorViewApi
  /** The orders Worker, entrypoint `OperatorMoney`. */
  readonly OPERATOR_MONEY: OperatorMoneyApi
  /** The orders Worker, entrypoint `OperatorSignIns`. */
  readonly OPERATOR_SIGN_INS: SignInsApi
  /**
   * Operators with a permanent token for the operator API, as JSON:
   * `[{"name":"binh","role":"view","token_sha256":"<64 hex digits>"}]`. Without it only operators
   * who have signed in may use the API.
   */
  readonly OPERATORS?: string
  /** Origin of this Worker as customers reach it, the same as in the orders Worker. */
  readonly CHECKOUT_URL?: string
  /** Bearer secret of the shop's backend, at least 16 characters. */
  readonly CHECKOUT_SECRET?: string
  /** The previous CHECKOUT_SECRET, while the shop still sends it. */
  readonly CHECKOUT_SECRET_PREVIOUS?: string
  /**
   * Secret of the order keys in customers' addresses, at least 16 characters; only this Worker has
   * it.
   */
  readonly ORDER_KEY_SECRET?: string
  /** The previous ORDER_KEY_SECRET, while customers have addresses made with it. */
  readonly ORDER_KEY_SECRET_PREVIOUS?: string
  /** Name of the shop at the top of the customers' pages, 1 to 40 characters. */
  readonly BRAND_NAME?: string
  /**
   * Picture beside the name: an SVG or PNG as `data:image/svg+xml;base64,...`, at most 5,120
   * characters.
   */
  readonly BRAND_LOGO?: string
  /**
   * Colour of buttons and links, `#rrggbb`; the text on it, and the shade in which it is text, are
   * computed.
   */
  readonly BRAND_COLOR?: string
  /** Colour behind the cards on light pages, `#rrggbb`; refused when text on it is hard to read. */
  readonly BRAND_BACKGROUND?: string
  /**
   * Rate limit per client address for requests without a bearer token: pages, link callbacks,
   * health; no limit without the binding.
   */
  readonly PAY_LIMIT?: Pick<RateLimit, 'limit'>
  /**
   * Rate limit per client address for requests with a missing or wrong bearer token; no limit
   * without the binding.
   */
  readonly REFUSAL_LIMIT?: Pick<RateLimit, 'limit'>
}
