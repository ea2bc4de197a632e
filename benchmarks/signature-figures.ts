import { join } from 'node:path'
import { Miniflare } from 'miniflare'
import { bundleWorker } from '@merchant-edge/tools/bundle-worker'
import type { Figure } from './figure.ts'
import { pairedRounds, type PairedResult, type Work } from './paired-rounds.ts'
import { signatureWork } from './workers/signature-work.ts'

const goals = { sign: 0.95, verify: 0.85 } as const
const titles = {
  sign: 'sign a request / bare subtle.sign',
  verify: 'verify a callback from its raw URL / bare subtle.verify',
} as const

function figure(kind: 'sign' | 'verify', runtime: string, result: PairedResult): Figure {
  return { name: titles[kind], where: runtime, ...result, goal: goals[kind], unit: 'a second' }
}

async function onNode(rounds: number): Promise<Figure[]> {
  const work = await signatureWork()
  const sign = await pairedRounds(work.sign, { times: 1_200, rounds })
  const verify = await pairedRounds(work.verify, { times: 4_000, rounds })
  return [figure('sign', 'Node', sign), figure('verify', 'Node', verify)]
}

async function inWorkerd(rounds: number): Promise<Figure[]> {
  const modules = await bundleWorker(join(import.meta.dirname, 'workers/signature-worker.ts'))
  const miniflare = new Miniflare({
    modules: [...modules],
    compatibilityDate: '2026-07-30',
    cf: false,
  })
  const address = await miniflare.ready
  const ask =
    (path: string): Work =>
    async (times) => {
      const response = await fetch(new URL(`${path}?times=${times}`, address))
      if ((await response.text()) !== 'done') throw new Error(`${path} failed in workerd`)
    }
  try {
    const sign = await pairedRounds(
      { ours: ask('/sign/ours'), floor: ask('/sign/floor') },
      { times: 400, rounds },
    )
    const verify = await pairedRounds(
      { ours: ask('/verify/ours'), floor: ask('/verify/floor') },
      { times: 8_000, rounds },
    )
    return [figure('sign', 'workerd', sign), figure('verify', 'workerd', verify)]
  } finally {
    await miniflare.dispose()
  }
}

/** The overhead of signing and verifying over the bare WebCrypto call, on Node and in workerd. */
export async function signatureFigures(rounds: number): Promise<Figure[]> {
  return [...(await onNode(rounds)), ...(await inWorkerd(rounds))]
}
