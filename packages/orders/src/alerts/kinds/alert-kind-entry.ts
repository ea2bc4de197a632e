/** What a kind of alert is about; the runbook has a section for each. */
export type AlertSubject =
  | 'payments'
  | 'refunds'
  | 'linked wallets'
  | 'transfers'
  | 'work and webhooks'
  | 'daily files'

/** What a person on call reads about a kind of alert. */
export interface AlertKindEntry {
  readonly about: AlertSubject
  /** What has happened, and what it means for money. */
  readonly meaning: string
  /** What to do now. */
  readonly remedy: string
  /** Whether no event tells endpoints of it, because it is about such events. */
  readonly isQuiet?: true
  /**
   * Whether it tells what is now each time that it is raised, such as an age, a sum or a cause; another keeps what it told
   * when it was opened.
   */
  readonly tellsWhatIs?: true
}
