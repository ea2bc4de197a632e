import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import type { KeyPairPem } from '@merchant-edge/signing'
import { Miniflare, type WorkerOptions } from 'miniflare'
import { applyMigrations } from './apply-migrations.ts'
import { addressesOf, variablesOf, type HouseAddresses } from './settings/house-variables.ts'
import { freePorts } from './places/ports.ts'
import { prepareEntry, type HouseEntry } from './house-entry.ts'
import { houseSecrets, type HouseSecrets } from './secrets.ts'
import { ordersBindings } from './bundles/service-bindings.ts'
import { exchangePartner } from './exchange/start-file-server.ts'
import { filesBucketId, workerOptions } from './start-house.ts'

const repository = join(import.meta.dirname, '../..')
const versioned = ['shop', 'checkout', 'ipn', 'orders'] as const
const doors = ['shop', 'checkout', 'ipn'] as const

/** A Worker that is deployed in several versions. */
export type VersionedWorker = (typeof versioned)[number]

/** Variables in which a version of the Workers differs from the house; null removes a variable. */
export type HouseVersion = Partial<Record<VersionedWorker, Readonly<Record<string, string>>>>

/** An answer of a Worker to a request from outside. */
export interface DoorAnswer {
  readonly worker: VersionedWorker
  readonly version: number
  readonly path: string
  readonly status: number
}

/** A house whose Workers run in several versions over one database, as during a deployment. */
export interface VersionedHouse {
  readonly addresses: HouseAddresses
  readonly secrets: HouseSecrets
  /** Every answer to a request from outside so far. */
  readonly answers: readonly DoorAnswer[]
  /** Serves with these versions from now on, in rotation. */
  serveWith(...versions: readonly number[]): void
  /** Makes the service sign callbacks with another key from now on. */
  signCallbacksWith(pair: KeyPairPem): Promise<void>
  /**
   * Puts the service file of a day (`YYYY-MM-DD`) into the bucket, and lets the serving versions
   * compare it.
   */
  compareServiceFile(day: string, text: string): Promise<void>
  /** Runs the cron work of the versions that serve, and of the sandbox. */
  sweep(): Promise<void>
  stop(): Promise<void>
}

/**
 * The version of a Worker in a version of the house: the latest that has changed this Worker, or
 * the orders Worker that it calls. An unchanged Worker is not deployed again.
 */
function deployedVersion(
  versions: readonly HouseVersion[],
  worker: VersionedWorker,
  version: number,
): number {
  const sources = callsOrders(worker) ? [worker, 'orders' as const] : [worker]
  const variables = (at: number) => JSON.stringify(sources.map((one) => versions[at]?.[one] ?? {}))
  let deployed = version
  while (deployed > 0 && variables(deployed - 1) === variables(deployed)) deployed -= 1
  return deployed
}

function callsOrders(worker: VersionedWorker): worker is 'ipn' | 'checkout' {
  return worker === 'ipn' || worker === 'checkout'
}

async function versionOf(
  worker: VersionedWorker,
  {
    version,
    orders,
    variables,
  }: { version: number; orders: number; variables: Readonly<Record<string, string>> },
): Promise<WorkerOptions> {
  const options = await workerOptions(worker, { variables })
  const queue = `merchant-edge-orders-${version}`
  return {
    ...options,
    name: `${worker}-${version}`,
    ...(callsOrders(worker) && {
      serviceBindings: { ...ordersBindings(worker, `orders-${orders}`) },
    }),
    ...(worker === 'orders' && {
      queueProducers: { OUTBOX_QUEUE: queue },
      queueConsumers: { [queue]: { maxBatchSize: 10, maxBatchTimeout: 0.05 } },
    }),
  }
}

/** Starts the sandbox and every version of the Workers with one database of orders. */
async function bootWorkers(
  versions: readonly HouseVersion[],
  variables: Readonly<Record<string, Readonly<Record<string, string>>>>,
  sandboxPort: number,
): Promise<{ readonly miniflare: Miniflare; readonly entry: HouseEntry }> {
  const sandbox = await workerOptions('sandbox', {
    variables: variables['sandbox'] ?? {},
    port: sandboxPort,
  })
  const workers = await Promise.all(
    versions.flatMap((changes, version) =>
      versioned
        .filter((worker) => deployedVersion(versions, worker, version) === version)
        .map((worker) =>
          versionOf(worker, {
            version,
            orders: deployedVersion(versions, 'orders', version),
            variables: { ...variables[worker], ...changes[worker] },
          }),
        ),
    ),
  )
  const all = [sandbox, ...workers]
  const prepared = prepareEntry(
    all.flatMap(({ name }) => name ?? []),
    filesBucketId,
  )
  const miniflare = new Miniflare({
    host: '127.0.0.1',
    cf: false,
    port: 0,
    workers: [prepared.worker, ...all],
  })
  await miniflare.ready
  const orders = await miniflare.getD1Database('DB', 'orders-0')
  await applyMigrations(orders, join(repository, 'packages/orders/migrations'))
  const shop = await miniflare.getD1Database('DB', 'shop-0')
  await applyMigrations(shop, join(repository, 'packages/oidc/migrations'))
  return { miniflare, entry: prepared.open(miniflare) }
}

/** A server in front of a Worker; `pass` answers every request. */
function doorServer(
  pass: (
    path: string,
    init: { method: string; headers: Record<string, string>; body?: Buffer },
  ) => Promise<{
    readonly status: number
    readonly headers: Readonly<Record<string, string | string[]>>
    readonly body: Buffer
  }>,
): Server {
  return createServer((request, response) => {
    async function answer(): Promise<void> {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(Buffer.from(chunk))
      const headers: Record<string, string> = {}
      for (const [name, value] of Object.entries(request.headers)) {
        if (typeof value === 'string') headers[name] = value
      }
      const method = request.method ?? 'GET'
      const hasBody = method !== 'GET' && method !== 'HEAD'
      const init = { method, headers, ...(hasBody && { body: Buffer.concat(chunks) }) }
      const answered = await pass(request.url ?? '/', init)
      response.writeHead(answered.status, answered.headers).end(answered.body)
    }
    answer().catch((error: unknown) => response.writeHead(599).end(String(error)))
  })
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
}

/** Makes the service sign its callbacks with another key. */
async function signCallbacksWith(
  miniflare: Miniflare,
  { privateKeyPem, publicKeyPem }: KeyPairPem,
): Promise<void> {
  const service = await miniflare.getD1Database('DB', 'sandbox')
  const { meta } = await service
    .prepare('UPDATE callback_key SET private_key_pem = ?1, public_key_pem = ?2')
    .bind(privateKeyPem, publicKeyPem)
    .run()
  if (meta.changes !== 1) throw new Error('The sandbox must have one key that signs callbacks.')
}

/**
 * Puts the service file of a day into the bucket of the orders Worker, and schedules the comparison
 * of that day.
 */
async function putServiceFile(
  { miniflare, entry }: { readonly miniflare: Miniflare; readonly entry: HouseEntry },
  day: string,
  text: string,
): Promise<void> {
  const name = `${day.replaceAll('-', '')}_SERVICE_${exchangePartner}_TRAN.csv`
  await entry.bucket.write(`incoming/${name}`, text)
  const orders = await miniflare.getD1Database('DB', 'orders-0')
  await orders
    .prepare('INSERT INTO daily_files (day, created_at_ms, next_at_ms) VALUES (?1, 0, 0)')
    .bind(day)
    .run()
}

/**
 * Starts a house with several versions of its Workers.
 *
 * @param make the versions, from the secrets of the house
 */
export async function startVersionedHouse(
  make: (secrets: HouseSecrets) => readonly HouseVersion[],
): Promise<VersionedHouse> {
  const ports = await freePorts()
  const addresses = addressesOf(ports)
  const secrets = await houseSecrets(undefined)
  const versions = make(secrets)
  const booted = await bootWorkers(versions, variablesOf(addresses, secrets), ports.sandbox)
  const { miniflare, entry } = booted
  const nameOf = (worker: VersionedWorker, version: number) =>
    `${worker}-${deployedVersion(versions, worker, version)}`
  let serving: readonly number[] = [0]
  let turn = 0
  const answers: DoorAnswer[] = []
  const servers = doors.map((worker) =>
    doorServer(async (path, init) => {
      const version = serving[(turn += 1) % serving.length] ?? 0
      const { fetch } = await miniflare.getWorker(nameOf(worker, version))
      const answered = await fetch(`${addresses[worker]}${path}`, { ...init, redirect: 'manual' })
      const { status } = answered
      const cookies = answered.headers.getSetCookie()
      const headers = { ...Object.fromEntries(answered.headers), 'set-cookie': cookies }
      answers.push({ worker, version, path, status })
      return { status, headers, body: Buffer.from(await answered.arrayBuffer()) }
    }),
  )
  await Promise.all(
    servers.map((server, index) => listening(server, ports[doors[index] ?? 'shop'])),
  )
  return {
    addresses,
    secrets,
    answers,
    serveWith: (...next) => {
      serving = next
    },
    signCallbacksWith: (keys) => signCallbacksWith(miniflare, keys),
    async compareServiceFile(day, text) {
      await putServiceFile(booted, day, text)
      for (const version of serving) await entry.runCron(nameOf('orders', version), '*/2 * * * *')
    },
    async sweep() {
      await entry.runCron('sandbox', '* * * * *')
      for (const version of serving) await entry.runCron(nameOf('orders', version), '* * * * *')
    },
    async stop() {
      for (const server of servers) {
        server.closeAllConnections()
        server.close()
      }
      await miniflare.dispose()
    },
  }
}
