import type { TimelineEntry } from '@merchant-edge/orders/api'
import type { Choice } from '../forms/form-parts.tsx'
import type { Fact } from '../layout/facts/facts.tsx'

/** The verdict of an operator from the form. */
export interface OperatorVerdict {
  readonly choice: string
  readonly reason: string
  readonly staffId: string
  /** Transaction id of the service, if one was typed. */
  readonly transactionId?: string
}

/** The field of a verdict that names a transaction of the service. */
export interface AskedTransaction {
  /** The choice that needs it; every choice when left out. */
  readonly choice?: string
  readonly isNeeded: boolean
  /** Pattern of the value; that of a transaction id when left out. */
  readonly pattern?: RegExp
  /** Label of the field, and what is wrong with a value that does not fit. */
  readonly label?: string
  readonly problem?: string
  /** The value that the service has named. */
  readonly known?: string
}

/** Something that a person may settle. */
export interface VerdictCase {
  readonly title: string
  /** Known facts. */
  readonly facts: readonly Fact[]
  readonly choices: readonly Choice[]
  /** What to know before it is settled, such as that it cannot be undone. */
  readonly warning?: string
  /** Whether a transaction id is required, or may be typed. */
  readonly transactionFor?: AskedTransaction
  /** Whether it waits for a verdict now. */
  readonly isOpen: boolean
  /** The line of the timeline that settled it, when it is settled. */
  readonly settledBy?: TimelineEntry | undefined
  /** Page to go to afterwards. */
  readonly page: string
  /** Addresses of choices that are not a verdict but another form. */
  readonly leadsTo?: ReadonlyMap<string, string>
  /** What to say when the payment has too little left for what was returned. */
  readonly exceeding?: string
  /** Sends the verdict to the order store. */
  settle(
    verdict: OperatorVerdict,
  ): Promise<'settled' | 'not_unknown' | 'not_denied' | 'exceeds' | 'not_found'>
}
