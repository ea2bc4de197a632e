import { compiledModule } from '#compiled-module'
import { describe, expect, it } from 'vitest'
import { engines } from '../../test/engines.ts'
import { partnerLine, serviceLine, testKey } from '../../test/file-text.ts'
import { memorySpill } from '../../test/memory-spill.ts'
import { PlacedFile, fileOf, sink } from '../../test/sink.ts'
import { checksumProfiles } from '../checksum/checksum-profile.ts'
import type { EngineFactory } from '../engine/engine.ts'
import { reconcile } from '../reconcile.ts'
import { setChecksums } from './configure-module.ts'
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

function opened(file: PlacedFile | undefined) {
  if (file === undefined) throw new Error('There is no such file.')
  return file.open()
}

/** A place outside of memory that takes nothing. */
const fullSpill = () => ({
  ...memorySpill().open(),
  write() {
    throw new Error('There is no room.')
  },
})

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
  it('has no data of that run', async () => {
    await compare(files(600, { differing: 40 }))
    const { module, taken } = instance()
    const { all } = taken.views
    const used = all.subarray(map.rulesStart, all.length)
    keepInstance(module, taken)

    expect(takeInstance(module)).toBe(taken)
    expect(used.some((byte) => byte !== 0)).toBe(false)
  })

  it('does not have its key, also before it is taken again', async () => {
    const key = new TextEncoder().encode(testKey)
    const { module, taken } = instance()
    const { all } = taken.views
    const hasKey = () => {
      for (let at = all.indexOf(key[0] ?? 0); at >= 0; at = all.indexOf(key[0] ?? 0, at + 1)) {
        if (key.every((byte, index) => all[at + index] === byte)) return true
      }
      return false
    }
    setChecksums(taken, { profile: checksumProfiles.record, keys: [testKey, 'another'] })
    expect(hasKey()).toBe(true)
    keepInstance(module, taken)
    await compare(files(600, { differing: 40 }))

    expect(all.some((byte) => byte !== 0)).toBe(true)
    expect(hasKey()).toBe(false)
  })

  it.each([
    ['every row was kept, paired and written', memorySpill().open],
    ['there was no room for the rows that were kept', fullSpill],
  ])('holds nothing of a run in which %s', async (_, openSpill) => {
    const { partner, service } = files(600, { differing: 40 })
    const sides = [partner, service].map((text) => new PlacedFile(text))
    const before = instance()
    keepInstance(before.module, before.taken)
    const outcome = await reconcile({
      partner: { open: () => opened(sides[0]) },
      service: { open: () => opened(sides[1]) },
      key: testKey,
      engine: engines.module,
      all: true,
      force: true,
      result: sink().stream,
      openSpill,
    }).catch((error: unknown) => String(error))
    const { taken } = instance()

    expect(outcome).toEqual(
      openSpill === fullSpill
        ? 'Error: There is no room.'
        : expect.objectContaining({ counts: { '00': 560, '01': 0, '02': 0, '03': 40 } }),
    )
    expect(taken).toBe(before.taken)
    const used = taken.views.all.subarray(map.rulesStart)
    expect(used.some((byte) => byte !== 0)).toBe(false)
  })

  it('gives the next run the same result as a new one', async () => {
    const runs = [files(600, { differing: 300 }), files(5, { differing: 1 })]
    const found: unknown[] = []
    const expected: unknown[] = []
    for (const run of [...runs, ...runs.toReversed()]) {
      found.push(await compare(run))
      expected.push(await compare(run, engines.script))
    }

    expect(found).toEqual(expected)
  })

  it('is returned by a failed run too', async () => {
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
