import { join } from 'node:path'
import { generateKeyPair } from '@merchant-edge/signing'
import { bundleWorker } from '@merchant-edge/tools/bundle-worker'
import { Miniflare, type WorkerOptions } from 'miniflare'
import {
  callbackSecret,
  fillDatabase,
  ordersBindings,
  sending,
  signedUrls,
} from './callback-load.ts'
import type { Figure } from './figure.ts'
import { medianRound, roundRates, type Rounds } from './paired-rounds.ts'

const repository = join(import.meta.dirname, '..')
const callbacksPerRound = 400
const warmUpRounds = 3
/** Number of starts of workerd: each start favours one of the two by some percent, independent of the number of rounds. */
const starts = 3

async function workers(publicKeyPem: string): Promise<WorkerOptions[]> {
  const code = async (path: string) => [...(await bundleWorker(join(repository, path)))]
  const pair = await generateKeyPair()
  const common = { compatibilityDate: '2026-07-30' }
  return [
    {
      ...common,
      name: 'ipn',
      modules: await code('workers/ipn/src/index.ts'),
      serviceBindings: { CALLBACKS: { name: 'orders', entrypoint: 'Callbacks' } },
      bindings: {
        ENVIRONMENT: 'local',
        CALLBACK_KEYS: JSON.stringify([{ id: 'one', pem: publicKeyPem }]),
        CALLBACK_SECRET: callbackSecret,
      },
      unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
    },
    {
      ...common,
      name: 'orders',
      modules: await code('workers/orders/src/index.ts'),
      d1Databases: { DB: 'ours' },
      queueProducers: { OUTBOX_QUEUE: 'nobody-reads-this-queue' },
      bindings: ordersBindings('http://localhost:9', pair.privateKeyPem),
    },
    {
      ...common,
      name: 'bare',
      modules: await code('benchmarks/workers/bare-batch-worker.ts'),
      d1Databases: { DB: 'floor' },
      unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
    },
  ]
}

/** The rates of one start of workerd, with new databases. */
async function ratesOfOneStart(rounds: number): Promise<Rounds> {
  const pair = await generateKeyPair()
  const miniflare = new Miniflare({
    host: '127.0.0.1',
    cf: false,
    workers: await workers(pair.publicKeyPem),
  })
  try {
    await miniflare.ready
    const count = callbacksPerRound * (warmUpRounds + rounds)
    for (const name of ['orders', 'bare']) await fillDatabase(miniflare, name, count)
    const urls = await signedUrls(pair.privateKeyPem, count)
    return await roundRates(
      {
        ours: sending(await miniflare.unsafeGetDirectURL('ipn'), urls),
        floor: sending(await miniflare.unsafeGetDirectURL('bare'), urls),
      },
      { times: callbacksPerRound, rounds, warmUpRounds },
    )
  } finally {
    await miniflare.dispose()
  }
}

/** The rate at which the IPN Worker stores callbacks, compared with a bare Worker that writes the same batch. */
export async function ipnFigures(rounds: number): Promise<Figure[]> {
  const ours: number[] = []
  const floor: number[] = []
  for (let start = 0; start < starts; start += 1) {
    const rates = await ratesOfOneStart(Math.ceil(rounds / starts))
    ours.push(...rates.ours)
    floor.push(...rates.floor)
  }
  return [
    {
      name: 'IPN Worker, durable answer / bare Worker with the same batch',
      where: 'workerd, D1',
      ...medianRound({ ours, floor }),
      goal: 0.85,
      unit: 'a second',
    },
  ]
}
