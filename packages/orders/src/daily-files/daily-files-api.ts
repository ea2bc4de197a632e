import type { ExceptionKind, ReconciliationStatus } from '@merchant-edge/reconcile'

/**
 * The reason why a row that names one of our orders was not recorded as its refund: it exceeds what
 * is left of the order, it may be a refund of ours, or it differs from the refund that is stored.
 */
export type DoubtAboutRefund = 'exceeds' | 'may_be_ours' | 'differs'

/** The partner file of a day, as a readable stream. */
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

/** Outcome of a request for the partner file of a day. */
export type PartnerFileOutcome =
  | PartnerFile
  /**
   * The day is not over, or its last journal lines may still be written: the file is ready 45
   * minutes after midnight.
   */
  | { readonly outcome: 'too_early'; readonly readyAt: number }
  /** The order store did not exist yet on this day: it has no file of the day and has sent none. */
  | { readonly outcome: 'before_first' }
  /** No bucket, partner id or checksum key is configured. */
  | { readonly outcome: 'not_configured' }

/** Sum of the rows of one currency and one type. */
export interface ForeignSum {
  /** `VND`: money; `POINT`: points. */
  readonly currency: 'VND' | 'POINT'
  /** `payment` or `refund`. */
  readonly type: 'payment' | 'refund'
  /** Number of rows. */
  readonly rows: number
  /** The sum of the amounts as a decimal text, in VND or points. */
  readonly amount: string
}

/**
 * Transactions in the service's file that were not made through this system, under one rule name.
 */
export interface ForeignTotal {
  /**
   * Name of the rule, or `refund-elsewhere` for refunds of our orders that were not made through
   * this system.
   */
  readonly name: string
  /** Number of transactions. */
  readonly transactions: number
  /** Sums by currency and type. */
  readonly sums: readonly ForeignSum[]
}

/** Numbers of transactions by their reconciliation status. @see Specification 2.18 */
export interface StatusCounts extends Readonly<Record<ReconciliationStatus, number>> {
  /** Both sides agree. */
  readonly '00': number
  /** Success at the service only. */
  readonly '01': number
  /** Success at the partner only. */
  readonly '02': number
  /** A compared column differs. */
  readonly '03': number
}

/** Numbers of excluded rows by the reason. */
export interface ExceptionCounts extends Readonly<Record<ExceptionKind, number>> {
  /** Rows whose checksum is wrong. */
  readonly bad_checksum: number
  /** Rows that break the form of the file. */
  readonly malformed: number
  /** Rows whose key another row of the file has. */
  readonly duplicate: number
}

/** Numbers of one-sided rows: carried from earlier days, and new ones. */
export interface CarriedTotals {
  /** Rows carried from earlier days whose counterpart has arrived. */
  readonly closed: number
  /** Rows carried from earlier days that are still one-sided. */
  readonly open: number
  /** Rows of this day that are one-sided. */
  readonly added: number
}

/** An error that stopped a run. */
export interface RunError {
  /** Stable name of the error, for programs. */
  readonly code: string
  /** What happened. */
  readonly message: string
}

/** A run that an operator forced. */
export interface ForcedRun extends RunError {
  /** When an operator forced the run, in seconds since 1970. */
  readonly at: number
}

/** A stored partner file. @see Specification 2.18 */
export interface PartnerFileView {
  /** Name of the file. */
  readonly name: string
  /** Number of rows in the file. */
  readonly rows: number
  /** Transactions that have no row, because their wallet transaction code is not known. */
  readonly leftOut: number
  /** SHA-256 of the content as lower-case hex. */
  readonly sha256: string
}

/** The counts of a reconciliation run. */
export interface RunTotals {
  /** Number of transactions by their reconciliation status. */
  readonly counts: StatusCounts
  /** Excluded rows (exceptions), by kind. */
  readonly exceptions: ExceptionCounts
  /** Carried rows (rows without a counterpart): closed, still open, and new. */
  readonly carried: CarriedTotals
  /** Payments, refunds and transfers that the service file has settled, in all runs with it. */
  readonly settled: number
  /**
   * Transactions that were not made through this system, which are no differences; absent for runs
   * before this was distinguished.
   */
  readonly foreign?: readonly ForeignTotal[]
}

/** A file that a run wrote. */
export interface RunOutput {
  /** Key of the object in the bucket. */
  readonly key: string
  /** Size of the file in bytes. */
  readonly bytes: number
}

/** The files that a run wrote, by name. */
export type RunOutputs = Readonly<Record<string, RunOutput>>

/** Contents of the service's own result file. */
export interface ServiceResult {
  /** Its rows by their reconciliation status. */
  readonly counts: StatusCounts
  /** Rows with a wrong checksum, and malformed rows. */
  readonly badRows: number
}

/** How far the reconciliation of a day is. */
export interface ReconciliationView {
  /** `YYYY-MM-DD`, a day of Vietnam. */
  readonly day: string
  /**
   * `waiting`: the service file has not arrived yet; `done`: the files are compared; `stopped`: the
   * comparison was stopped by an error.
   */
  readonly state: 'waiting' | 'done' | 'stopped'
  /** The partner file of the day; missing until it is written. */
  readonly partnerFile?: PartnerFileView
  /** The current run of the day. */
  readonly run?: {
    /** Derived from the contents of the files: the same files give the same run id. */
    readonly id: string
    /** When the run was made, in seconds since 1970. */
    readonly at: number
    /** SHA-256 of the partner file as lower-case hex. */
    readonly partnerSha256: string
    /** SHA-256 of the service file as lower-case hex. */
    readonly serviceSha256: string
    /** Counts of the run; missing when it was stopped. */
    readonly totals?: RunTotals
    /**
     * Whether the sum of the differences equals the difference of the totals of both sides exactly.
     */
    readonly bridgeCloses?: boolean
    /** The files that the run wrote, by name; missing when it was stopped. */
    readonly outputs?: RunOutputs
    /** Why the run was stopped; only set when it was. */
    readonly error?: RunError
    /**
     * When an operator forced the run, in seconds since 1970, and the error that had stopped it.
     * While the day is still `stopped`, the forced run is pending and starts within a minute.
     */
    readonly forced?: ForcedRun
  }
  /** Contents of the service's own result file, once it has arrived. */
  readonly serviceResult?: ServiceResult
}

/** Outcome of forcing a stopped comparison. */
export type ForceOutcome =
  /**
   * The forced run starts within a minute, or is running; `reconciliation.state` is still
   * `stopped`.
   */
  | { readonly outcome: 'started'; readonly reconciliation: ReconciliationView }
  /** The forced run is finished. */
  | { readonly outcome: 'done'; readonly reconciliation: ReconciliationView }
  /** The day is being processed at the moment, and its state may change. */
  | { readonly outcome: 'running' }
  /** The current run of the day was not stopped, or there is no run yet. */
  | { readonly outcome: 'not_stopped'; readonly reconciliation: ReconciliationView }
  /** The run was stopped by an error that force cannot override. */
  | { readonly outcome: 'not_forceable'; readonly reconciliation: ReconciliationView }
  /**
   * The files, the key or the profile have changed since the run: they are compared again first.
   */
  | { readonly outcome: 'files_changed'; readonly reconciliation: ReconciliationView }
  /** No files are expected for this day. */
  | { readonly outcome: 'not_found' }

/** Methods of the orders Worker about daily files. Every method is idempotent. */
export interface DailyFilesApi {
  /**
   * The partner file of a day; it is written first when it does not exist yet.
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
   * Forces the stopped comparison of a day, for exactly the files for which it was stopped. The
   * permission stays valid for these two files, even when the rows carried over from the day before
   * change.
   *
   * @param day `YYYY-MM-DD`, a day of Vietnam
   * @throws TypeError when it is no day
   */
  forceReconciliation(day: string): Promise<ForceOutcome>
}
