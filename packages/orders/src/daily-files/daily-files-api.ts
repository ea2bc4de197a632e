import type { ExceptionKind, ReconciliationStatus } from '@merchant-edge/reconcile'

/** The partner file of a day, to be read. */
export interface PartnerFile {
  readonly outcome: 'file'
  /** Name of the file. @see Specification 2.18 */
  readonly name: string
  readonly bytes: number
  readonly rows: number
  /** Transactions that have no row, because their wallet transaction code is not known. */
  readonly leftOut: number
  /** SHA-256 of the content as lower-case hex. */
  readonly sha256: string
  readonly body: ReadableStream<Uint8Array>
}

/** What came of asking for the partner file of a day. */
export type PartnerFileOutcome =
  | PartnerFile
  /** The day is not over, or its last lines may still be written: it is ready 45 minutes after midnight. */
  | { readonly outcome: 'too_early'; readonly readyAt: number }
  /** The store was not there yet on the day: it has no file of it, and none was sent. */
  | { readonly outcome: 'before_first' }
  /** No bucket, partner id or checksum key is set. */
  | { readonly outcome: 'not_configured' }

/** What a run found in the service's file that was not made through us, under one name. */
export interface ForeignTotal {
  /** Name of the rule, or `refund-elsewhere` for refunds of our orders that were made elsewhere. */
  readonly name: string
  readonly transactions: number
  readonly sums: readonly {
    readonly currency: 'VND' | 'POINT'
    readonly type: 'payment' | 'refund'
    readonly rows: number
    /** The sum of the amounts as a decimal text, in VND or points. */
    readonly amount: string
  }[]
}

/** The counts of a reconciliation run. */
export interface RunTotals {
  /** Number of transactions by their reconciliation status. */
  readonly counts: Readonly<Record<ReconciliationStatus, number>>
  /** Rows that were set aside, by kind. */
  readonly exceptions: Readonly<Record<ExceptionKind, number>>
  /** Rows without the other side: closed, still open, and new. */
  readonly carried: { readonly closed: number; readonly open: number; readonly added: number }
  /** Payments, refunds and transfers that the service file has settled. */
  readonly settled: number
  /** What was not made through us, which is no difference; absent for runs from before it was told apart. */
  readonly foreign?: readonly ForeignTotal[]
}

/** A file that a run wrote. */
export interface RunOutput {
  /** Key of the object in the bucket. */
  readonly key: string
  readonly bytes: number
}

/** What a run wrote, by name. */
export type RunOutputs = Readonly<Record<string, RunOutput>>

/** What the result file of the service says. */
export interface ServiceResult {
  /** Its rows by their reconciliation status. */
  readonly counts: Readonly<Record<ReconciliationStatus, number>>
  /** Rows with a wrong checksum, and rows that are none. */
  readonly badRows: number
}

/** How far the reconciliation of a day is. */
export interface ReconciliationView {
  /** `YYYY-MM-DD`, a day of Vietnam. */
  readonly day: string
  /** `waiting`: the service file is not there yet. */
  readonly state: 'waiting' | 'done' | 'stopped'
  readonly partnerFile?: {
    readonly name: string
    readonly rows: number
    readonly leftOut: number
    readonly sha256: string
  }
  /** The run over the files as they are now. */
  readonly run?: {
    /** Made from the contents of the files: the same files are the same run. */
    readonly id: string
    /** When the run was made, in seconds since 1970. */
    readonly at: number
    readonly partnerSha256: string
    readonly serviceSha256: string
    readonly totals?: RunTotals
    /** Whether the differences explain the sums of both sides to the dong. */
    readonly bridgeCloses?: boolean
    readonly outputs?: RunOutputs
    /** Why it was stopped; only of a day that is. */
    readonly error?: { readonly code: string; readonly message: string }
    /**
     * When a person said that it is to be made with force, in seconds since 1970, and why it was stopped
     * before. While the day is still `stopped`, it is yet to be made, within a minute.
     */
    readonly forced?: { readonly at: number; readonly code: string; readonly message: string }
  }
  /** What the service's own result file says, when it has come. */
  readonly serviceResult?: ServiceResult
}

/** What came of asking for a stopped comparison to be made with force. */
export type ForceOutcome =
  /** It is made within a minute, or is being made; `reconciliation.state` is still `stopped`. */
  | { readonly outcome: 'started'; readonly reconciliation: ReconciliationView }
  /** The forced run is finished. */
  | { readonly outcome: 'done'; readonly reconciliation: ReconciliationView }
  /** The day is being worked on at this moment, and may come to something else. */
  | { readonly outcome: 'running' }
  /** The run that stands for the day was not stopped, or there is none yet. */
  | { readonly outcome: 'not_stopped'; readonly reconciliation: ReconciliationView }
  /** It was stopped for a reason that force does not remove. */
  | { readonly outcome: 'not_forceable'; readonly reconciliation: ReconciliationView }
  /** The files, the key or the profile are no longer those of the run: they are compared anew first. */
  | { readonly outcome: 'files_changed'; readonly reconciliation: ReconciliationView }
  /** No files are expected for this day. */
  | { readonly outcome: 'not_found' }

/** What the orders Worker offers about daily files. Every method is safe to repeat. */
export interface DailyFilesApi {
  /**
   * The partner file of a day; it is written first when it is not there yet.
   *
   * @param day `YYYY-MM-DD`, a day of Vietnam
   * @throws TypeError when it is no day
   */
  partnerFile(day: string): Promise<PartnerFileOutcome>
  /** The reconciliation of a day; `null` when the day is not followed. */
  reconciliation(day: string): Promise<ReconciliationView | null>
  /** The newest days, newest first, at most 100. */
  listReconciliations(): Promise<readonly ReconciliationView[]>
  /**
   * Has the stopped comparison of a day made with force, for the very files that it was stopped over. It
   * holds for these two files from then on, also when what the day before has left to them is another.
   *
   * @param day `YYYY-MM-DD`, a day of Vietnam
   * @throws TypeError when it is no day
   */
  forceReconciliation(day: string): Promise<ForceOutcome>
}
