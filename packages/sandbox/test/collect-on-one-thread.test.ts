import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startSandbox, type RunningSandbox } from '../src/node/start-sandbox.ts'

// Goal: a sandbox answers on a machine with one or two cores, where V8 has one thread for its work in the background.
// Method: that thread allocates memory all the time, as V8's compilers do now and then. Without collectOnOneThread workerd
// then hangs within a few of these rounds; on a machine with more cores it never does.

const rounds = 30
const requestsAtOnce = 20
const patienceMs = 60_000

let sandbox: RunningSandbox | undefined

beforeAll(async () => {
  vi.stubEnv('MINIFLARE_WORKERD_V8_FLAGS', '--stress-concurrent-allocation')
  sandbox = await startSandbox({ tickMs: 0 })
})

afterAll(async () => {
  vi.unstubAllEnvs()
  await sandbox?.stop()
})

it('answers while V8 allocates memory in the background', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const statuses = await Promise.all(
      Array.from({ length: requestsAtOnce }, async () => {
        const signal = AbortSignal.timeout(patienceMs)
        const answer = await fetch(`${sandbox?.url}/phone`, { signal })
        await answer.text()
        return answer.status
      }),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
  }
})
