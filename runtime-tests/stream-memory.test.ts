import { join } from 'node:path'
import { bundleWorker } from '@merchant-edge/tools/bundle-worker'
import { Miniflare } from 'miniflare'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

/** If a promise for each chunk is kept, as `pipeTo` in workerd does, memory use exceeds this. */
const heapMegabytes = 12
const pieces = 100_000

describe('a stream of the orders Worker', () => {
  let worker: Miniflare

  beforeAll(async () => {
    vi.stubEnv(
      'MINIFLARE_WORKERD_V8_FLAGS',
      `--max-heap-size=${heapMegabytes} --single-threaded-gc`,
    )
    const modules = await bundleWorker(join(import.meta.dirname, 'stream-memory/stream-worker.ts'))
    worker = new Miniflare({ compatibilityDate: '2026-07-30', modules: [...modules], cf: false })
    await worker.ready
  })

  afterAll(async () => {
    vi.unstubAllEnvs()
    await worker.dispose()
  })

  it.each(['hashed', 'copied'])(
    'is %s with memory use that does not grow with its length',
    async (what) => {
      const answer = await worker.dispatchFetch(`http://worker/${what}?pieces=${pieces}`)

      expect(await answer.json()).toBe(1000 * pieces)
    },
  )
})
