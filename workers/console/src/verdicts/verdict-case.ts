import type { TimelineEntry } from '@merchant-edge/orders/api'
import type { Choice } from '../forms/form-parts.tsx'
import type { Fact } from '../layout/facts.tsx'

/** A person's word, as the form gives it. */
export interface Word {
  readonly choice: string
  readonly reason: string
  readonly staffId: string
  /** Transaction id of the service, where one was typed. */
  readonly transactionId?: string
}

/** Something that a person may settle. */
export interface VerdictCase {
  readonly title: string
  /** What is known of it. */
  readonly facts: readonly Fact[]
  readonly choices: readonly Choice[]
  /** Choices for which a transaction id is needed, or may be typed. */
  readonly transactionFor?: { readonly choice: string; readonly isNeeded: boolean }
  /** Whether it waits for a verdict now. */
  readonly isOpen: boolean
  /** The line of the timeline that settled it, when it is settled. */
  readonly settledBy?: TimelineEntry | undefined
  /** Page to go to afterwards. */
  readonly page: string
  /** Where a choice leads that is no verdict but another form. */
  readonly leadsTo?: ReadonlyMap<string, string>
  /** Says it to the order store. */
  settle(word: Word): Promise<'settled' | 'not_unknown' | 'not_denied' | 'not_found'>
}
