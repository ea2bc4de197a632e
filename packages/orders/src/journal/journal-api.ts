/** The first row of the journal that is not as it was, and what is wrong with it. */
export interface BrokenRow {
  readonly seq: number
  readonly reason: 'row_changed' | 'row_removed' | 'row_slipped_in'
}

/** What a walk along the journal found. */
export interface JournalVerdict {
  /** Sealed rows that are as they were when they were sealed. */
  readonly verified: number
  /** Rows after the last seal; the next sweep seals them. */
  readonly unsealed: number
  /** The last good seal. Kept elsewhere, it proves later that no end of the journal was cut off. */
  readonly head: string
  /** The first row that is not as it was. */
  readonly broken?: BrokenRow
}

/** What one step of a walk along the journal found; its counts are those of this step. */
export interface JournalStep extends JournalVerdict {
  /** The last row that is as it was; 0 before the first. */
  readonly seq: number
  /** The last row of the journal when the step began. */
  readonly lastSeq: number
  /** Where the next step begins; missing when the walk is over. */
  readonly cursor?: string
}
