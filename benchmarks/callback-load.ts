import { join } from 'node:path'
import { signedCallbackUrl } from '@merchant-edge/callback/testing'
import { callbackToken } from '@merchant-edge/orders/callbacks'
import { importPrivateKey } from '@merchant-edge/signing'
import { applyMigrations } from '@merchant-edge/tools/apply-migrations'
import type { Miniflare } from 'miniflare'
import type { Work } from './paired-rounds.ts'

/** Price of every order of the load. */
export const amountVnd = 10_000
/** Secret of the tokens in the paths of callbacks. */
export const callbackSecret = 'benchmark-callback-secret'

const migrations = join(import.meta.dirname, '../packages/orders/migrations')
const concurrency = 50

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

/** Creates the tables of a Worker's database, and orders that wait for their callbacks. */
export async function fillDatabase(
  miniflare: Miniflare,
  worker: string,
  count: number,
): Promise<void> {
  const database = await miniflare.getD1Database('DB', worker)
  await applyMigrations(database, migrations)
  for (const statement of fillTables) await database.prepare(statement).bind(count).run()
}

/** Settings of the orders Worker; the service and the shop are at `peerUrl`. */
export function ordersBindings(peerUrl: string, merchantPrivateKeyPem: string) {
  return {
    ENVIRONMENT: 'local',
    SERVICE_URL: peerUrl,
    IPN_URL: 'http://localhost:9',
    CHECKOUT_URL: 'http://localhost:9',
    WEBHOOK_URL: `${peerUrl}/webhooks`,
    RETURN_ORIGINS: 'http://localhost:9',
    STORE_CODE: 'STORE',
    POS_CODE: 'POS',
    MERCHANT_KEY: JSON.stringify({ keyCode: 'benchmark', privateKey: merchantPrivateKeyPem }),
    CALLBACK_SECRET: callbackSecret,
    WEBHOOK_SECRET: `whsec_${btoa('benchmark-webhook-secret')}`,
  }
}

/** Addresses of callbacks with signatures of the service, one for each order. */
export async function signedUrls(privateKeyPem: string, count: number): Promise<string[]> {
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

/** Sends one callback; the answer must be 200. */
export async function sendCallback(origin: URL, url: string | undefined): Promise<void> {
  const { pathname, search } = new URL(url ?? '')
  const response = await fetch(new URL(pathname + search, origin))
  const body = await response.text()
  if (response.status !== 200) throw new Error(`answered ${response.status}: ${body}`)
}

/** Sends the next callbacks of the list, this many concurrently. */
export function sending(origin: URL, urls: readonly string[]): Work {
  let next = 0
  return async (times) => {
    const end = next + times
    async function sendNext(): Promise<void> {
      for (let index = next++; index < end; index = next++) await sendCallback(origin, urls[index])
    }
    await Promise.all(Array.from({ length: concurrency }, sendNext))
    next = end
  }
}
