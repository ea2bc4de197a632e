import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { World } from '../../test/world.ts'
import { systemClock } from '../clock.ts'
import {
  recordCallbacks,
  type CallbackRecord,
  type RecordOutcome,
  type WriteCallbacks,
} from './index.ts'
import { createCallbackGroup, maxGroupSize } from './callback-group.ts'

afterEach(() => {
  vi.useRealTimers()
})

function callbackOf(number: number): CallbackRecord {
  const order_id = `20260101T${number}`
  const signed = { pay_status: 'SUCCESS', transaction_id: `TX-${number}`, order_id }
  return { signed, unsignedFields: {}, keyId: 'k1' }
}

const callbacksOf = (count: number) =>
  Array.from({ length: count }, (_, index) => callbackOf(index))

/** Writes to the database of a world, and notes how many were written together. */
function writingTo(world: World, batches: number[]): WriteCallbacks {
  return (callbacks) => {
    batches.push(callbacks.length)
    return recordCallbacks(world.context, callbacks)
  }
}

/** A write that is answered when the test says so. */
function heldWrite() {
  const answers: ((outcomes: readonly RecordOutcome[] | Error) => void)[] = []
  const groups: string[][] = []
  const write: WriteCallbacks = (callbacks) => {
    groups.push(callbacks.map(({ signed }) => signed.transaction_id))
    return new Promise((resolve, reject) => {
      answers.push((answer) => (answer instanceof Error ? reject(answer) : resolve([...answer])))
    })
  }
  return { write, answers, groups }
}

describe('a callback group', () => {
  it('stores a burst in few batches, each callback once', async () => {
    const world = new World()
    const batches: number[] = []
    const group = createCallbackGroup(systemClock)
    const write = writingTo(world, batches)
    const callbacks = callbacksOf(40)

    const outcomes = await Promise.all(callbacks.map((callback) => group.record(write, callback)))

    expect(outcomes).toEqual(callbacks.map(() => 'orphan'))
    expect(batches).toEqual([1, maxGroupSize, maxGroupSize, 7])
    const { results } = await env.DB.prepare(
      `SELECT count(*) AS rows, count(DISTINCT dedupe) AS keys FROM journal`,
    ).all()
    expect(results).toEqual([{ rows: 40, keys: 40 }])
  })

  it('returns to each request the outcome of its own callback', async () => {
    const world = new World()
    const id = await world.openAndStart()
    const group = createCallbackGroup(systemClock)
    const write = writingTo(world, [])
    const paid = world.service.pay(world.service.newest)

    const outcomes = await Promise.all(
      [callbackOf(1), paid, paid, callbackOf(1), callbackOf(2)].map((callback) =>
        group.record(write, callback),
      ),
    )

    expect(outcomes).toEqual(['orphan', 'recorded', 'duplicate', 'duplicate', 'orphan'])
    expect((await world.order(id)).order.state).toBe('paid_unverified')
  })

  it('writes a single callback without waiting', async () => {
    const { write, answers, groups } = heldWrite()
    const group = createCallbackGroup(systemClock)

    for (const number of [1, 2]) {
      const recorded = group.record(write, callbackOf(number))
      answers.at(-1)?.(['recorded'])
      expect(await recorded).toBe('recorded')
    }

    expect(groups).toEqual([['TX-1'], ['TX-2']])
  })

  it('writes each callback alone when the batch fails, so that one cannot fail the others', async () => {
    const group = createCallbackGroup(systemClock)
    const write: WriteCallbacks = async (callbacks) => {
      await scheduler.wait(5)
      if (callbacks.some(({ signed }) => signed.transaction_id === 'TX-2')) throw new Error('no')
      return callbacks.map(() => 'recorded')
    }

    const outcomes = await Promise.allSettled(
      callbacksOf(5).map((callback) => group.record(write, callback)),
    )

    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ])
  })

  it('lets the others of a failed batch write at once, and not only after their second', async () => {
    vi.useFakeTimers()
    const { write, answers, groups } = heldWrite()
    const group = createCallbackGroup(systemClock)
    const recorded = [0, 1, 2].map((number) => group.record(write, callbackOf(number)))
    answers[0]?.(['recorded'])
    await vi.advanceTimersByTimeAsync(0)

    answers[1]?.(new Error('D1_ERROR'))
    await vi.advanceTimersByTimeAsync(0)
    for (const answer of answers.slice(2)) answer(['recorded'])

    expect(await Promise.all(recorded)).toEqual(['recorded', 'recorded', 'recorded'])
    expect(groups.slice(0, 2)).toEqual([['TX-0'], ['TX-1', 'TX-2']])
    expect(groups.slice(2)).toEqual([['TX-1'], ['TX-2']])
  })

  it('leaves the batch to the request that took over from an overdue one', async () => {
    vi.useFakeTimers()
    const { write, answers, groups } = heldWrite()
    const group = createCallbackGroup(systemClock)
    const overdue = group.record(write, callbackOf(0))
    await vi.advanceTimersByTimeAsync(1_000)
    const next = group.record(write, callbackOf(1))
    const third = group.record(write, callbackOf(2))

    answers[0]?.(['recorded'])
    expect(await overdue).toBe('recorded')
    await vi.advanceTimersByTimeAsync(0)
    const whileLed = [...groups]
    answers[1]?.(['recorded'])
    await vi.advanceTimersByTimeAsync(0)
    answers[2]?.(['recorded'])

    expect(whileLed).toEqual([['TX-0'], ['TX-1']])
    expect(await Promise.all([next, third])).toEqual(['recorded', 'recorded'])
    expect(groups).toEqual([['TX-0'], ['TX-1'], ['TX-2']])
  })

  it('waits at most a second for a request that was cancelled while it wrote', async () => {
    vi.useFakeTimers()
    const { write, answers, groups } = heldWrite()
    const group = createCallbackGroup(systemClock)
    void group.record(write, callbackOf(0))

    const recorded = group.record(write, callbackOf(1))
    await vi.advanceTimersByTimeAsync(999)
    expect(groups).toEqual([['TX-0']])
    await vi.advanceTimersByTimeAsync(1)
    expect(groups).toEqual([['TX-0'], ['TX-1']])
    answers[1]?.(['recorded'])

    expect(await recorded).toBe('recorded')
    const next = group.record(write, callbackOf(2))
    answers[2]?.(['recorded'])
    expect(await next).toBe('recorded')
    expect(groups.at(-1)).toEqual(['TX-2'])
  })

  it('lets a callback that waits behind one whose second is over write as soon as the batch has ended', async () => {
    vi.useFakeTimers()
    const { write, answers, groups } = heldWrite()
    const group = createCallbackGroup(systemClock)
    const first = group.record(write, callbackOf(0))
    const second = group.record(write, callbackOf(1))
    await vi.advanceTimersByTimeAsync(500)
    const third = group.record(write, callbackOf(2))
    await vi.advanceTimersByTimeAsync(600)
    answers[0]?.(['recorded'])
    await vi.advanceTimersByTimeAsync(0)

    expect(groups).toEqual([['TX-0'], ['TX-1'], ['TX-2']])
    for (const answer of answers) answer(['recorded'])
    expect(await Promise.all([first, second, third])).toEqual(['recorded', 'recorded', 'recorded'])
  })

  it('continues when the request that should write next was cancelled', async () => {
    vi.useFakeTimers()
    const { write, answers, groups } = heldWrite()
    const never: WriteCallbacks = () => new Promise(() => {})
    const group = createCallbackGroup(systemClock)
    const first = group.record(write, callbackOf(0))
    void group.record(never, callbackOf(1))
    const third = group.record(write, callbackOf(2))

    answers[0]?.(['recorded'])
    expect(await first).toBe('recorded')
    // The second has taken the third with it into a batch that never ends.
    await vi.advanceTimersByTimeAsync(1_000)
    expect(groups).toEqual([['TX-0'], ['TX-2']])
    answers[1]?.(['recorded'])

    expect(await third).toBe('recorded')
  })

  it('throws the error of its own write, and throws when the write returns no outcome', async () => {
    const group = createCallbackGroup(systemClock)

    let writes = 0
    const failing = () => {
      writes += 1
      return Promise.reject(new Error('D1_ERROR'))
    }
    await expect(group.record(failing, callbackOf(1))).rejects.toThrow('D1_ERROR')
    expect(writes).toBe(1)
    await expect(group.record(async () => [], callbackOf(1))).rejects.toThrow('did not say')
  })

  it('writes a callback alone for which the batch has returned no outcome', async () => {
    const { write, answers, groups } = heldWrite()
    const group = createCallbackGroup(systemClock)
    const recorded = [0, 1, 2].map((number) => group.record(write, callbackOf(number)))
    answers[0]?.(['recorded'])
    await expect.poll(() => answers).toHaveLength(2)

    answers[1]?.(['recorded'])
    await expect.poll(() => answers).toHaveLength(3)
    answers[2]?.(['duplicate'])

    expect(await Promise.all(recorded)).toEqual(['recorded', 'recorded', 'duplicate'])
    expect(groups).toEqual([['TX-0'], ['TX-1', 'TX-2'], ['TX-2']])
  })

  it('resumes a piece of other work that waits, and none whose wait was over', async () => {
    vi.useFakeTimers()
    const { write, answers } = heldWrite()
    const group = createCallbackGroup(systemClock)
    const recorded = group.record(write, callbackOf(1))
    const seen: string[] = []
    void group.yieldToCallbacks().then(() => seen.push('first'))
    await vi.advanceTimersByTimeAsync(60)
    void group.yieldToCallbacks().then(() => seen.push('second'))
    await vi.advanceTimersByTimeAsync(60)
    const whileWritten = [...seen]

    answers[0]?.(['recorded'])
    await recorded
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()

    expect(whileWritten).toEqual(['first'])
    expect(seen).toEqual(['first', 'second'])
  })

  it('lets other work wait for the running batch only', async () => {
    vi.useFakeTimers()
    const { write, answers } = heldWrite()
    const group = createCallbackGroup(systemClock)
    const seen: string[] = []
    await group.yieldToCallbacks()

    const first = group.record(write, callbackOf(1))
    const second = group.record(write, callbackOf(2))
    const yielded = group.yieldToCallbacks().then(() => seen.push('yielded'))
    await vi.advanceTimersByTimeAsync(99)
    expect(seen).toEqual([])
    answers[0]?.(['recorded'])
    await yielded

    // The next batch of callbacks is under way now, and the other work had its turn.
    await vi.advanceTimersByTimeAsync(0)
    expect(answers).toHaveLength(2)
    answers[1]?.(['recorded'])
    expect(await Promise.all([first, second])).toEqual(['recorded', 'recorded'])
  })

  it('resumes other work one piece after another, and reports that it had to wait', async () => {
    vi.useFakeTimers()
    const { write, answers } = heldWrite()
    const group = createCallbackGroup(systemClock)
    const seen: string[] = []
    expect(await group.yieldToCallbacks()).toBe(false)
    const first = group.record(write, callbackOf(1))
    for (const name of ['a', 'b', 'c']) {
      void group.yieldToCallbacks().then((hadToWait) => seen.push(`${name} ${hadToWait}`))
    }

    answers[0]?.(['recorded'])
    await first
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
    expect(seen).toEqual(['a true'])
    const second = group.record(write, callbackOf(2))
    await vi.advanceTimersByTimeAsync(50)
    expect(seen).toEqual(['a true'])
    answers[1]?.(['recorded'])
    await second
    await vi.advanceTimersByTimeAsync(1)

    expect(seen).toEqual(['a true', 'b true', 'c true'])
  })

  it('delays each piece of other work by a turn of the event loop only while callbacks keep arriving', async () => {
    vi.useFakeTimers()
    const group = createCallbackGroup(systemClock)
    await group.record(async () => ['recorded'], callbackOf(1))
    const seen: boolean[] = []
    const yieldToCallbacks = async () => {
      seen.push(await group.yieldToCallbacks())
    }

    void yieldToCallbacks()
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
    expect(seen).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(seen).toEqual([false])

    await vi.advanceTimersByTimeAsync(48)
    void yieldToCallbacks()
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
    expect(seen).toEqual([false])
    await vi.advanceTimersByTimeAsync(1)
    expect(seen).toEqual([false, false])

    void yieldToCallbacks()
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
    expect(seen).toEqual([false, false, false])
  })

  it('spaces pieces of other work only while callbacks keep arriving, also after a batch', async () => {
    vi.useFakeTimers()
    const { write, answers } = heldWrite()
    const group = createCallbackGroup(systemClock)
    const seen: boolean[] = []
    const yieldToCallbacks = async () => {
      seen.push(await group.yieldToCallbacks(3))
    }
    const recorded = group.record(write, callbackOf(1))

    void yieldToCallbacks()
    answers[0]?.(['recorded'])
    await recorded
    await vi.advanceTimersByTimeAsync(2)
    expect(seen).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(seen).toEqual([false])

    await vi.advanceTimersByTimeAsync(50)
    void yieldToCallbacks()
    await vi.advanceTimersByTimeAsync(0)
    expect(seen).toEqual([false, false])
  })

  it('extends the wait of a piece by the delay of its timer, by 20 ms at most', async () => {
    let nowMs = 0
    const sleeps: number[] = []
    const ends: (() => void)[] = []
    const clock = {
      ...systemClock,
      now: () => nowMs,
      sleep(ms: number) {
        sleeps.push(ms)
        return new Promise<void>((resolve) => ends.push(resolve))
      },
    }
    const group = createCallbackGroup(clock)
    const lateBy = async (ms: number, spacingMs = 3) => {
      await group.record(async () => ['recorded'], callbackOf(1))
      const yielded = group.yieldToCallbacks(spacingMs)
      nowMs += spacingMs + ms
      ends.shift()?.()
      await Promise.resolve()
      ends.shift()?.()
      await yielded
      return sleeps.splice(0)
    }

    expect(await lateBy(0)).toEqual([3])
    expect(await lateBy(1)).toEqual([3])
    expect(await lateBy(2)).toEqual([3, 2])
    expect(await lateBy(12)).toEqual([3, 12])
    expect(await lateBy(40)).toEqual([3, 20])
    expect(await lateBy(12, 0)).toEqual([0])
  })

  it('leaves no timer behind', async () => {
    vi.useFakeTimers()
    const { write, answers } = heldWrite()
    const group = createCallbackGroup(systemClock)
    const first = group.record(write, callbackOf(1))
    const second = group.record(write, callbackOf(2))
    const yielded = group.yieldToCallbacks(3)
    await vi.advanceTimersByTimeAsync(3)
    const whileHeld = vi.getTimerCount()

    answers[0]?.(['recorded'])
    await vi.advanceTimersByTimeAsync(0)
    answers[1]?.(['recorded'])
    await Promise.all([first, second, yielded])

    expect([whileHeld, vi.getTimerCount()]).toEqual([2, 0])
  })

  it('lets other work wait for a tenth of a second at most', async () => {
    vi.useFakeTimers()
    const { write, answers } = heldWrite()
    const group = createCallbackGroup(systemClock)
    const recorded = group.record(write, callbackOf(1))

    const yielded = group.yieldToCallbacks()
    await vi.advanceTimersByTimeAsync(100)
    await yielded

    answers[0]?.(['recorded'])
    expect(await recorded).toBe('recorded')
  })
})
