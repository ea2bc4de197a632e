import { join } from 'node:path'
import { signedCallbackUrl } from '@merchant-edge/callback/testing'
import { callbackToken } from '@merchant-edge/orders/callbacks'
import { generateKeyPair, importPrivateKey } from '@merchant-edge/signing'
import { applyMigrations } from '@merchant-edge/tools/apply-migrations'
import { bundleWorker } from '@merchant-edge/tools/bundle-worker'
import { Miniflare, type WorkerOptions } from 'miniflare'
import type { Figure } from './figure.ts'
import { medianRound, roundRates, type RoundRates, type Work } from './paired-rounds.ts'

const repository = join(import.meta.dirname, '..')
const callbacksPerRound = 400
const warmUpRounds = 3
const concurrency = 50
/** One start of workerd favours one of the two by some percent, however many rounds it runs. */
const starts = 3
const amountVnd = 10_000
const callbackSecret = 'benchmark-callback-secret'

const fillTables = [
  `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
   INSERT INTO orders (id, state, amount_vnd, description, created_at_ms, expires_at_ms)
   SELECT 'B-' || i, 'created', ${amountVnd}, '', 0, 9007199254740991 FROM n`,
  `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
   INSERT INTO attempts (reference, order_id, method, state, created_at_ms, lease_until_ms,
     expires_at_ms, service_order_id)
   SELECT 'bench-' || i, 'B-' || i, 'web-payment', 'created', 0, 0, 9007199254740991,
     '20260101T' || i FROM n`,
]

async function workers(publicKeyPem: string): Promise<WorkerOptions[]> {
  const code = async (path: string) => [
    { type: 'ESModule' as const, ...(await bundleWorker(join(repository, path))) },
  ]
  const pair = await generateKeyPair()
  const common = { compatibilityDate: '2026-07-30' }
  return [
    {
      ...common,
      name: 'ipn',
      modules: await code('workers/ipn/src/index.ts'),
      serviceBindings: { ORDERS: { name: 'orders', entrypoint: 'Orders' } },
      bindings: {
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
      bindings: {
        SERVICE_URL: 'http://localhost:9',
        IPN_URL: 'http://localhost:9',
        CHECKOUT_URL: 'http://localhost:9',
        WEBHOOK_URL: 'http://localhost:9/webhooks',
        RETURN_ORIGINS: 'http://localhost:9',
        KEY_CODE: 'benchmark',
        STORE_CODE: 'STORE',
        POS_CODE: 'POS',
        MERCHANT_PRIVATE_KEY: pair.privateKeyPem,
        CALLBACK_SECRET: callbackSecret,
        WEBHOOK_SECRET: `whsec_${btoa('benchmark-webhook-secret')}`,
      },
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

async function signedUrls(privateKeyPem: string, count: number): Promise<string[]> {
  const privateKey = await importPrivateKey(privateKeyPem)
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const reference = `bench-${index}`
      const token = await callbackToken(callbackSecret, { reference, amountVnd })
      return signedCallbackUrl({
        url: `http://host.test/ipn/${reference}/${token}`,
        privateKey,
        signed: {
          pay_status: 'SUCCESS',
          transaction_id: `TX-${index}`,
          order_id: `20260101T${index}`,
        },
        unsignedFields: {
          vnd_amount: String(amountVnd),
          point_amount: '0',
          user_id: '84900000123',
        },
      })
    }),
  )
}

/** Sends the next callbacks of the list, so many at a time; each must be answered 200. */
function sending(origin: URL, urls: readonly string[]): Work {
  let next = 0
  return async (times) => {
    const end = next + times
    async function sendNext(): Promise<void> {
      for (let index = next++; index < end; index = next++) {
        const { pathname, search } = new URL(urls[index] ?? '')
        const response = await fetch(new URL(pathname + search, origin))
        const body = await response.text()
        if (response.status !== 200) throw new Error(`answered ${response.status}: ${body}`)
      }
    }
    await Promise.all(Array.from({ length: concurrency }, sendNext))
    next = end
  }
}

/** The rates of one start of workerd, with databases of its own. */
async function ratesOfOneStart(rounds: number): Promise<RoundRates> {
  const pair = await generateKeyPair()
  const miniflare = new Miniflare({
    host: '127.0.0.1',
    cf: false,
    workers: await workers(pair.publicKeyPem),
  })
  try {
    await miniflare.ready
    const count = callbacksPerRound * (warmUpRounds + rounds)
    for (const name of ['orders', 'bare']) {
      const database = await miniflare.getD1Database('DB', name)
      await applyMigrations(database, join(repository, 'packages/orders/migrations'))
      for (const statement of fillTables) await database.prepare(statement).bind(count).run()
    }
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

/** How many callbacks the IPN Worker makes durable, against a bare Worker with the same batch. */
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
