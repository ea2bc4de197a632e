import { refundOrder } from '@merchant-edge/contract'
import { examples } from '@merchant-edge/contract/examples'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { merchant } from '../../test/merchant.ts'
import { breaks, hangs, scriptedPeer } from '../../test/scripted-peer.ts'
import { call } from '../call.ts'
import { createClient, type ClientOptions } from '../client.ts'
import { NetworkError, TimeoutError } from '../answer/wallet-error.ts'

let signaturesUnderWay = 0

// Signing is real work on other threads, however long it takes: simulated time stands still meanwhile.
beforeEach(() => {
  const sign = crypto.subtle.sign.bind(crypto.subtle)
  vi.spyOn(crypto.subtle, 'sign').mockImplementation(async (...parameters) => {
    signaturesUnderWay += 1
    try {
      return await sign(...parameters)
    } finally {
      signaturesUnderWay -= 1
    }
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** Time that passes only when everybody sleeps: the earliest sleeper is woken first. */
function simulatedTime() {
  let nowMs = Date.UTC(2026, 0, 1)
  const startedMs = nowMs
  const sleepers = new Map<() => void, number>()
  const slept: number[] = []
  const options = {
    now: () => nowMs,
    sleep(ms, signal) {
      slept.push(ms)
      return new Promise((resolve, reject) => {
        sleepers.set(resolve, nowMs + ms)
        signal?.addEventListener('abort', () => {
          sleepers.delete(resolve)
          reject(signal.reason)
        })
      })
    },
    random: () => 0.5,
  } satisfies Pick<ClientOptions, 'now' | 'sleep' | 'random'>
  async function runUntil(work: Promise<unknown>): Promise<void> {
    const ended = work.then(
      () => true,
      () => true,
    )
    const turn = () => new Promise<false>((resolve) => setTimeout(() => resolve(false), 5))
    while (!(await Promise.race([ended, turn()]))) {
      if (signaturesUnderWay > 0) continue
      const [wake, atMs] = [...sleepers].sort(([, a], [, b]) => a - b)[0] ?? []
      if (wake === undefined || atMs === undefined) continue
      sleepers.delete(wake)
      nowMs = Math.max(nowMs, atMs)
      wake()
    }
  }
  return { options, slept, runUntil, passedMs: () => nowMs - startedMs }
}

it('uses the injected clock for every wait and deadline', async () => {
  const time = simulatedTime()
  const peer = scriptedPeer(hangs, hangs, hangs)
  const client = createClient(
    await merchant({ ...time.options, fetch: peer.fetch, timeoutMs: 3_600_000 }),
  )

  const work = call(client, refundOrder, examples.refundOrder)
  await time.runUntil(work)

  await expect(work).rejects.toThrow(TimeoutError)
  expect(time.passedMs()).toBe(3_600_000)
  expect(peer.requests).toHaveLength(2)
})

it('uses the injected random numbers for the jitter', async () => {
  const time = simulatedTime()
  const peer = scriptedPeer(breaks, breaks, breaks)
  const client = createClient(await merchant({ ...time.options, fetch: peer.fetch }))

  const work = call(client, refundOrder, examples.refundOrder)
  await time.runUntil(work)

  await expect(work).rejects.toThrow(NetworkError)
  expect(time.slept).toEqual([5_000, 150, 5_000, 300, 5_000])
})
