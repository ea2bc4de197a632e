import { webPorts, type SignOnPorts } from '@merchant-edge/oidc'

/** One line of the log. It holds no token, no form and no query. */
export interface LogLine {
  readonly event: 'request_failed' | 'not_configured' | 'sign_in_failed'
  /** Reason in snake_case, such as `state_mismatch`. */
  readonly reason?: string
  /** Text of the error, for whoever looks after the Worker. */
  readonly detail?: string
}

/** What comes into the Worker from outside its requests. */
export interface ConsoleOptions {
  /** Network, clock and timers; those of the runtime when left out. */
  readonly ports?: SignOnPorts
  /** Takes what somebody should know; the console of the runtime when left out. */
  readonly writeLog?: (line: LogLine) => void
}

/** Writes a line as JSON, which the log viewer of the platform indexes field by field. */
function writeLogLine(line: LogLine): void {
  // The console is the log of a Worker.
  // oxlint-disable-next-line no-console
  console.error(JSON.stringify(line))
}

/** The options with their defaults filled in. */
export function optionsOf(options: ConsoleOptions): Required<ConsoleOptions> {
  return { ports: options.ports ?? webPorts, writeLog: options.writeLog ?? writeLogLine }
}
