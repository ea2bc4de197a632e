/**
 * Real time, for the technical part of the sandbox: leases of deliveries, deadlines of requests,
 * pauses. The business time of the service is the `SandboxClock`.
 */
export interface HostClock {
  /** Milliseconds since 1970. */
  readonly nowMs: () => number
  /** Resolves after this number of milliseconds. */
  readonly sleep: (ms: number) => Promise<void>
  /** A signal that is aborted with a `TimeoutError` after this number of milliseconds. */
  readonly timeout: (ms: number) => AbortSignal
}

/** The system clock. No other place of the sandbox reads it or sets a timer. */
export const systemHostClock: HostClock = {
  nowMs: () => Date.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  timeout: (ms) => AbortSignal.timeout(ms),
}
