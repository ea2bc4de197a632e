/** The first journal row that was tampered with, and what is wrong with it. */
export interface BrokenRow {
  /** Position of the row in the journal, from 1. */
  readonly seq: number
  /**
   * `row_changed`: its content was changed; `row_removed`: a row is missing; `row_slipped_in`: a
   * row was added.
   */
  readonly reason: 'row_changed' | 'row_removed' | 'row_slipped_in'
}

/** Result of a verification of the journal. */
export interface JournalVerdict {
  /** Number of sealed rows that are unchanged. */
  readonly verified: number
  /** Number of rows after the last seal; the next sweep seals them. */
  readonly unsealed: number
  /**
   * The last valid seal. Stored outside the database, it proves later that the journal was not
   * truncated.
   */
  readonly head: string
  /** The first row that was changed; missing when all are unchanged. */
  readonly broken?: BrokenRow
}

/** Result of one step of a verification; its counts are those of this step. */
export interface JournalStep extends JournalVerdict {
  /** The last verified row; 0 before the first. */
  readonly seq: number
  /** The last row of the journal when the step began. */
  readonly lastSeq: number
  /** Start of the next step; missing after the last step. */
  readonly cursor?: string
}
