import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { Miniflare, type WorkerOptions } from 'miniflare'
import { applyMigrations } from './apply-migrations.ts'
import { bundleWorker } from './bundle-worker.ts'
import { houseBrand } from './house-brand.ts'
import type { HousePorts } from './ports.ts'
import type { FileOutcome } from '@merchant-edge/sftp'
import { exchangeDailyFiles } from './exchange-daily-files.ts'
import { ordersQueueConsumer } from './orders-queue.ts'
import { repeatWork } from './repeat-work.ts'
import { ordersBindings } from './service-bindings.ts'
import { shiftedClock } from './shifted-clock.ts'
import { exchangePartner, startFileServer } from './start-file-server.ts'
import { houseSecrets, type HouseSecrets } from './secrets.ts'
import { houseForeignRows, houseStores } from './house-stores.ts'

const repository = join(import.meta.dirname, '../..')

/** The compatibility date of every Worker of the repository; nodejs_compat is still off at it. */
const compatibilityDate = '2026-07-30'

/** Name of the operator of a house, as the journal shows it. */
const houseOperator = 'operator'

// Miniflare opens a port of its own, on which it believes what a request says about its address.
const closedEntry: WorkerOptions = {
  name: 'closed-entry',
  compatibilityDate,
  modules: true,
  script: 'export default { fetch: () => new Response(null, { status: 404 }) }',
}

/** How a house is started. */
export interface HouseOptions {
  readonly ports: HousePorts
  /** Folder that keeps orders and secrets between starts; without one nothing is kept. */
  readonly stateDirectory?: string
  /** Milliseconds between two sweeps of the orders Worker and two ticks of the sandbox; 0 for none. */
  readonly tickMs?: number
  /** Adds to or replaces variables of the orders Worker. */
  readonly ordersVariables?: Readonly<Record<string, string>>
  /** Milliseconds by which the clocks of the Workers are ahead; 0 when left out. */
  readonly laterMs?: number
}

/** Addresses of a running house. */
export interface HouseAddresses {
  readonly shop: string
  readonly checkout: string
  readonly ipn: string
  readonly sandbox: string
  /** The service's file server, with the name that logs in. */
  readonly files: string
}

/** All Workers in one process: the shop, the merchant's three and the wallet service's sandbox. */
export interface House {
  readonly addresses: HouseAddresses
  readonly secrets: HouseSecrets
  /** Fingerprint of the file server's host key. */
  readonly hostKeyFingerprint: string
  /** Runs the cron work of the orders Worker once. */
  sweep(): Promise<void>
  /** Brings the daily files to the service and back, once. */
  exchangeFiles(): Promise<readonly FileOutcome[]>
  stop(): Promise<void>
}

/** Where the Workers of a house are, by its ports. */
export function addressesOf(ports: HousePorts): HouseAddresses {
  return {
    shop: `http://localhost:${ports.shop}`,
    checkout: `http://localhost:${ports.checkout}`,
    ipn: `http://localhost:${ports.ipn}`,
    sandbox: `http://localhost:${ports.sandbox}`,
    files: `sftp://${exchangePartner}@localhost:${ports.files}`,
  }
}

/** The shop as the identity server knows it. */
function shopClient({ shop }: HouseAddresses, { shopClientSecret }: HouseSecrets): object {
  return {
    clientId: 'edge-shop',
    clientSecret: shopClientSecret,
    redirectUris: [`${shop}/auth/callback`],
    postLogoutRedirectUris: [`${shop}/auth/signed-out`],
    backchannelLogoutUri: `${shop}/auth/back-channel-logout`,
    frontchannelLogoutUri: `${shop}/auth/front-channel-logout`,
  }
}

/** Who may use the operator's API of the house: one operator, who may look and act. */
function operatorsOf({ operatorToken }: HouseSecrets): string {
  const token_sha256 = createHash('sha256').update(operatorToken).digest('hex')
  return JSON.stringify([{ name: houseOperator, role: 'money', token_sha256 }])
}

/** Where the service may call the merchant back: its callbacks, and the end of a sign-in at the shop. */
function callbackHosts({ ipn, shop }: HouseAddresses): string {
  return [ipn, shop].map((address) => new URL(address).host).join(',')
}

/** A Worker of a house. */
export type HouseWorker = Exclude<keyof HousePorts, 'files'> | 'orders'

type Variables = Record<string, Readonly<Record<string, string>>>

/** Variables and secrets of each Worker of a house. */
export function variablesOf(addresses: HouseAddresses, secrets: HouseSecrets): Variables {
  const callbackKeys = [{ id: 'local', pem: secrets.callbackPublicKeyPem }]
  return {
    shop: {
      SHOP_URL: addresses.shop,
      CHECKOUT_URL: addresses.checkout,
      CHECKOUT_SECRET: secrets.checkoutSecret,
      STORE_CODE: 'EDGE-STORE-1',
      WEBHOOK_SECRET: secrets.webhookSecret,
      AUTH_URL: addresses.sandbox,
      CLIENT_ID: 'edge-shop',
      CLIENT_SECRET: secrets.shopClientSecret,
      SESSION_SECRET: secrets.sessionSecret,
      BACK_OFFICE_PASSWORD: secrets.backOfficePassword,
    },
    checkout: {
      CHECKOUT_URL: addresses.checkout,
      CHECKOUT_SECRET: secrets.checkoutSecret,
      ORDER_KEY_SECRET: secrets.orderKeySecret,
      OPERATORS: operatorsOf(secrets),
      ...houseBrand,
    },
    ipn: { CALLBACK_KEYS: JSON.stringify(callbackKeys), CALLBACK_SECRET: secrets.callbackSecret },
    orders: {
      SERVICE_URL: addresses.sandbox,
      SERVICE_PAYMENT_URL: addresses.sandbox,
      IPN_URL: addresses.ipn,
      CHECKOUT_URL: addresses.checkout,
      WEBHOOK_URL: `${addresses.shop}/webhooks`,
      RETURN_ORIGINS: addresses.shop,
      STORE_CODE: 'EDGE-STORE-1',
      POS_CODE: 'EDGE-POS-1',
      STORES: JSON.stringify(houseStores),
      FOREIGN_ROWS: JSON.stringify(houseForeignRows),
      PARTNER_CODE: 'EDGE',
      MERCHANT_CODE: 'EDGE',
      MERCHANT_ACCOUNT_ID: 'EDGE-ACCOUNT-1',
      TRANSFER_LIMIT_VND: '2000000',
      TRANSFER_DAY_LIMIT_VND: '10000000',
      LOYALTY_BUSINESS_CODE: 'EDGE-LOYALTY',
      LOYALTY_PROGRAM_CODE: 'EDGE-POINTS',
      MERCHANT_KEY: JSON.stringify({
        keyCode: secrets.keyCode,
        privateKey: secrets.merchantPrivateKeyPem,
      }),
      CALLBACK_SECRET: secrets.callbackSecret,
      WEBHOOK_SECRET: secrets.webhookSecret,
      LINK_SECRET: secrets.linkSecret,
      PARTNER_ID: exchangePartner,
      CHECKSUM_KEY: secrets.checksumKey,
    },
    sandbox: {
      SANDBOX_URL: addresses.sandbox,
      CALLBACK_HOSTS: callbackHosts(addresses),
      SEED_KEYS: JSON.stringify([
        { keyCode: secrets.keyCode, publicKeyPem: secrets.merchantPublicKeyPem },
      ]),
      SEED_CALLBACK_KEY: secrets.callbackPrivateKeyPem,
      SEED_CHECKSUM_KEY: secrets.checksumKey,
      SEED_CLIENTS: JSON.stringify([shopClient(addresses, secrets)]),
    },
  }
}

/** How often an address may ask the checkout in a minute, as its wrangler.jsonc says. */
const checkoutLimits = {
  PAY_LIMIT: { namespace_id: '1001', simple: { limit: 600, period: 60 } },
  REFUSAL_LIMIT: { namespace_id: '1004', simple: { limit: 60, period: 60 } },
} as const

/** How miniflare runs a Worker of a house. */
export async function workerOptions(
  name: HouseWorker,
  options: {
    port?: number
    variables: Readonly<Record<string, string>>
    laterMs: number
    bundlesIn?: string
  },
): Promise<WorkerOptions> {
  const folder = name === 'shop' ? 'examples/shop' : `workers/${name}`
  const [script, ...modules] = await bundleWorker(
    join(repository, folder, 'src/index.ts'),
    options.bundlesIn,
  )
  const { laterMs } = options
  const contents = laterMs === 0 ? script.contents : shiftedClock(laterMs) + script.contents
  return {
    name,
    compatibilityDate,
    modules: [{ ...script, contents }, ...modules],
    bindings: { ENVIRONMENT: 'local', ...options.variables },
    ...(name === 'ipn' || name === 'checkout'
      ? { serviceBindings: { ...ordersBindings(name, 'orders') } }
      : { d1Databases: { DB: name } }),
    ...(name === 'shop' && {
      ratelimits: {
        SHOP_LIMIT: { namespace_id: '1002', simple: { limit: 600, period: 60 } },
        TRY_LIMIT: { namespace_id: '1003', simple: { limit: 30, period: 60 } },
      },
    }),
    ...(name === 'checkout' && { ratelimits: checkoutLimits }),
    ...(name === 'orders' && {
      r2Buckets: { FILES: 'merchant-edge-files' },
      queueProducers: { OUTBOX_QUEUE: 'merchant-edge-orders' },
      queueConsumers: { 'merchant-edge-orders': ordersQueueConsumer() },
    }),
    ...(options.port !== undefined && {
      unsafeDirectSockets: [{ host: '127.0.0.1', port: options.port }],
    }),
  }
}

/**
 * Boots every Worker in one workerd, each on its own loopback port, as they would stand on their own
 * origins in production.
 */
export async function startHouse(options: HouseOptions): Promise<House> {
  const addresses = addressesOf(options.ports)
  const secrets = await houseSecrets(options.stateDirectory)
  const variables = variablesOf(addresses, secrets)
  variables['orders'] = { ...variables['orders'], ...options.ordersVariables }
  const names = ['shop', 'checkout', 'ipn', 'sandbox', 'orders'] as const
  const workers = await Promise.all(
    names.map((name) =>
      workerOptions(name, {
        variables: variables[name] ?? {},
        laterMs: options.laterMs ?? 0,
        ...(name !== 'orders' && { port: options.ports[name] }),
        ...(options.stateDirectory !== undefined && {
          bundlesIn: join(options.stateDirectory, 'bundles'),
        }),
      }),
    ),
  )
  const miniflare = new Miniflare({
    host: '127.0.0.1',
    cf: false,
    port: 0,
    ...(options.stateDirectory !== undefined && { defaultPersistRoot: options.stateDirectory }),
    workers: [closedEntry, ...workers],
  })
  await miniflare.ready
  const database = await miniflare.getD1Database('DB', 'orders')
  await applyMigrations(database, join(repository, 'packages/orders/migrations'))
  const shopDatabase = await miniflare.getD1Database('DB', 'shop')
  await applyMigrations(shopDatabase, join(repository, 'packages/oidc/migrations'))
  const orders = await miniflare.getWorker('orders')
  const sandbox = await miniflare.getWorker('sandbox')
  async function sweep(): Promise<void> {
    await sandbox.scheduled({ cron: '* * * * *' })
    await orders.scheduled({ cron: '* * * * *' })
    await orders.scheduled({ cron: '*/2 * * * *' })
  }
  const fileServer = await startFileServer({
    port: options.ports.files,
    sandboxUrl: addresses.sandbox,
    secrets,
  })
  const { tickMs = 0 } = options
  const stopTicking =
    tickMs === 0 ? undefined : repeatWork({ work: sweep, name: 'sweep', pauseMs: tickMs })
  return {
    addresses,
    secrets,
    hostKeyFingerprint: fileServer.hostKeyFingerprint,
    sweep,
    exchangeFiles: async () =>
      exchangeDailyFiles({
        bucket: await miniflare.getR2Bucket('FILES', 'orders'),
        server: fileServer,
        secrets,
      }),
    async stop() {
      await stopTicking?.()
      await fileServer.stop()
      await miniflare.dispose()
    },
  }
}
