/** What a column may hold. */
export type ColumnKind =
  | 'text'
  | 'free-text'
  | 'amount'
  | 'signed-amount'
  | 'currency'
  | 'date'
  | 'time'
  | 'partner-status'
  | 'service-status'
  | 'type'
  | 'reconciliation-status'
  | 'checksum'

/** One column of a file. */
export interface Column {
  /** Our name of it; columns of the same meaning have the same name in every layout. */
  readonly name: string
  readonly kind: ColumnKind
  /** Whether a value must stand there: M of the specification. */
  readonly required: boolean
  /** Most characters (code points) of the value, when the specification limits them. */
  readonly maxChars?: number
  /** The only values that are taken, when the specification lists them. */
  readonly values?: readonly string[]
}
