import { join } from 'node:path'
import { generateKeyPair } from '@merchant-edge/signing'
import { bundleWorker } from '@merchant-edge/tools/bundle-worker'
import { ordersQueueConsumer } from '@merchant-edge/tools/orders-queue'
import { Miniflare, type WorkerOptions } from 'miniflare'
import {
  callbackSecret,
  fillDatabase,
  ordersBindings,
  sendCallback,
  sending,
  signedUrls,
} from './callback-load.ts'
import type { Figure } from './figure.ts'
import {
  inTurn,
  meanRound,
  median,
  medianRound,
  roundRates,
  type Rounds,
  type Work,
} from './paired-rounds.ts'
import { startPaymentPeer, type PaymentPeer } from './payment-peer.ts'

const repository = join(import.meta.dirname, '..')
const ordersPerRound = 200
const warmUpRounds = 2
/** Number of callbacks in a round that times the recording. */
const timedPerRound = 200
/** Rounds that time the recording, for each other round: the longest times vary more than the rates. */
const timedRounds = 2
const timedWarmUpRounds = 1
const starts = 3

/** Workers that record callbacks: the ipn Worker and its own orders Worker. */
async function house(
  name: string,
  more: { readonly publicKeyPem: string; readonly orders: Partial<WorkerOptions> },
): Promise<WorkerOptions[]> {
  const code = async (path: string) => [...(await bundleWorker(join(repository, path)))]
  const compatibilityDate = '2026-07-30'
  return [
    {
      compatibilityDate,
      name: `ipn-${name}`,
      modules: await code('workers/ipn/src/index.ts'),
      serviceBindings: { CALLBACKS: { name, entrypoint: 'Callbacks' } },
      bindings: {
        ENVIRONMENT: 'local',
        CALLBACK_KEYS: JSON.stringify([{ id: 'one', pem: more.publicKeyPem }]),
        CALLBACK_SECRET: callbackSecret,
      },
      unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
    },
    {
      compatibilityDate,
      name,
      modules: await code('workers/orders/src/index.ts'),
      d1Databases: { DB: name },
      ...more.orders,
    },
  ]
}

/** The orders Worker with its queue, and its floor. */
async function workers(publicKeyPem: string, peer: PaymentPeer): Promise<WorkerOptions[]> {
  const { privateKeyPem } = await generateKeyPair()
  return [
    ...(await house('orders', {
      publicKeyPem,
      orders: {
        bindings: ordersBindings(peer.url, privateKeyPem),
        queueProducers: { OUTBOX_QUEUE: 'orders' },
        queueConsumers: { orders: ordersQueueConsumer() },
      },
    })),
    {
      compatibilityDate: '2026-07-30',
      name: 'bare',
      modules: [
        ...(await bundleWorker(join(repository, 'benchmarks/workers/bare-payment-worker.ts'))),
      ],
      d1Databases: { DB: 'bare' },
      bindings: { SERVICE_URL: peer.url, MERCHANT_PRIVATE_KEY: privateKeyPem },
      unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
    },
  ]
}

/** Workers that only record callbacks. */
async function workersAlone(publicKeyPem: string, peer: PaymentPeer): Promise<WorkerOptions[]> {
  const { privateKeyPem } = await generateKeyPair()
  return house('recording', {
    publicKeyPem,
    orders: {
      bindings: ordersBindings(peer.url, privateKeyPem),
      queueProducers: { OUTBOX_QUEUE: 'nobody-reads-this-queue' },
    },
  })
}

function startWorkerd(workersOfOne: WorkerOptions[]): Miniflare {
  return new Miniflare({ host: '127.0.0.1', cf: false, workers: workersOfOne })
}

/** The time until the answer of each callback, sent at a fixed rate, in microseconds. */
async function recordingTimes(
  origin: URL,
  urls: readonly string[],
  perSecond: number,
): Promise<number[]> {
  const started = performance.now()
  return Promise.all(
    urls.map(async (url, index) => {
      const dueMs = started + (index * 1000) / perSecond
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - performance.now())))
      // No callback waits for the answer of another, so that a delay of the sender does not hide a delay of the Worker.
      const sentMs = performance.now()
      await sendCallback(origin, url)
      return (performance.now() - sentMs) * 1000
    }),
  )
}

function percentile99(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? Number.NaN
}

interface StartResult {
  readonly rates: Rounds
  /** 99th percentiles, in microseconds. */
  readonly times: Rounds
}

/**
 * Starts workerd with new databases, and a second workerd only for recording, so that garbage of the other Workers' databases
 * and queues does not affect it.
 */
async function measureOneStart(rounds: number): Promise<StartResult> {
  const pair = await generateKeyPair()
  const peer = await startPaymentPeer()
  const beside = startWorkerd(await workers(pair.publicKeyPem, peer))
  const alone = startWorkerd(await workersAlone(pair.publicKeyPem, peer))
  try {
    await Promise.all([beside.ready, alone.ready])
    const ordersCount = ordersPerRound * (warmUpRounds + rounds)
    const timed = { rounds: rounds * timedRounds, warmUpRounds: timedWarmUpRounds }
    const count = ordersCount + timedPerRound * (timed.rounds + timed.warmUpRounds)
    for (const name of ['orders', 'bare']) await fillDatabase(beside, name, count)
    await fillDatabase(alone, 'recording', count)
    const urls = await signedUrls(pair.privateKeyPem, count)
    const ourOrigin = await beside.unsafeGetDirectURL('ipn-orders')
    const send = sending(ourOrigin, urls)
    const sendBare = sending(await beside.unsafeGetDirectURL('bare'), urls)
    const whole =
      (work: Work): Work =>
      async (times) => {
        const delivered = peer.delivered(times)
        await Promise.all([work(times), delivered])
      }
    const rates = await roundRates(
      { ours: whole(send), floor: whole(sendBare) },
      { times: ordersPerRound, rounds, warmUpRounds },
    )
    const aloneOrigin = await alone.unsafeGetDirectURL('ipn-recording')
    await sending(aloneOrigin, urls)(ordersPerRound)
    const perSecond = median(rates.ours) / 2
    const timing = (origin: URL) => {
      let from = ordersCount
      return async () => {
        const part = urls.slice(from, (from += timedPerRound))
        return percentile99(await recordingTimes(origin, part, perSecond))
      }
    }
    const timeBeside = timing(ourOrigin)
    const times = await inTurn(
      {
        async ours() {
          const delivered = peer.delivered(timedPerRound)
          const time = await timeBeside()
          await delivered
          return time
        },
        floor: timing(aloneOrigin),
      },
      timed,
    )
    return { rates, times }
  } finally {
    await Promise.all([beside.dispose(), alone.dispose()])
    await peer.close()
  }
}

/**
 * The rate of orders from their callback to their delivered webhook, compared with the bare steps, and the effect of this
 * load on the recording of callbacks.
 */
export async function paymentFigures(rounds: number): Promise<Figure[]> {
  const results: StartResult[] = []
  for (let start = 0; start < starts; start += 1) {
    results.push(await measureOneStart(Math.ceil(rounds / starts)))
  }
  const all = (of: 'rates' | 'times') => ({
    ours: results.flatMap((result) => result[of].ours),
    floor: results.flatMap((result) => result[of].floor),
  })
  return [
    {
      name: 'order, from callback to delivered webhook / signed query, batch and signed POST',
      where: 'workerd, D1',
      ...medianRound(all('rates')),
      goal: 0.6,
      unit: 'a second',
    },
    {
      name: 'recording of callbacks at half of that rate, 99th percentile / recording alone',
      where: 'workerd, D1',
      ...meanRound(all('times')),
      goal: 1.5,
      unit: 'µs',
    },
  ]
}
