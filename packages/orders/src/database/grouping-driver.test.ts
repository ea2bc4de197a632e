import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { driverContract } from '../../test/driver-contract.ts'
import { d1Driver, type Driver, type Statement } from './driver.ts'
import { groupingDriver } from './grouping-driver.ts'
import { alerts } from './schema.ts'
import { runBatch } from './transact.ts'
import { insert, insertOne, type Transition } from './transition.ts'

driverContract('D1 in groups', { open: () => groupingDriver(d1Driver(env.DB)), seeds: 5 })

/** A driver that notes the sizes of its batches. */
function noting(driver: Driver): { readonly driver: Driver; readonly sizes: number[] } {
  const sizes: number[] = []
  return {
    sizes,
    driver: {
      run(statements: readonly Statement[]) {
        sizes.push(statements.length)
        return driver.run(statements)
      },
    },
  }
}

function raised(subject: string, id?: number): Transition {
  return {
    decide: insert(alerts, {
      values: { kind: 'dead_letter', subject, atMs: 1, data: {}, ...(id !== undefined && { id }) },
    }),
  }
}

async function subjects(): Promise<string[]> {
  const rows = await env.DB.prepare('SELECT subject FROM alerts ORDER BY subject').all<{
    subject: string
  }>()
  return rows.results.map(({ subject }) => subject)
}

describe('groupingDriver', () => {
  it('runs in one batch what is asked for at the same time', async () => {
    const { driver, sizes } = noting(d1Driver(env.DB))
    const grouped = groupingDriver(driver)
    const transitions = ['a', 'b', 'c', 'd'].map((subject) => raised(subject))

    const done = await Promise.all(
      transitions.map((one) => runBatch(grouped, { transitions: [one] }, [])),
    )

    expect(sizes).toEqual([4])
    expect(done.map((batch, index) => batch.happened(transitions[index] ?? raised('')))).toEqual(
      Array.from({ length: 4 }, () => true),
    )
  })

  it('takes at most 64 statements together', async () => {
    const { driver, sizes } = noting(d1Driver(env.DB))
    const grouped = groupingDriver(driver)

    await Promise.all(
      Array.from({ length: 101 }, (_, index) =>
        runBatch(grouped, { transitions: [raised(`${index}`)] }, []),
      ),
    )

    expect(sizes).toEqual([64, 37])
  })

  it('takes at most 20 statements together when it had to give way', async () => {
    const { driver, sizes } = noting(d1Driver(env.DB))
    const waits = [false, true, true]
    const grouped = groupingDriver(driver, async () => waits.shift() ?? false)

    await Promise.all(
      Array.from({ length: 150 }, (_, index) =>
        runBatch(grouped, { transitions: [raised(`${index}`)] }, []),
      ),
    )

    expect(sizes).toEqual([64, 20, 20, 46])
  })

  it('fails what the database refuses, and nothing else of the same batch', async () => {
    const grouped = groupingDriver(d1Driver(env.DB))
    await runBatch(grouped, { transitions: [raised('taken', 1)] }, [])
    const refused: Transition = {
      ...raised('undone'),
      require: [
        insertOne(alerts, { id: 1, kind: 'dead_letter', subject: 'other', atMs: 1, data: {} }),
      ],
    }

    const done = await Promise.allSettled(
      [raised('a'), raised('b'), refused, raised('c')].map((one) =>
        runBatch(grouped, { transitions: [one] }, []),
      ),
    )

    expect(done.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    expect(await subjects()).toEqual(['a', 'b', 'c', 'taken'])
  })

  it('tells nobody that it has worked when nobody knows, and runs nothing twice', async () => {
    const { driver, sizes } = noting(d1Driver(env.DB))
    const lost: Driver = {
      async run(statements) {
        const results = await driver.run(statements)
        if (sizes.length === 1) throw new Error('D1_ERROR: Network connection lost.')
        return results
      },
    }
    const grouped = groupingDriver(lost)

    const done = await Promise.allSettled(
      ['a', 'b', 'c'].map((one) => runBatch(grouped, { transitions: [raised(one)] }, [])),
    )

    expect(done.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(sizes).toEqual([3])
    expect(await subjects()).toEqual(['a', 'b', 'c'])
  })

  it('waits before each batch for whoever goes first', async () => {
    const order: string[] = []
    const { driver } = noting(d1Driver(env.DB))
    const grouped = groupingDriver(
      {
        run(statements) {
          order.push('batch')
          return driver.run(statements)
        },
      },
      async () => {
        order.push('gave way')
        return false
      },
    )

    for (const one of ['a', 'b']) await runBatch(grouped, { transitions: [raised(one)] }, [])

    expect(order).toEqual(['gave way', 'batch', 'gave way', 'batch'])
  })

  it('goes on after a failure', async () => {
    const grouped = groupingDriver(d1Driver(env.DB))
    await expect(grouped.run([{ sql: 'SELECT nothing', params: [] }])).rejects.toThrow('nothing')

    const one = raised('later')
    const done = await runBatch(
      grouped,
      {
        transitions: [one],
        reads: [{ table: alerts, where: sql`TRUE` }],
      },
      [],
    )

    expect(done.happened(one)).toBe(true)
  })
})
