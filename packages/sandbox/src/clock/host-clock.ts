/**
 * Real time, for what happens around the service and not in it: leases of deliveries, deadlines of requests,
 * pauses. What the service itself calls "now" is the `SandboxClock`.
 */
export interface HostClock {
  /** Milliseconds since 1970. */
  readonly nowMs: () => number
  /** Resolves after so many milliseconds. */
  readonly sleep: (ms: number) => Promise<void>
  /** A signal that is aborted with a `TimeoutError` after so many milliseconds. */
  readonly timeout: (ms: number) => AbortSignal
}

/** The clock of this machine: the only place of the service that reads it or sets a timer. */
export const systemHostClock: HostClock = {
  nowMs: () => Date.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  timeout: (ms) => AbortSignal.timeout(ms),
}
