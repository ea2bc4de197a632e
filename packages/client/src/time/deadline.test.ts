import { describe, expect, it } from 'vitest'
import { orAborted, sleep, startDeadline, type Clock } from './deadline.ts'

const clock: Clock = { now: () => Date.now(), sleep }

describe('a deadline', () => {
  it('aborts when its time is over, and sets timedOut', async () => {
    const deadline = startDeadline(clock, 20)

    await sleep(200, deadline.signal).catch(() => undefined)

    expect(deadline.signal.aborted).toBe(true)
    expect(deadline.timedOut).toBe(true)
  })

  it('aborts with its parent, for the same reason, without timedOut', () => {
    const parent = new AbortController()
    const deadline = startDeadline(clock, 1000, parent.signal)

    parent.abort('customer left')

    expect(deadline.signal.reason).toBe('customer left')
    expect(deadline.timedOut).toBe(false)
    deadline.dispose()
  })

  it('does not set timedOut when its parent aborted first', async () => {
    const deadline = startDeadline(clock, 10, AbortSignal.abort('customer left'))

    await sleep(40, new AbortController().signal)

    expect(deadline.timedOut).toBe(false)
    expect(deadline.signal.reason).toBe('customer left')
  })

  it('is over from the start when its parent has aborted', () => {
    const deadline = startDeadline(clock, 1000, AbortSignal.abort('too late'))

    expect(deadline.signal.reason).toBe('too late')
    deadline.dispose()
  })

  it('does not abort after it was disposed of', async () => {
    const parent = new AbortController()
    const deadline = startDeadline(clock, 10, parent.signal)
    deadline.dispose()

    parent.abort()
    await sleep(40, new AbortController().signal)

    expect(deadline.signal.aborted).toBe(false)
    expect(deadline.timedOut).toBe(false)
  })
})

describe('work that races with a deadline', () => {
  it('ends with its own result, or with the reason of the deadline', async () => {
    const parent = new AbortController()
    const deadline = startDeadline(clock, 1000, parent.signal)

    expect(await deadline.race(Promise.resolve(7))).toBe(7)
    const waiting = deadline.race(new Promise(() => undefined))
    parent.abort('customer left')

    await expect(waiting).rejects.toBe('customer left')
    await expect(deadline.race(new Promise(() => undefined))).rejects.toBe('customer left')
    deadline.dispose()
  })

  it('fails at once when no time is left', async () => {
    const deadline = startDeadline(clock, 0)

    expect(deadline.timedOut).toBe(true)
    await expect(deadline.race(new Promise(() => undefined))).rejects.toThrow('No end within 0 ms')
    deadline.dispose()
  })
})

describe('orAborted', () => {
  it('returns the result of the work', async () => {
    const { signal } = new AbortController()

    expect(await orAborted(Promise.resolve(7), signal)).toBe(7)
    await expect(orAborted(Promise.reject(new Error('broken')), signal)).rejects.toThrow('broken')
  })

  it('rejects with the reason of the signal while the work goes on', async () => {
    const controller = new AbortController()
    const waiting = orAborted(new Promise(() => undefined), controller.signal)

    controller.abort(new Error('enough'))

    await expect(waiting).rejects.toThrow('enough')
  })

  it('ignores a rejection of the work after the end', async () => {
    const controller = new AbortController()
    let fail = (_reason: Error): void => undefined
    const work = new Promise((_resolve, reject) => {
      fail = reject
    })
    const waiting = orAborted(work, controller.signal)
    controller.abort(new Error('enough'))
    await waiting.catch(() => undefined)

    // An unhandled rejection would fail the run.
    fail(new Error('late'))
    await sleep(5, new AbortController().signal)
  })
})
