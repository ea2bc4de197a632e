/** One line of the log. It holds no secret, no body and no query. */
export interface LogLine {
  readonly event: 'payment_not_started' | 'request_failed' | 'not_configured'
  readonly orderId?: string
  /** Code of the service's refusal. */
  readonly code?: number
  /** Why, as one snake_case word. */
  readonly reason?: string
  /** What an operator reads. */
  readonly detail?: string
}

/** Takes a line to wherever the log is. */
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
