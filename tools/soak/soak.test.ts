import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { runSoak } from './run-soak.ts'

// Goal: no failure of the service, the network or the machine makes the merchant's books untrue. Method: `npm run soak` for
// a few seconds: real Workers, real queues, kill -9 of all of them, and the sandbox's own ledger as the oracle.

it('keeps the books of a house true whose service fails and that is killed', async () => {
  const state = await mkdtemp(join(tmpdir(), 'merchant-edge-soak-'))
  onTestFinished(() => rm(state, { recursive: true, force: true }))
  const progress: string[] = []

  const result = await runSoak({
    state,
    seconds: 15,
    seed: Date.now() % 2 ** 31,
    customers: 3,
    killEvery: 5,
    say: (line) => progress.push(line),
  }).catch(async (cause: unknown) => {
    const log = await readFile(join(state, 'house.log'), 'utf8').catch(() => '')
    throw new Error([...progress, log.slice(-4_000), String(cause)].join('\n'), { cause })
  })

  const shown = [...progress, ...result.trails].join('\n')
  expect([result.untrue, result.open], shown).toEqual([[], []])
  expect(result.kills).toBeGreaterThan(0)
  expect(Object.keys(result.states)).toContain('order paid')
}, 600_000)
