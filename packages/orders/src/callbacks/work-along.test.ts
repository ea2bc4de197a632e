import { afterEach, describe, expect, it, vi } from 'vitest'
import { World } from '../../test/world.ts'
import { systemClock } from '../clock.ts'
import {
  createCallbackGroup,
  recordCallbacks,
  type CallbackRecord,
  type WriteCallbacks,
} from './index.ts'

afterEach(() => {
  vi.useRealTimers()
})

function callbackOf(number: number): CallbackRecord {
  const order_id = `20260101T${number}`
  const signed = { pay_status: 'SUCCESS', transaction_id: `TX-${number}`, order_id }
  return { signed, unsignedFields: {}, keyId: 'k1' }
}

describe('work that goes along with callbacks', () => {
  /** An alert of its own, and a look at how many callbacks were there before it. */
  const raise = (subject: string) => [
    {
      sql: `INSERT INTO alerts (kind, subject, at_ms, facts) VALUES ('dead_letter', ?, 1, '{}')`,
      params: [subject],
    },
    { sql: 'SELECT count(*) AS recorded FROM journal', params: [] },
  ]
  const refused = [{ sql: 'SELECT nothing', params: [] }]

  /** A moment that never ends, however long the database takes. */
  const sameMoment = {
    ...systemClock,
    now: () => 0,
    alarm: () => ({ rings: new Promise<void>(() => {}), off: () => {} }),
  }

  /** A group that has recorded a callback just now, and notes what each batch held. */
  async function arriving() {
    const world = new World()
    const group = createCallbackGroup(sameMoment)
    const batches: { readonly callbacks: number; readonly statements: number }[] = []
    const write: WriteCallbacks = (callbacks, along) => {
      batches.push({ callbacks: callbacks.length, statements: along?.statements.length ?? 0 })
      return recordCallbacks(world.context, callbacks, along)
    }
    await group.record(write, callbackOf(0))
    batches.splice(0)
    const subjects = async () => {
      const { results } = await world.context.database
        .prepare('SELECT subject FROM alerts ORDER BY subject')
        .all()
      return results.map(({ subject }) => subject)
    }
    return { world, group, write, batches, subjects }
  }

  it('runs behind them in the same batch, and is told its results', async () => {
    const { group, write, batches, subjects } = await arriving()

    const wentAlong = group.goAlong(() => raise('one'))
    const second = group.goAlong(() => raise('two'))
    expect(await group.record(write, callbackOf(1))).toBe('orphan')
    expect(await group.record(write, callbackOf(2))).toBe('orphan')

    expect(await wentAlong).toEqual([
      { changes: 1, rows: [] },
      { changes: 0, rows: [{ recorded: 2 }] },
    ])
    expect((await second)?.at(-1)?.rows).toEqual([{ recorded: 3 }])
    expect(batches).toEqual([
      { callbacks: 1, statements: 2 },
      { callbacks: 1, statements: 2 },
    ])
    expect(await subjects()).toEqual(['one', 'two'])
  })

  it('fails no callback when the database refuses it, and has not run then', async () => {
    const { group, write, batches, subjects } = await arriving()

    const wentAlong = group.goAlong(() => [...raise('one'), ...refused])
    const recorded = await Promise.all(
      [1, 2].map((number) => group.record(write, callbackOf(number))),
    )

    expect(recorded).toEqual(['orphan', 'orphan'])
    expect(await wentAlong).toBeUndefined()
    expect(await subjects()).toEqual([])
    expect(batches).toEqual([
      { callbacks: 1, statements: 3 },
      { callbacks: 1, statements: 0 },
      { callbacks: 1, statements: 0 },
    ])
  })

  it('has not run when the database refuses a callback, which alone fails', async () => {
    const { group, write, subjects } = await arriving()
    const tooLarge = { ...callbackOf(1), unsignedFields: { extra_data: 'x'.repeat(3_000_000) } }

    const wentAlong = group.goAlong(() => raise('one'))
    const [failed, recorded] = await Promise.allSettled([
      group.record(write, tooLarge),
      group.record(write, callbackOf(2)),
    ])

    expect([failed?.status, recorded]).toEqual([
      'rejected',
      { status: 'fulfilled', value: 'orphan' },
    ])
    expect(await wentAlong).toBeUndefined()
    expect(await subjects()).toEqual([])
  })

  it('is told when nobody knows what became of it, and the callback is written again', async () => {
    const { group, write, subjects } = await arriving()
    const losing: WriteCallbacks = async (callbacks, along) => {
      if (along === undefined) return write(callbacks)
      // The answer is lost, and nothing is told.
      await write(callbacks, { ...along, tell: () => {} })
      throw new Error('D1_ERROR: Network connection lost.')
    }

    const wentAlong = group.goAlong(() => raise('one'))
    const told = expect(wentAlong).rejects.toThrow('connection lost')

    expect(await group.record(losing, callbackOf(1))).toBe('duplicate')
    await told
    expect(await subjects()).toEqual(['one'])
  })

  it('does not wait when no callbacks arrive, and for ten milliseconds when they do', async () => {
    vi.useFakeTimers()
    const group = createCallbackGroup(systemClock)
    const asked: string[] = []
    const ask = () => {
      asked.push('asked')
      return []
    }
    expect(await group.goAlong(ask)).toBeUndefined()

    await group.record(async () => ['recorded'], callbackOf(1))
    const wentAlong = group.goAlong(ask)
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(10)
    expect(await wentAlong).toBeUndefined()
    await group.record(async () => ['recorded'], callbackOf(2))

    expect(asked).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('waits for no request that was cut off for longer than ten seconds', async () => {
    vi.useFakeTimers()
    const group = createCallbackGroup(systemClock)
    await group.record(async () => ['recorded'], callbackOf(1))

    const wentAlong = group.goAlong(() => [])
    const told = expect(wentAlong).rejects.toThrow('cut off')
    void group.record(() => new Promise(() => {}), callbackOf(2))
    await vi.advanceTimersByTimeAsync(10_000)

    await told
    expect(vi.getTimerCount()).toBe(0)
  })
})
