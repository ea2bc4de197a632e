import { createSandboxApp } from './app.ts'
import { openSandbox } from './open-sandbox.ts'
import type { SandboxEnv } from './sandbox-env.ts'
import { tick } from './tick.ts'

const app = createSandboxApp()

/** The sandbox as a Worker: the service over HTTP, and a tick for each run of the cron trigger. */
export default {
  fetch: app.fetch,
  async scheduled(_controller, env, context) {
    const waitUntil = (work: Promise<unknown>) => context.waitUntil(work)
    await tick(await openSandbox({ env, origin: 'http://localhost', waitUntil }))
  },
} satisfies ExportedHandler<SandboxEnv>
