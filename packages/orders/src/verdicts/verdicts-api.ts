/** What became of a person's verdict on an unknown outcome. */
export type VerdictOutcome<Settled> =
  | ({ readonly outcome: 'settled' } & Settled)
  /** The outcome is known already, or a call has not been answered yet; nothing changed. */
  | ({ readonly outcome: 'not_unknown' } & Settled)
  | { readonly outcome: 'not_found' }
