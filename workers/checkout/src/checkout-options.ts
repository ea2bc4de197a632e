import type { SecurityLine } from '@merchant-edge/pages'

/** One log line about a request. It contains no secret, no body and no query. */
export interface RequestLogLine {
  readonly event: 'payment_not_started' | 'request_failed' | 'not_configured'
  readonly orderId?: string
  /** Code of the service's refusal. */
  readonly code?: number
  /** Reason in snake_case, such as `no_answer`. */
  readonly reason?: string
  /** Text of the error, for an operator. */
  readonly detail?: string
}

/** One line of the log about security. */
export interface SecurityLogLine extends SecurityLine {
  readonly orderId?: string
  /** Name of the operator who asked. */
  readonly operator?: string
  /** Name of the secret with which the request came, never its value. */
  readonly secret?: 'CHECKOUT_SECRET' | 'CHECKOUT_SECRET_PREVIOUS'
}

/** A line of the log: about a request, or about a security event. */
export type LogLine = RequestLogLine | SecurityLogLine

/** Writes one line of the log. */
export type WriteLog = (line: LogLine) => void

/** Writes a line as JSON, which the log viewer of the platform indexes field by field. */
export function writeLogLine(line: LogLine): void {
  // The console is the log of a Worker.
  // oxlint-disable-next-line no-console
  console.error(JSON.stringify(line))
}

/** Waits for some milliseconds with a system timer; never resolves once the signal is aborted. */
export function waitFor(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => clearTimeout(timer), { once: true })
  })
}

/** Random bytes of the runtime. */
export function runtimeBytes(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count))
}

/** Dependencies of the Worker besides its requests. */
export interface CheckoutOptions {
  /** Receives log lines; the console when left out. */
  readonly writeLog?: WriteLog
  /** Milliseconds since 1970; the clock of the machine when left out. */
  readonly now?: () => number
  /** Waits for some milliseconds; the timer of the machine when left out. */
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Returns the given number of random bytes; the generator of the runtime when left out. */
  readonly randomBytes?: (count: number) => Uint8Array
}
