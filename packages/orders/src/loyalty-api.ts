/**
 * Why the idempotency key (the merchant's own id) of a call is rejected: the shop has used it for a
 * different request, or the service knows it from a request of another system.
 */
export type LoyaltyIdConflict = 'other_content' | 'used_elsewhere'

/** Outcome of a loyalty or voucher call of the shop's backend. */
export type LoyaltyOutcome =
  /** The call took effect, or the query was answered; `data` is the service's answer. */
  | { readonly outcome: 'accepted'; readonly data: unknown }
  /** The service refused the call; `applied` says whether it may have taken effect nevertheless. */
  | {
      readonly outcome: 'refused'
      readonly code: number
      readonly reason: string
      readonly cause: string
      readonly remedy: string
      /** `maybe`: this request, or an earlier one with the same ids, may have taken effect. */
      readonly applied: 'no' | 'maybe'
    }
  /** The call may have taken effect: repeat it with the same ids until it is answered. */
  | { readonly outcome: 'unknown'; readonly remedy: string }
  /** The id in `field` belongs to another request; nothing has taken effect. */
  | {
      readonly outcome: 'conflict'
      readonly because: LoyaltyIdConflict
      /** Name of the field with the id, such as `txn_id`. */
      readonly field: string
    }
  /** A field breaks a rule; nothing was sent. */
  | { readonly outcome: 'invalid'; readonly message: string }
  /** There is no such call. */
  | { readonly outcome: 'not_found'; readonly calls: readonly string[] }

/** RPC methods of the orders Worker for members, points, gift codes and vouchers. */
export interface LoyaltyApi {
  /**
   * Calls the service in the merchant's name. Idempotent with the same ids and fields: a call that
   * has already taken effect is answered as accepted. Other fields under a used id are a conflict.
   *
   * @param name name of an endpoint of the contract, such as `getMembership`
   * @param request fields of the call; store, terminal, merchant and program codes may be left out
   */
  callLoyalty(name: string, request: Readonly<Record<string, unknown>>): Promise<LoyaltyOutcome>
}
