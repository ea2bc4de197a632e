import { assert, describe, expect, it } from 'vitest'
import { DailyWorld } from '../../../test/daily-world.ts'
import {
  decideDifference,
  listDifferences,
  listUndecidedDifferences,
  processDailyFiles,
} from '../index.ts'

/** A database with work before its first batch with a statement of a form. */
function beforeBatch(
  database: D1Database,
  works: readonly { readonly form: RegExp; readonly work: () => Promise<unknown> }[],
): D1Database {
  const left = new Set(works)
  return new Proxy(database, {
    get(target, name) {
      if (name !== 'withSession') return Reflect.get(target, name)
      return (constraint: D1SessionConstraint) => {
        const session = target.withSession(constraint)
        let queries: string[] = []
        return {
          prepare(query: string) {
            queries.push(query)
            return session.prepare(query)
          },
          async batch(statements: D1PreparedStatement[]) {
            const texts = queries
            queries = []
            for (const one of left) {
              if (!texts.some((text) => one.form.test(text))) continue
              left.delete(one)
              await one.work()
            }
            return session.batch(statements)
          },
        }
      }
    },
  })
}

describe('a verdict that comes while a new run becomes the current one', () => {
  it('holds for the new run, although the Worker is stopped before it has attached it', async () => {
    const world = new DailyWorld()
    for (const id of ['a', 'b', 'c']) await world.openAndPay({ id, amountVnd: 50_000 })
    const [a, b, c] = [
      await world.rowOfPayment('a'),
      await world.rowOfPayment('b'),
      await world.rowOfPayment('c'),
    ]
    const other = { ...b, amount: 1 }
    await world.endDay([a, other])
    const page = await listDifferences(world.files, { day: world.day })
    assert(page.outcome === 'listed', page.outcome)
    const { position } = page.differences.find(({ status }) => status === '03') ?? { position: -1 }
    const word = { verdict: 'ours', reason: 'ticket 4711', staffId: 'an' } as const
    await world.putServiceFile([a, other, c])
    world.advance({ hours: 1 })
    const { files } = world
    const database = beforeBatch(files.database, [
      {
        form: /^insert into "reconciliation_runs"/i,
        work: () =>
          decideDifference(world.files, world.day, { ...word, runId: page.runId, position }),
      },
      {
        form: /^update "difference_verdicts"/i,
        work: () => Promise.reject(new Error('the Worker was stopped')),
      },
    ])

    await processDailyFiles({ ...files, database }).catch(() => undefined)
    world.advance({ hours: 1 })
    await world.work()

    const after = await listDifferences(world.files, { day: world.day })
    expect(after).toMatchObject({
      total: 1,
      decided: 1,
      differences: [{ verdict: { staffId: 'an' } }],
    })
    expect((await listUndecidedDifferences(world.files)).days).toEqual([])
  })
})
