import type { Operator } from '@merchant-edge/pages'

/** An operator, and what their token has proved. */
export interface KnownOperator {
  /** With the role that this token gives: `view` where the token of a person is one factor only. */
  readonly operator: Operator
  /** Whether the operator has the role `money` after a sign-in at the desk, and not by this token. */
  readonly needsSignIn: boolean
}
