/** Stable name of the reason why a run was stopped, for an exhaustive `switch`. */
export type ReconcileErrorCode =
  | 'ERR_DAYS_DIFFER'
  | 'ERR_FILE_NAME'
  | 'ERR_CHECKSUM_KEY'
  | 'ERR_ROWS_UNREADABLE'
  | 'ERR_CARRIED_UNREADABLE'
  | 'ERR_FILES_UNRELATED'
  | 'ERR_FILE_CHANGED'
  | 'ERR_FILE_EMPTY'

const remedies: Readonly<Record<ReconcileErrorCode, string>> = {
  ERR_DAYS_DIFFER: 'Take the two files of one day.',
  ERR_FILE_NAME:
    'Give the partner file as the partner file, and the service file as the service file.',
  ERR_CHECKSUM_KEY:
    'Look at the key, and let the checksum profile be detected from the file and the key.',
  ERR_ROWS_UNREADABLE:
    'Look at the first rows and at the order in which the files were given, then fetch the file again or ask who wrote it; force the run to compare without these rows.',
  ERR_CARRIED_UNREADABLE:
    'Give the rows that the run of the day before wrote for this side, and the previous key after a change of the key; force the run to compare without these rows, which are carried no further.',
  ERR_FILES_UNRELATED:
    'Look whether both files are of one day and one partner, and write amounts, dates and codes alike; force the run when they are right.',
  ERR_FILE_CHANGED: 'Wait until the file is complete, then run again.',
  ERR_FILE_EMPTY: 'Fetch the file again; force the run when there were no transactions.',
}

/** Whether a text is the code of a run that was stopped. */
export function isErrorCode(code: string): code is ReconcileErrorCode {
  return Object.hasOwn(remedies, code)
}

/** What to do about a run that was stopped, in one sentence; the end of its message. */
export function remedyOfStop(code: ReconcileErrorCode): string {
  return remedies[code]
}

/** A run that was stopped; its outputs must not be used. */
export class ReconcileError extends Error {
  override readonly name = 'ReconcileError'
  readonly code: ReconcileErrorCode
  /** What to do, in one sentence. */
  readonly remedy: string

  /** @param what what happened and why, as a sentence */
  constructor(code: ReconcileErrorCode, what: string) {
    super(`${what} ${remedies[code]}`)
    this.code = code
    this.remedy = remedies[code]
  }
}
