import { env } from 'cloudflare:workers'
import { beforeAll } from 'vitest'
import { openSandbox } from '../src/open-sandbox.ts'
import { systemHostClock } from '../src/clock/host-clock.ts'
import { resetSandbox } from '../src/seed/reset-sandbox.ts'

// The test files share one process and its database; each begins with the sandbox's first data.
beforeAll(async () => {
  await openSandbox({ env, origin: 'https://sandbox.example', waitUntil: () => {} })
  await resetSandbox(env, systemHostClock)
})
