import { webPorts, type SignOnPorts } from '@merchant-edge/oidc'
import type { SecurityEventCode, SecurityLine } from '@merchant-edge/pages'

/** One line of the log about security. */
export interface SecurityLogLine extends SecurityLine {
  /** Name of the operator who asked. */
  readonly operator?: string
  /** Why a sign-in failed, in snake_case, such as `state_mismatch`. */
  readonly reason?: string
}

/** One log line about a request. It contains no token, no form and no query. */
export interface RequestLogLine {
  readonly event: 'request_failed' | 'not_configured' | 'sign_in_failed'
  /** Reason in snake_case, such as `state_mismatch`. */
  readonly reason?: string
  /** Text of the error, for the maintainer of the Worker. */
  readonly detail?: string
}

/** A line of the log: about a request, or about a security event. */
export type LogLine = RequestLogLine | SecurityLogLine

/** Writes one line of the log. */
export type WriteLog = (line: LogLine) => void

/** Writes a security log line of a request, with further details. */
export type WriteSecurityLog = (
  code: SecurityEventCode,
  details?: Pick<SecurityLogLine, 'operator' | 'reason'>,
) => void

/** Dependencies of the Worker besides its requests. */
export interface ConsoleOptions {
  /** Network, clock and timers; those of the runtime when left out. */
  readonly ports?: SignOnPorts
  /** So many random bytes; those of the runtime when left out. */
  readonly randomBytes?: (count: number) => Uint8Array
  /** Receives log lines; the console of the runtime when left out. */
  readonly writeLog?: WriteLog
}

/** Writes a line as JSON, which the log viewer of the platform indexes field by field. */
function writeLogLine(line: LogLine): void {
  // The console is the log of a Worker.
  // oxlint-disable-next-line no-console
  console.error(JSON.stringify(line))
}

/** So many random bytes of the runtime. */
function runtimeBytes(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count))
}

/** The options with their defaults filled in. */
export function optionsOf(options: ConsoleOptions): Required<ConsoleOptions> {
  return {
    ports: options.ports ?? webPorts,
    randomBytes: options.randomBytes ?? runtimeBytes,
    writeLog: options.writeLog ?? writeLogLine,
  }
}
