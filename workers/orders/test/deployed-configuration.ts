import { join } from 'node:path'

interface Consumer {
  readonly queue: string
  readonly max_batch_size?: number
  readonly max_batch_timeout?: number
}

const workers = join(import.meta.dirname, '../..')

/** Reads from the `wrangler.jsonc` of the Workers what the tests take as it is deployed. */
export async function deployedConfiguration() {
  // Not at the top: what only looks at the settings of the tests need not load wrangler.
  const { unstable_readConfig } = await import('wrangler')
  const serviceBindings = ['ipn', 'checkout'].flatMap((worker) => {
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
