import type { OperatorRole } from '@merchant-edge/pages'

/** A person, or a program of theirs, who may use the operator's API. */
export interface Operator {
  /** Stands in the journal beside everything that this operator does. */
  readonly name: string
  readonly role: OperatorRole
  /** Codes of the stores that they see; every store, and what belongs to none, when left out. */
  readonly stores?: readonly string[]
}

/** An operator, and what their token has proved. */
export interface KnownOperator {
  /** With the role that this token gives: `view` where the token of a person is one factor only. */
  readonly operator: Operator
  /** Whether the operator has the role `money` after a sign-in at the desk, and not by this token. */
  readonly needsSignIn: boolean
}
