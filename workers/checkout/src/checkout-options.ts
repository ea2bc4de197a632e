/** One line of the log. It holds no secret, no body and no query. */
export interface LogLine {
  readonly event: 'payment_not_started' | 'request_failed' | 'not_configured'
  readonly orderId?: string
  /** Code of the service's refusal. */
  readonly code?: number
  /** Reason in snake_case, such as `no_answer`. */
  readonly reason?: string
  /** Text of the error, for an operator. */
  readonly detail?: string
}

/** Writes one line of the log. */
export type WriteLog = (line: LogLine) => void

/** Writes a line as JSON, which the log viewer of the platform indexes field by field. */
export function writeLogLine(line: LogLine): void {
  // The console is the log of a Worker.
  // oxlint-disable-next-line no-console
  console.error(JSON.stringify(line))
}

/** What comes into the Worker from outside its requests. */
export interface CheckoutOptions {
  /** Takes what an operator should know; the console when left out. */
  readonly writeLog?: WriteLog
  /** Milliseconds since 1970; the clock of the machine when left out. */
  readonly now?: () => number
}
