/** What became of a person's word. */
export type VerdictOutcome<Settled> =
  | ({ readonly outcome: 'settled' } & Settled)
  /** The outcome is known already, or a call is under way; nothing changed. */
  | ({ readonly outcome: 'not_unknown' } & Settled)
  | { readonly outcome: 'not_found' }
