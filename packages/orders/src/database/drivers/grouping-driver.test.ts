import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { driverContract } from '../../../test/driver-contract.ts'
import { d1Driver, type Driver, type Statement } from '../driver.ts'
import { groupingDriver } from './grouping-driver.ts'
import { alerts } from '../schema.ts'
import { runBatch, transactWithOthers } from '../transact.ts'
import type { JournalData } from '../tables/journal-data.ts'
import { insert, insertOne, update, type Transition } from '../transition.ts'
import type { EndpointFilter } from '../../events/webhook-endpoint.ts'
import type { StoreContext } from '../../orders-context.ts'

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
  it('wastes no more statements on refused batches than its budget allows', async () => {
    const { driver, sizes } = noting(d1Driver(env.DB))
    const losses = {
      lossLeft: 7,
      lose: (statements: number) => void (losses.lossLeft -= statements),
    }
    const grouped = groupingDriver(driver, {}, losses)
    await runBatch(grouped, { transitions: [raised('there', 1)] }, [])
    sizes.splice(0)
    // Each batch of several has one that the database refuses, since its number is taken.
    const refused: Transition = {
      ...raised('undone'),
      require: [
        insertOne(alerts, { id: 1, kind: 'dead_letter', subject: 'other', atMs: 1, data: {} }),
      ],
    }

    for (let round = 0; round < 5; round += 1) {
      const asked = [raised(`a-${round}`), raised(`b-${round}`), refused, raised(`c-${round}`)]
      await Promise.allSettled(asked.map((one) => runBatch(grouped, { transitions: [one] }, [])))
    }

    const alone = 5 * 5
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(alone + 7)
    expect(losses.lossLeft).toBeGreaterThanOrEqual(0)
    expect(await subjects()).toHaveLength(1 + 5 * 3)
  })

  it('runs concurrent work in one batch', async () => {
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

  it('puts at most 64 statements into one batch', async () => {
    const { driver, sizes } = noting(d1Driver(env.DB))
    const grouped = groupingDriver(driver)

    await Promise.all(
      Array.from({ length: 101 }, (_, index) =>
        runBatch(grouped, { transitions: [raised(`${index}`)] }, []),
      ),
    )

    expect(sizes).toEqual([64, 37])
  })

  it('puts at most 20 statements into the batch after it had to yield', async () => {
    const { driver, sizes } = noting(d1Driver(env.DB))
    const waits = [false, true, true]
    const grouped = groupingDriver(driver, { yieldToCallbacks: async () => waits.shift() ?? false })

    await Promise.all(
      Array.from({ length: 150 }, (_, index) =>
        runBatch(grouped, { transitions: [raised(`${index}`)] }, []),
      ),
    )

    expect(sizes).toEqual([64, 20, 20, 46])
  })

  it('fails only the piece that the database refuses, not the rest of its batch', async () => {
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

  it('fails all pieces of a batch whose outcome is unknown, and runs none of them again', async () => {
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

  it('yields to callbacks before each batch', async () => {
    const order: string[] = []
    const { driver } = noting(d1Driver(env.DB))
    const grouped = groupingDriver(
      {
        run(statements) {
          order.push('batch')
          return driver.run(statements)
        },
      },
      {
        async yieldToCallbacks() {
          order.push('yielded')
          return false
        },
      },
    )

    for (const one of ['a', 'b']) await runBatch(grouped, { transitions: [raised(one)] }, [])

    expect(order).toEqual(['yielded', 'batch', 'yielded', 'batch'])
  })

  it('runs later work after a failure', async () => {
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

/** An alert with a line of the journal: work that several may share. */
function told(subject: string, data: JournalData = {}): Transition {
  return {
    decide: insert(alerts, {
      values: { kind: 'dead_letter', subject, atMs: 1, lastRaisedAtMs: 1, data },
    }),
    journal: {
      atMs: 2,
      kind: 'alert.closed',
      orderId: null,
      dedupe: `test:${subject}`,
      evidence: 'own record',
      data,
    },
  }
}

async function rowsOf(table: 'alerts' | 'journal' | 'outbox'): Promise<unknown[]> {
  const rows = await env.DB.prepare(`SELECT * FROM ${table} ORDER BY 1`).all()
  return rows.results
}

describe('statements that several pieces share', () => {
  function store(driver: Driver, endpoints: readonly EndpointFilter[] = []): StoreContext {
    return {
      database: env.DB,
      driver,
      endpoints: endpoints.map((one) => ({ ...one, url: '', secrets: [] })),
    }
  }

  it('run once for all of the pieces', async () => {
    const { driver, sizes } = noting(d1Driver(env.DB))
    const context = store(groupingDriver(driver))

    const done = await Promise.all(
      ['a', 'b', 'c', 'd'].map((one) => transactWithOthers(context, told(one))),
    )

    expect(sizes).toEqual([2])
    expect(done).toEqual([true, true, true, true])
    expect(await subjects()).toEqual(['a', 'b', 'c', 'd'])
    expect(await rowsOf('journal')).toHaveLength(4)
  })

  const drivers = {
    together: () => groupingDriver(d1Driver(env.DB)),
    alone: () => d1Driver(env.DB),
  }

  it.each(Object.entries(drivers))('store every value unchanged, %s', async (_, open) => {
    const endpoints = [
      { id: 'shop', events: ['*'] },
      { id: 'books', events: ['transfer.*'] },
    ]
    const texts = ["it's", '"a"', 'Cà phê ☕', 'a\\b\nc', '{"a":[1]}', '12', '-0.5', '1e3', '']
    const data = { large: 9_007_199_254_740_991, half: 0.5, none: null, yes: true }
    const context = store(open(), endpoints)

    const done = await Promise.all(
      texts.map((text, place) =>
        transactWithOthers(
          context,
          {
            ...told(text, { ...data, text }),
            event: { atMs: place, transferId: text, type: 'transfer.failed', data: { text } },
            optional: {
              decide: update(alerts, {
                set: { acknowledgedBy: place % 2 === 0 ? null : text, acknowledgedAtMs: place },
                where: sql`${alerts.subject} = ${text}`,
              }),
            },
          },
          [raised(`behind ${text}`)],
        ),
      ),
    )

    expect(done).toEqual(texts.map(() => true))
    const written = texts.map((text, place) => ({
      subject: text,
      facts: JSON.stringify({ ...data, text }),
      acknowledged_by: place % 2 === 0 ? null : text,
      acknowledged_at_ms: place,
    }))
    const alertRows = await rowsOf('alerts')
    expect(alertRows).toEqual(
      expect.arrayContaining(written.map((row): unknown => expect.objectContaining(row))),
    )
    expect(alertRows).toHaveLength(2 * texts.length)
    expect(await rowsOf('journal')).toMatchObject(
      texts.map((text) => ({ facts: JSON.stringify({ ...data, text }), dedupe: `test:${text}` })),
    )
    const events = texts.flatMap((text, place) =>
      ['', '@books'].map((suffix): unknown =>
        expect.objectContaining({
          key: `transfer-failed:${text}${suffix}`,
          transfer_id: text,
          payload: JSON.stringify({ type: 'transfer.failed', facts: { text } }),
          created_at_ms: place,
          endpoint: suffix === '' ? 'shop' : 'books',
        }),
      ),
    )
    expect(await rowsOf('outbox')).toEqual(expect.arrayContaining(events))
  })

  it('run again piece by piece when one transition does not happen', async () => {
    const { driver, sizes } = noting(d1Driver(env.DB))
    await runBatch(driver, { transitions: [told('b')] }, [])
    const context = store(groupingDriver(driver))

    const done = await Promise.all(
      ['a', 'b', 'c'].map((one) => transactWithOthers(context, told(one))),
    )

    expect(done).toEqual([true, false, true])
    expect(sizes).toEqual([2, 2, 2, 2, 2])
    expect(await subjects()).toEqual(['a', 'b', 'c'])
    expect(await rowsOf('journal')).toHaveLength(3)
  })

  it('fail only the piece that the database refuses', async () => {
    await runBatch(
      d1Driver(env.DB),
      { transitions: [{ ...told('b'), decide: raised('x').decide }] },
      [],
    )
    const context = store(groupingDriver(d1Driver(env.DB)))

    const done = await Promise.allSettled(
      ['a', 'b', 'c'].map((one) => transactWithOthers(context, told(one))),
    )

    expect(done.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await subjects()).toEqual(['a', 'c', 'x'])
  })

  it('write once for two equal pieces', async () => {
    const context = store(groupingDriver(d1Driver(env.DB)))

    const done = await Promise.all(
      ['a', 'b', 'a'].map((one) => transactWithOthers(context, told(one))),
    )

    expect(done.filter(Boolean)).toHaveLength(2)
    expect(await subjects()).toEqual(['a', 'b'])
  })

  it('fail for all pieces when the outcome is unknown, and are not run again', async () => {
    const { driver, sizes } = noting(d1Driver(env.DB))
    const lost: Driver = {
      async run(statements) {
        await driver.run(statements)
        throw new Error('D1_ERROR: Network connection lost.')
      },
    }
    const context = store(groupingDriver(lost))

    const done = await Promise.allSettled(
      ['a', 'b'].map((one) => transactWithOthers(context, told(one))),
    )

    expect(done.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(sizes).toEqual([2])
  })

  it('serve at most eight pieces', async () => {
    const { driver, sizes } = noting(d1Driver(env.DB))
    const context = store(groupingDriver(driver))

    await Promise.all(
      Array.from({ length: 18 }, (_, index) => transactWithOthers(context, told(`${index}`))),
    )

    expect(sizes).toEqual([2, 2, 2])
    expect(await subjects()).toHaveLength(18)
  })

  it('wait for expected pieces, but only until other work arrives', async () => {
    const { driver, sizes } = noting(d1Driver(env.DB))
    const grouped = groupingDriver(driver, { sleep: () => new Promise(() => {}) })
    const context = store(grouped)

    grouped.expect?.(2)
    const first = transactWithOthers(context, told('a'))
    const second = transactWithOthers(context, told('b'))
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
    const before = [...sizes]
    await runBatch(grouped, { transitions: [raised('other')] }, [])
    await Promise.all([first, second])
    const third = transactWithOthers(context, told('c'))
    grouped.expect?.(0)
    await Promise.all([third, transactWithOthers(context, told('d'))])

    expect(before).toEqual([])
    expect(sizes).toEqual([3, 2])
  })
})
