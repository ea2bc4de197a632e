/** Something a person should look at. */
export interface Alert {
  readonly id: number
  /** `possible_double_payment`, `amount_mismatch`, `orphan_callback`, `dead_letter`, ... */
  readonly kind: string
  readonly subject: string
  readonly at: number
  readonly facts: Readonly<Record<string, string | number | boolean | null>>
}
