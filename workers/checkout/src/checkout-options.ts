import type { WriteLog } from './log-line.ts'

/** What can be set from outside. */
export interface CheckoutOptions {
  /** Where trouble is written; the console when left out. */
  readonly writeLog?: WriteLog
  /** Milliseconds since 1970; the clock of the machine when left out. */
  readonly now?: () => number
}
