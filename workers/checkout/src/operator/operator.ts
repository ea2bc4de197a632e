import type { Operator } from '@merchant-edge/pages'

/** An authenticated operator. */
export interface KnownOperator {
  /**
   * The operator with the role of this token: `view` for a person whose token is only a single
   * factor.
   */
  readonly operator: Operator
  /**
   * Whether the operator would have the role `money` after a sign-in at the desk, but not with this
   * token.
   */
  readonly needsSignIn: boolean
}
