import { describe, expect, it } from 'vitest'
import { LikelyKillers } from './likely-killers.ts'

const folder = '/package/src/refunds'
const place = { file: 'src/refunds/refund.ts', start: 100 }

function test(file: string, id: string, durationMs: number) {
  return { file, id, name: id, durationMs, reached: [] }
}

const beside = test('/package/src/refunds/refund.test.ts', 'beside', 50)
const quick = test('/package/src/orders/orders.test.ts', 'quick', 1)
const slow = test('/package/src/simulation.test.ts', 'slow', 900)
const other = test('/package/src/simulation.test.ts', 'other', 900)
const tests = [slow, quick, other, beside]

function idsOf(killers: LikelyKillers): string[] {
  return killers.order(place, folder, tests).map(({ testIds }) => testIds.join(' '))
}

describe('LikelyKillers', () => {
  it('tries the tests next to the source first, then the quickest file', () => {
    expect(idsOf(new LikelyKillers())).toEqual(['beside', 'quick', 'slow other'])
  })

  it('tries a test that killed the nearest mutant of the file even earlier', () => {
    const killers = new LikelyKillers()
    killers.noticed({ ...place, start: 500 }, 'quick')
    killers.noticed({ ...place, start: 120 }, 'slow')
    killers.noticed({ ...place, start: 520 }, 'quick')
    expect(idsOf(killers)).toEqual(['slow', 'quick', 'beside', 'other'])
  })

  it('stops when the tests would exceed the time budget, but tries at least one', () => {
    expect(idsOf(new LikelyKillers(51))).toEqual(['beside', 'quick'])
    expect(idsOf(new LikelyKillers(0))).toEqual(['beside'])
  })

  it('leaves out only the slowest tests of a file, and continues with the next file', () => {
    const long = test('/package/src/orders/orders.test.ts', 'long', 5000)
    const ids = new LikelyKillers(1851)
      .order(place, folder, [long, ...tests])
      .map(({ testIds, durationMs }) => `${testIds.join(' ')} ${durationMs}`)

    expect(ids).toEqual(['beside 50', 'slow other 1800', 'quick 1'])
  })

  it('tries next the tests that killed the most mutants of other files', () => {
    const killers = new LikelyKillers()
    killers.noticed({ ...place, start: 99 }, 'other')
    for (const id of ['slow', 'quick', 'quick']) {
      killers.noticed({ file: 'src/refunds/more.ts', start: 100 }, id)
    }
    expect(idsOf(killers)).toEqual(['other', 'quick', 'slow', 'beside'])
  })

  it('leaves out tests that do not reach the mutant', () => {
    const killers = new LikelyKillers()
    killers.noticed({ ...place, start: 99 }, 'elsewhere')
    expect(idsOf(killers)).toEqual(['beside', 'quick', 'slow other'])
  })
})
