import { join } from 'node:path'

interface Consumer {
  readonly queue: string
  readonly max_batch_size?: number
  readonly max_batch_timeout?: number
}

const workers = join(import.meta.dirname, '../..')

/** Reads the deployed configuration from the `wrangler.jsonc` of the Workers. */
export async function deployedConfiguration() {
  // Imported lazily, because most tests do not need wrangler.
  const { unstable_readConfig } = await import('wrangler')
  const serviceBindings = ['ipn', 'checkout', 'console'].flatMap((worker) => {
    const { name, services = [] } = unstable_readConfig({
      config: join(workers, worker, 'wrangler.jsonc'),
    })
    return services.map(({ binding, entrypoint }: { binding: string; entrypoint?: string }) => ({
      worker: `${name}`,
      binding,
      entrypoint: entrypoint ?? 'default',
    }))
  })
  const { queues } = unstable_readConfig({ config: join(workers, 'orders/wrangler.jsonc') })
  const consumers: readonly Consumer[] = queues.consumers ?? []
  const queueConsumers = Object.fromEntries(
    consumers.map(({ queue, max_batch_size, max_batch_timeout }) => [
      queue,
      { maxBatchSize: max_batch_size ?? 10, maxBatchTimeout: max_batch_timeout ?? 5 },
    ]),
  )
  return { serviceBindings, queueConsumers }
}

/** Workers that are deployed, by their folders. */
export const workersWithEnvironments = [
  'orders',
  'ipn',
  'checkout',
  'console',
  'sandbox',
  'till',
] as const

/** Workers below `examples`; the shop is the merchant's own, and has the environment of one machine only. */
const examples: ReadonlySet<string> = new Set(['shop', 'till'])

interface ReadConfiguration {
  readonly name?: string
  readonly vars: Readonly<Record<string, unknown>>
  readonly d1_databases: readonly {
    binding: string
    database_id?: string
    database_name?: string
  }[]
  readonly r2_buckets: readonly { binding: string; bucket_name?: string }[]
  readonly queues: {
    readonly producers?: readonly { binding: string; queue: string }[]
    readonly consumers?: readonly { queue: string; dead_letter_queue?: string }[]
  }
  readonly services?: readonly { binding: string; service: string }[]
  readonly durable_objects: { readonly bindings: readonly { readonly name: string }[] }
  readonly ratelimits: readonly { name: string; namespace_id: string }[]
  readonly observability?:
    | {
        readonly redact_query_string?: boolean
        readonly logs?: { readonly invocation_logs?: boolean }
      }
    | undefined
}

/**
 * The configuration of an environment of a Worker, as `wrangler deploy --env` reads it.
 *
 * @param environment that of one machine when left out
 * @throws Error when the file has no such environment
 */
export async function environmentOf(
  worker: (typeof workersWithEnvironments)[number] | 'shop',
  environment?: string,
) {
  const { unstable_readConfig } = await import('wrangler')
  const parent = examples.has(worker) ? join(workers, '../examples') : workers
  const config = join(parent, worker, 'wrangler.jsonc')
  const read: ReadConfiguration = unstable_readConfig({
    config,
    ...(environment !== undefined && { env: environment }),
  })
  const { producers = [], consumers = [] } = read.queues
  const named = [...read.d1_databases, ...read.r2_buckets, ...producers, ...(read.services ?? [])]
  return {
    name: `${read.name}`,
    variables: read.vars,
    /** Names of all bindings. */
    bindings: [
      ...named.map(({ binding }) => binding),
      ...[...read.ratelimits, ...read.durable_objects.bindings].map(({ name }) => name),
    ],
    /** The databases, buckets, queues and limits themselves. */
    stores: [
      ...read.d1_databases.flatMap(({ database_id, database_name }) => [
        `database ${worker} ${database_id}`,
        `database ${database_name}`,
      ]),
      ...read.r2_buckets.map(({ bucket_name }) => `bucket ${bucket_name}`),
      ...consumers.flatMap((one) => [`queue ${one.queue}`, `queue ${one.dead_letter_queue}`]),
      ...read.ratelimits.map(({ namespace_id }) => `limit ${namespace_id}`),
    ],
    /** The log settings of the platform for each request. */
    platformLog: {
      query: read.observability?.redact_query_string !== true,
      path: read.observability?.logs?.invocation_logs !== false,
    },
    /** The Workers behind service bindings. */
    services: (read.services ?? []).map(({ service }) => service),
  }
}
