import { describe, expect, it } from 'vitest'
import { engineNames, engines, grownEngines } from '../test/engines.ts'
import { drawRows, drawnFiles } from '../test/draw-files.ts'
import { testKey } from '../test/file-text.ts'
import { oracle } from '../test/oracle.ts'
import { createRandom } from '../test/random.ts'
import { fileOf, sink } from '../test/sink.ts'
import { reconcile } from './reconcile.ts'
import type { Reconciliation } from './outcome/reconciliation.ts'

const common = { key: testKey, force: true }

function differences(found: Reconciliation, expected: readonly string[]): string[] {
  return found.differences
    .map(({ walletCode, type, status, differs }) => {
      const start = `${walletCode}|${type}|${status}|`
      const any = `${start}any ${differs.length}`
      return expected.includes(any) ? any : `${start}${differs.join('+')}`
    })
    .sort()
}

async function compare(
  seed: number,
  options: { engine: (typeof engines)['module']; exact?: boolean },
): Promise<void> {
  const random = createRandom(seed)
  const rows = drawRows(random)
  const files = drawnFiles(random.shuffle(rows), random)
  const expected = oracle(rows)

  const pieceBytes = random.pick([1, 7, 100, 1 << 16])
  const found = await reconcile({
    ...common,
    ...options,
    partner: { open: fileOf(files.partner, pieceBytes) },
    service: { open: fileOf(files.service, pieceBytes) },
  })

  expect({ seed, counts: found.counts, exceptions: found.exceptions }).toEqual({
    seed,
    counts: expected.counts,
    exceptions: expected.exceptions,
  })
  expect(differences(found, expected.differences)).toEqual(expected.differences)
  expect(found.bridge.closes).toBe(true)
}

describe.each(engineNames)('the engine of %s beside an oracle of nested maps', (name) => {
  const engine = engines[name]

  it('finds the same in forty pairs of files', async () => {
    for (let seed = 1; seed <= 40; seed += 1) await compare(seed, { engine })
  })

  // Specification: 3.20, 2.18.14
  it('finds the same in a thousand pairs of files', { timeout: 300_000 }, async () => {
    for (let seed = 41; seed <= 1040; seed += 1) await compare(seed, { engine })
  })

  it('finds the same with a filter for ten million rows', { timeout: 300_000 }, async () => {
    for (let seed = 7001; seed <= 7004; seed += 1)
      await compare(seed, { engine: grownEngines[name] })
  })

  it('finds the same when it compares every row', { timeout: 300_000 }, async () => {
    for (let seed = 5001; seed <= 5150; seed += 1) await compare(seed, { engine, exact: true })
  })
})

describe('the order of the rows', () => {
  it('never changes the outcome', { timeout: 300_000 }, async () => {
    for (let seed = 9001; seed <= 9060; seed += 1) {
      const random = createRandom(seed)
      const files = drawnFiles(drawRows(random), random)
      const outcomes: unknown[] = []
      for (let round = 0; round < 3; round += 1) {
        const result = sink()
        const shuffled = (text: string) =>
          random.shuffle(text.match(/(?:"(?:[^"]|"")*"|[^"\n])*\n/g) ?? []).join('')
        const found = await reconcile({
          ...common,
          partner: { open: fileOf(shuffled(files.partner)) },
          service: { open: fileOf(shuffled(files.service)) },
          result: result.stream,
          exact: round === 2,
        })
        const { counts, exceptions, totals, bridge } = found
        outcomes.push({ counts, exceptions, totals, bridge: bridge.closes, result: result.text() })
      }

      expect(outcomes[1]).toEqual(outcomes[0])
      expect(outcomes[2]).toEqual(outcomes[0])
    }
  })
})
