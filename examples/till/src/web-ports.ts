import type { TillPorts } from './till-hono.ts'

/** Network, clock, timers and log of the runtime. */
export const webPorts: TillPorts = {
  fetch: (url, init) => fetch(url, init),
  nowSeconds: () => Math.floor(Date.now() / 1000),
  deadline: (ms) => AbortSignal.timeout(ms),
  log(line) {
    // oxlint-disable-next-line no-console -- the log of a Worker is its console
    console.error(JSON.stringify(line))
  },
}
