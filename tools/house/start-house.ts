import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Miniflare, type WorkerOptions } from 'miniflare'
import type { FileOutcome } from '@merchant-edge/sftp'
import { applyMigrations } from './apply-migrations.ts'
import { bundleWorker } from './bundles/bundle-worker.ts'
import { addressesOf, variablesOf, type HouseAddresses } from './settings/house-variables.ts'
import type { HousePorts } from './places/ports.ts'
import { exchangeDailyFiles } from './exchange/exchange-daily-files.ts'
import { askAgain } from './network/fetch-again.ts'
import type { HouseBucket } from './exchange/house-bucket.ts'
import { prepareEntry, type HouseEntry } from './house-entry.ts'
import { clockMove, withMovableClock } from './movable-clock.ts'
import { ordersQueueConsumer } from './orders-queue.ts'
import { withInnerNetwork } from './network/inner-network.ts'
import { repeatWork } from './repeat-work.ts'
import { ordersBindings } from './bundles/service-bindings.ts'
import { startFileServer } from './exchange/start-file-server.ts'
import { houseSecrets, type HouseSecrets } from './secrets.ts'
import { withinTime } from './network/within-time.ts'

const repository = join(import.meta.dirname, '../..')

/**
 * The compatibility date of every Worker of the repository; nodejs_compat is off by default at this
 * date.
 */
const compatibilityDate = '2026-07-30'

/** Ports, folder and settings with which every Worker of the repository is started together. */
export interface HouseOptions {
  readonly ports: HousePorts
  /** Folder for orders and secrets between starts; if left out, nothing is kept. */
  readonly stateDirectory?: string
  /**
   * Milliseconds between two sweeps of the orders Worker and two ticks of the sandbox; 0 for none.
   */
  readonly tickMs?: number
  /** Additional or changed variables of the orders Worker. */
  readonly ordersVariables?: Readonly<Record<string, string>>
  /** Additional or changed variables of the desk. */
  readonly consoleVariables?: Readonly<Record<string, string>>
  /**
   * Milliseconds by which the clocks of the Workers are ahead, negative for the past. Left out,
   * they cannot be moved.
   */
  readonly laterMs?: number
  /**
   * Runs the orders Worker without a queue: only sweeps do its work, which is complete when a sweep
   * returns.
   */
  readonly sweepsAlone?: boolean
  /** Hides the logs of the Workers. */
  readonly isSilent?: boolean
  /**
   * Page requests of one IP address to the checkout in a minute; as in its wrangler.jsonc if left
   * out.
   */
  readonly pagesPerMinute?: number
}

/**
 * All Workers in one process: the shop, a till, the merchant's four and the wallet service's
 * sandbox.
 */
export interface House {
  readonly addresses: HouseAddresses
  readonly secrets: HouseSecrets
  /** Fingerprint of the file server's host key. */
  readonly hostKeyFingerprint: string
  /** Runs the cron work of the orders Worker once. */
  sweep(): Promise<void>
  /**
   * Moves the clocks of all Workers.
   *
   * @param laterMs milliseconds by which they are ahead from now on, negative for the past
   * @throws TypeError when the house was started without `laterMs`
   */
  moveClock(laterMs: number): Promise<void>
  /**
   * Database of the orders Worker, for tests that need more rows than calls can make. Each statement
   * blocks this process, which then reads no log: use it only while the Workers write little.
   */
  readonly ordersDatabase: Awaited<ReturnType<Miniflare['getD1Database']>>
  /** Bucket of the daily files, for tests of what other hands do in it. */
  readonly filesBucket: HouseBucket
  /**
   * Exchanges the daily files with the service once. A file that exists already is read on both
   * sides and compared.
   *
   * @param takes selects files by name; all if left out
   */
  exchangeFiles(takes?: (name: string) => boolean): Promise<readonly FileOutcome[]>
  stop(): Promise<void>
}

/** Name of a Worker that is started with the others. */
export type HouseWorker = Exclude<keyof HousePorts, 'files'> | 'orders'

/** Id of the bucket of the daily files. */
export const filesBucketId = 'merchant-edge-files'
const stopMs = 60_000
const examples: ReadonlySet<HouseWorker> = new Set(['shop', 'till'])
const withDatabase: ReadonlySet<HouseWorker> = new Set(['shop', 'console', 'orders', 'sandbox'])

/** Requests of one IP address to the checkout in a minute, from its wrangler.jsonc. */
function checkoutLimits(pagesPerMinute = 600) {
  return {
    PAY_LIMIT: { namespace_id: '1001', simple: { limit: pagesPerMinute, period: 60 } },
    REFUSAL_LIMIT: { namespace_id: '1004', simple: { limit: 60, period: 60 } },
  } as const
}

/** The options of miniflare for a Worker of a house. */
export async function workerOptions(
  name: HouseWorker,
  options: {
    port?: number
    variables: Readonly<Record<string, string>>
    laterMs?: number | undefined
    sweepsAlone?: boolean | undefined
    pagesPerMinute?: number | undefined
  },
): Promise<WorkerOptions> {
  const folder = `${examples.has(name) ? 'examples' : 'workers'}/${name}`
  const [script, ...others] = await bundleWorker(join(repository, folder, 'src/index.ts'))
  const { laterMs } = options
  const scripts = laterMs === undefined ? [script] : withMovableClock(script, laterMs)
  return {
    name,
    compatibilityDate,
    modules: [...scripts, ...others],
    bindings: { ENVIRONMENT: 'local', ...options.variables },
    ...((name === 'ipn' || name === 'checkout' || name === 'console') && {
      serviceBindings: { ...ordersBindings(name, 'orders') },
    }),
    ...(withDatabase.has(name) && { d1Databases: { DB: name } }),
    ...(name === 'shop' && {
      ratelimits: {
        SHOP_LIMIT: { namespace_id: '1002', simple: { limit: 600, period: 60 } },
        TRY_LIMIT: { namespace_id: '1003', simple: { limit: 30, period: 60 } },
      },
    }),
    ...(name === 'till' && {
      ratelimits: { TRY_LIMIT: { namespace_id: '1007', simple: { limit: 10, period: 60 } } },
    }),
    ...(name === 'console' && {
      ratelimits: { PAGE_LIMIT: { namespace_id: '1006', simple: { limit: 300, period: 60 } } },
    }),
    ...(name === 'checkout' && { ratelimits: checkoutLimits(options.pagesPerMinute) }),
    ...(name === 'orders' && {
      r2Buckets: { FILES: filesBucketId },
      durableObjects: { DAILY_FILE_READERS: { className: 'DailyFileReader', useSQLite: true } },
      queueProducers: { OUTBOX_QUEUE: 'merchant-edge-orders' },
      ...(options.sweepsAlone !== true && {
        queueConsumers: { 'merchant-edge-orders': ordersQueueConsumer() },
      }),
    }),
    ...(options.port !== undefined && {
      unsafeDirectSockets: [{ host: '127.0.0.1', port: options.port }],
    }),
  }
}

const workersOfHouse = [
  'shop',
  'checkout',
  'ipn',
  'sandbox',
  'console',
  'till',
  'orders',
] as const satisfies readonly HouseWorker[]

function clockMover({ runCron }: HouseEntry, { laterMs }: HouseOptions): House['moveClock'] {
  return async (to) => {
    if (laterMs === undefined)
      throw new TypeError('The clock of this house cannot be moved: start it with laterMs.')
    await Promise.all(workersOfHouse.map((name) => askAgain(() => runCron(name, clockMove(to)))))
  }
}

/** The cron work of the sandbox and of the orders Worker. */
function sweeper({ runCron }: HouseEntry): House['sweep'] {
  return async () => {
    await askAgain(() => runCron('sandbox', '* * * * *'))
    await askAgain(() => runCron('orders', '* * * * *'))
    await askAgain(() => runCron('orders', '*/2 * * * *'))
  }
}

function discardOutput(output: Readable, errors: Readable): void {
  output.resume()
  errors.resume()
}

/**
 * Starts every Worker in one workerd, each on its own loopback port, as each has its own origin in
 * production.
 */
export async function startHouse(options: HouseOptions): Promise<House> {
  const addresses = addressesOf(options.ports)
  const secrets = await houseSecrets(options.stateDirectory)
  const variables = variablesOf(addresses, secrets)
  variables['orders'] = { ...variables['orders'], ...options.ordersVariables }
  variables['console'] = { ...variables['console'], ...options.consoleVariables }
  const workers = await Promise.all(
    workersOfHouse.map((name) =>
      workerOptions(name, {
        variables: variables[name] ?? {},
        laterMs: options.laterMs,
        sweepsAlone: options.sweepsAlone,
        pagesPerMinute: options.pagesPerMinute,
        ...(name !== 'orders' && { port: options.ports[name] }),
      }),
    ),
  )
  const prepared = prepareEntry(workersOfHouse, filesBucketId)
  const miniflare = new Miniflare({
    host: '127.0.0.1',
    cf: false,
    port: 0,
    ...(options.stateDirectory !== undefined && { defaultPersistRoot: options.stateDirectory }),
    workers: [prepared.worker, ...withInnerNetwork(workers, { ...addresses })],
    ...(options.isSilent === true && { handleRuntimeStdio: discardOutput }),
  })
  await miniflare.ready
  const database = await miniflare.getD1Database('DB', 'orders')
  await applyMigrations(database, join(repository, 'packages/orders/migrations'))
  for (const name of ['shop', 'console']) {
    const sessions = await miniflare.getD1Database('DB', name)
    await applyMigrations(sessions, join(repository, 'packages/oidc/migrations'))
  }
  const entry = prepared.open(miniflare)
  const sweep = sweeper(entry)
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
    ordersDatabase: database,
    filesBucket: entry.bucket,
    sweep,
    moveClock: clockMover(entry, options),
    exchangeFiles: (takes) =>
      exchangeDailyFiles({ bucket: entry.bucket, server: fileServer, secrets, takes }),
    async stop() {
      await stopTicking?.()
      await fileServer.stop()
      await withinTime({ name: 'Stopping workerd', ms: stopMs }, () => miniflare.dispose())
    },
  }
}
