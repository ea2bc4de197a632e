import type { SecurityEventCode } from '@merchant-edge/pages'

/** One log line. It contains no value from a query, no token and no key. */
export interface LogLine {
  readonly event:
    | 'callback_rejected'
    | 'callback_not_recorded'
    | 'callback_signature_spaces'
    | 'not_configured'
  /** Why, as one snake_case word. */
  readonly reason?: string
  /** Stable code of a security event; its meaning is in `securityEvents`. */
  readonly code?: SecurityEventCode
  /** Network of the client, such as `192.0.2.0/24`. */
  readonly network?: string
  /** Status of the answer. */
  readonly status: number
  /** Our reference, only after its token has been verified. */
  readonly reference?: string
  /** What went wrong on our own side. */
  readonly detail?: string
}

/** Writes a log line. */
export type WriteLog = (line: LogLine) => void

/** Writes a line as JSON, which the log viewer of the platform indexes field by field. */
export function writeLogLine(line: LogLine): void {
  const text = JSON.stringify(line)
  // The console is the log of a Worker.
  // oxlint-disable-next-line no-console
  if (line.status >= 500) console.error(text)
  // oxlint-disable-next-line no-console
  else console.warn(text)
}
