/** What the core needs from its surroundings; it has no network, clock or timer of its own. */
export interface SignOnPorts {
  /** Sends a request. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Whole seconds since 1970. */
  readonly now: () => number
  /** Waits; used only while another request refreshes the same session. */
  readonly wait: (milliseconds: number) => Promise<void>
}

/** The network, the clock and the timers of the runtime, through its web globals. */
export const webPorts: SignOnPorts = {
  fetch: (url, init) => fetch(url, init),
  now: () => Math.floor(Date.now() / 1000),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
}
