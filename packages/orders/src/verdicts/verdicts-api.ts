/** Outcome of a verdict on an unknown outcome. */
export type VerdictOutcome<Settled> =
  | ({ readonly outcome: 'settled' } & Settled)
  /** The outcome is already known, or a call is still running; nothing changed. */
  | ({ readonly outcome: 'not_unknown' } & Settled)
  | { readonly outcome: 'not_found' }
