import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { engineNames } from '../../../test/engines.ts'
import type { RepeatedKey, RepeatedKeyOutcome } from '../../../test/repeated-key-thread.ts'

const mebibyte = 2 ** 20

async function compared(setup: RepeatedKey): Promise<RepeatedKeyOutcome> {
  const thread = new Worker(new URL('../../../test/repeated-key-thread.ts', import.meta.url), {
    workerData: setup,
    resourceLimits: { maxOldGenerationSizeMb: 40, maxYoungGenerationSizeMb: 8 },
  })
  try {
    const [outcome]: RepeatedKeyOutcome[] = await once(thread, 'message')
    if (outcome === undefined) throw new Error('The thread has told nothing.')
    return outcome
  } finally {
    await thread.terminate()
  }
}

describe('two files that repeat one key in every row', () => {
  const rows = 70_000

  it.each(
    engineNames.flatMap((engine) =>
      [true, false].map((openSpill) => ({ engine, openSpill, exact: openSpill })),
    ),
  )(
    'are compared in 40 MB of heap: $engine, a place for rows: $openSpill',
    { timeout: 300_000 },
    async (setup) => {
      const { duplicates, closes, written, bufferBytes } = await compared({ rows, ...setup })

      expect([duplicates, closes]).toEqual([2 * rows - 2, true])
      expect(written).toBeGreaterThan(2 * rows * 100)
      // Of 70 MB of rows no more than 32 are kept.
      expect(bufferBytes).toBeLessThan(56 * mebibyte)
    },
  )
})
