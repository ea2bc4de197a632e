/** Network, clock and timers of sign-on; it uses no global ones. */
export interface SignOnPorts {
  /** Sends one request, as the global `fetch` does; the signal in `init` must be obeyed. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** The clock, in milliseconds since 1970; `Date.now` of the runtime. */
  readonly now: () => number
  /** Resolves after that time; used only while another request renews the same session. */
  readonly wait: (milliseconds: number) => Promise<void>
  /**
   * A signal that aborts after that time: the deadline of one request to the identity server, or of
   * its body.
   */
  readonly deadline: (milliseconds: number) => AbortSignal
}

/** `fetch`, `Date`, `setTimeout` and `AbortSignal.timeout` of the runtime. */
export const webPorts: SignOnPorts = {
  fetch: (url, init) => fetch(url, init),
  now: () => Date.now(),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  deadline: (milliseconds) => AbortSignal.timeout(milliseconds),
}
