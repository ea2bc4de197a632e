/**
 * Why the merchant's own id of a call cannot be used for it: the shop has asked for something else under it, or the
 * service knows it from something that was not asked for here.
 */
export type LoyaltyIdConflict = 'other_content' | 'used_elsewhere'

/** What became of a loyalty or voucher call that the shop's backend asked for. */
export type LoyaltyOutcome =
  /** It took effect, or was answered; `data` is what the service sent. */
  | { readonly outcome: 'accepted'; readonly data: unknown }
  /** The service refused the call; `applied` tells whether anything may have taken effect. */
  | {
      readonly outcome: 'refused'
      readonly code: number
      readonly reason: string
      readonly cause: string
      readonly remedy: string
      /** `maybe`: this request, or an earlier one with the same ids, may have taken effect. */
      readonly applied: 'no' | 'maybe'
    }
  /** It may have taken effect: make the same call again, with the same ids, until it is answered. */
  | { readonly outcome: 'unknown'; readonly remedy: string }
  /** The id in `field` belongs to something else; nothing has taken effect. */
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

/** What the orders Worker offers for members, points, gift codes and vouchers, over RPC. */
export interface LoyaltyApi {
  /**
   * Calls the service in the merchant's name. Safe to repeat with the same ids and fields: what has landed
   * before is answered as accepted. Other fields under a used id are a conflict.
   *
   * @param name name of an endpoint of the contract, such as `getMembership`
   * @param request its fields; store, terminal, merchant and program codes may be left out
   */
  callLoyalty(name: string, request: Readonly<Record<string, unknown>>): Promise<LoyaltyOutcome>
}
