/** Bindings and variables of the till. */
export interface TillEnv {
  /** Where it runs: `local`, `sandbox`, `uat` or `production`; as in the checkout Worker. */
  readonly ENVIRONMENT?: string
  /** Origin of the till itself, such as `https://till.example`. */
  readonly TILL_URL: string
  /** Origin of the checkout Worker. */
  readonly CHECKOUT_URL: string
  /** Bearer secret of the checkout Worker; it never reaches a device. */
  readonly CHECKOUT_SECRET: string
  /**
   * Password that pairs a device with a till, at least 24 characters. Changing it unpairs every
   * device.
   */
  readonly TILL_PASSWORD: string
  /**
   * The tills, as JSON: `[{"name":"Counter 1","storeCode":"HN-01","posCode":"TILL-1"}]`; optional:
   * `storeName`.
   */
  readonly TILLS: string
  /** The goods, as JSON: `[{"barcode":"8938505970011","name":"Lotus tea","priceVnd":45000}]`. */
  readonly GOODS?: string
  /** Origin of the desk, to which a paid bill leads for a refund; optional. */
  readonly DESK_URL?: string
  /** Limits the tries of one IP address for the password; no limit without the binding. */
  readonly TRY_LIMIT?: Pick<RateLimit, 'limit'>
}
