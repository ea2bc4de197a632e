import { describe, expect, it } from 'vitest'
import type { Clock } from './clock.ts'
import { createDeadline, systemClock } from './clock.ts'
import { checkRetry, createRetryCounter } from './retry.ts'

/** A clock that never waits, and notes how long it should have. */
function notingClock(random = 0): Clock & { readonly waits: number[] } {
  const waits: number[] = []
  return {
    waits,
    now: () => 0,
    sleep: async (milliseconds) => void waits.push(milliseconds),
    random: () => random,
  }
}

describe('a retry counter', () => {
  it('doubles the wait up to ten seconds, and gives up after the given number of failures in a row', async () => {
    const clock = notingClock()
    const retries = createRetryCounter(
      { attempts: 8, firstDelayMs: 250 },
      { clock, signal: undefined },
    )

    const goesOn: boolean[] = []
    for (let failure = 0; failure < 8; failure += 1) goesOn.push(await retries.waitAfterFailure(0))

    expect(goesOn).toEqual([true, true, true, true, true, true, true, false])
    expect(clock.waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000])
  })

  it('shortens the wait at random by at most a half', async () => {
    const clock = notingClock(0.5)

    await createRetryCounter({}, { clock, signal: undefined }).waitAfterFailure(0)

    expect(clock.waits).toEqual([187.5])
  })

  it('starts again after progress', async () => {
    const clock = notingClock()
    const retries = createRetryCounter({ attempts: 2 }, { clock, signal: undefined })

    const goesOn = [
      await retries.waitAfterFailure(0),
      await retries.waitAfterFailure(10),
      await retries.waitAfterFailure(10),
    ]

    expect(goesOn).toEqual([true, true, false])
  })

  it('throws the reason of a signal that aborts during the wait', async () => {
    const stop = new AbortController()
    const retries = createRetryCounter(
      { firstDelayMs: 60_000 },
      { clock: systemClock, signal: stop.signal },
    )

    const waiting = retries.waitAfterFailure(0)
    stop.abort(new Error('the shop is closed'))

    await expect(waiting).rejects.toThrow('the shop is closed')
  })
})

describe('a deadline', () => {
  it('aborts when its time is over by the injected clock', async () => {
    let pass = (): void => undefined
    const clock: Clock = {
      ...notingClock(),
      sleep: () => new Promise((resolve) => (pass = resolve)),
    }
    const deadline = createDeadline(clock, 5000)
    const before = deadline.signal.aborted

    pass()
    await Promise.resolve()

    expect([before, deadline.signal.aborted]).toEqual([false, true])
  })

  it('does not abort once it is cleared', async () => {
    const deadline = createDeadline(systemClock, 1)

    deadline.clear()
    await systemClock.sleep(5)

    expect(deadline.signal.aborted).toBe(false)
  })
})

describe('checkRetry', () => {
  it.each([
    { attempts: Number.NaN },
    { attempts: 0 },
    { firstDelayMs: Number.NaN },
    { firstDelayMs: Infinity },
  ])('refuses %o, which would retry without end or without a pause', (options) => {
    expect(() => checkRetry(options)).toThrow(expect.objectContaining({ code: 'ERR_OPTIONS' }))
  })

  it.each([{}, { attempts: 1, firstDelayMs: 0 }])('accepts %o', (options) => {
    expect(() => checkRetry(options)).not.toThrow()
  })
})
