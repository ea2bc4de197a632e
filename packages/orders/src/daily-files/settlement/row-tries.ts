import { logFailure } from '../../log-failure.ts'
import type { DailyFilesContext } from '../daily-files-context.ts'
import { alertEvidence, type FileEvidence } from './file-evidence.ts'

/** How often a row is tried before it is set aside. */
const maxTries = 3
/** Rows that may fail in one invocation; when more fail, something else than a row is wrong. */
const maxFailures = 20

/** Thrown when rows of a file could not be applied and are to be tried again. */
export class RowsNotAppliedError extends Error {
  constructor(rows: number, cause: unknown) {
    const count = rows === 1 ? '1 row' : `${rows} rows`
    super(
      `${count} of the service file could not be applied. The day is tried again, and a row that fails every time is set aside with an alert; the log of this run says why each of them has failed.`,
      { cause },
    )
    this.name = 'RowsNotAppliedError'
  }
}

/**
 * Applies rows of a service file one by one, so that one that cannot be applied blocks no other. Such
 * a row is tried in further invocations, because a failure of the database looks the same, and is
 * then set aside with an alert that names it.
 */
export class RowTries {
  readonly #context: DailyFilesContext
  /** Failed tries by the key of their row, in all invocations. */
  readonly #failed: Map<string, number>
  readonly #errors = new Map<string, unknown>()

  constructor(context: DailyFilesContext, before: ReadonlyMap<string, number>) {
    this.#context = context
    this.#failed = new Map(before)
  }

  /** Failed tries of the rows that are neither applied nor set aside, for the checkpoint. */
  get failed(): ReadonlyMap<string, number> {
    return this.#failed
  }

  /** Whether so many rows have failed that no further one may begin. */
  get areTooMany(): boolean {
    return this.#errors.size >= maxFailures
  }

  /** Whether a row has failed in this invocation. */
  hasFailed(key: string): boolean {
    return this.#errors.has(key)
  }

  /**
   * Applies a row.
   *
   * @returns whether it needs no further try: it is applied or set aside
   * @throws what the database throws when the row cannot be set aside
   */
  async apply(key: string, evidence: FileEvidence, work: () => Promise<void>): Promise<boolean> {
    try {
      await work()
    } catch (error) {
      const tries = (this.#failed.get(key) ?? 0) + 1
      const { file, transaction } = evidence
      logFailure(
        this.#context,
        { work: 'row of a daily file', file, reference: transaction.invoiceCode },
        error,
      )
      if (tries < maxTries) {
        this.#errors.set(key, error)
        this.#failed.set(key, tries)
        return false
      }
      await alertEvidence(this.#context, evidence, {
        kind: 'file_row_failing',
        subject: transaction.invoiceCode,
        data: { error: error instanceof Error ? error.name : 'unknown error' },
      })
    }
    this.#failed.delete(key)
    return true
  }

  /** @throws RowsNotAppliedError when rows have failed in this invocation and are tried again */
  throwIfAnyFailed(): void {
    const [first] = this.#errors.values()
    if (this.#errors.size > 0) throw new RowsNotAppliedError(this.#errors.size, first)
  }
}
