import { compiledModule } from '#compiled-module'
import { describe, expect, it } from 'vitest'
import { engines } from '../../test/engines.ts'
import { partnerLine, serviceLine, testKey } from '../../test/file-text.ts'
import { fileOf } from '../../test/sink.ts'
import type { EngineFactory } from '../engine/engine.ts'
import { reconcile } from '../reconcile.ts'
import { keepInstance, takeInstance } from './kept-instance.ts'
import * as map from './memory-map.ts'

function instance() {
  const module = compiledModule()
  if (module === undefined) throw new Error('This runtime has no WebAssembly with SIMD.')
  return { module, taken: takeInstance(module) }
}

/** Rows on both sides, of which the last few differ in their amounts. */
function files(count: number, { differing }: { differing: number }) {
  const rows = Array.from({ length: count }, (_, index) => ({ code: `W${index}` }))
  const other = (index: number) => (index < count - differing ? {} : { amount: '7' })
  return {
    partner: rows.map((row) => partnerLine(row)).join(''),
    service: rows.map((row, index) => serviceLine({ ...row, ...other(index) })).join(''),
  }
}

async function compare(
  { partner, service }: { readonly partner: string; readonly service: string },
  engine: EngineFactory = engines.module,
) {
  const sides = { partner: { open: fileOf(partner) }, service: { open: fileOf(service) } }
  const { counts, exceptions, totals } = await reconcile({
    ...sides,
    key: testKey,
    engine,
    force: true,
  })
  return { counts, exceptions, totals }
}

describe('the instance of a run that is over', () => {
  it('holds nothing of that run', async () => {
    await compare(files(600, { differing: 40 }))
    const { module, taken } = instance()
    const { all } = taken.views
    const used = all.subarray(map.rulesStart, all.length)
    keepInstance(module, taken)

    expect(takeInstance(module)).toBe(taken)
    expect(used.some((byte) => byte !== 0)).toBe(false)
  })

  it('finds for the next run what a new one finds', async () => {
    const runs = [files(600, { differing: 300 }), files(5, { differing: 1 })]
    const found: unknown[] = []
    const expected: unknown[] = []
    for (const run of [...runs, ...runs.toReversed()]) {
      found.push(await compare(run))
      expected.push(await compare(run, engines.script))
    }

    expect(found).toEqual(expected)
  })

  it('is left by a run that failed as by any other', async () => {
    const { partner, service } = files(100, { differing: 0 })
    const failing = async () => {
      throw new Error('The disk is gone.')
    }
    await expect(
      reconcile({
        partner: { open: fileOf(partner) },
        service: { open: failing },
        key: testKey,
        engine: engines.module,
      }),
    ).rejects.toThrow('The disk is gone.')

    expect((await compare({ partner: '', service })).counts).toEqual(
      (await compare({ partner: '', service }, engines.script)).counts,
    )
  })

  it('is not shared by runs that overlap', async () => {
    const runs = [1, 20, 150].map((differing) => files(200, { differing }))
    const found = await Promise.all(runs.map((run) => compare(run)))
    const expected = await Promise.all(runs.map((run) => compare(run, engines.script)))

    expect(found).toEqual(expected)
  })
})
