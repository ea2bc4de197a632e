import type { SharedColumnName } from '../layouts/shared-columns.ts'

/**
 * Rules over what differs. They change no status: each finding is a proposal, for a person to take or
 * leave.
 */
export interface ResidueRules {
  /** Proposes that amounts agree that differ by at most so many VND, a whole number. */
  readonly toleranceVnd?: number
  /** Proposes that rows agree that differ in day and time only, by at most so many days. */
  readonly dateWindowDays?: number
  /** Proposes that one row of a side stands for several of the other, of one invoice and one sum. */
  readonly oneToMany?: boolean
}

/** What a rule proposes. */
export interface Proposal {
  readonly proposed: true
  readonly rule: 'tolerance' | 'date-window' | 'one-to-many'
  /** Wallet transaction codes of the partner's rows. */
  readonly partner: readonly string[]
  /** Wallet transaction codes of the service's rows. */
  readonly service: readonly string[]
  /** Columns that the rule explains. */
  readonly columns: readonly SharedColumnName[]
}
