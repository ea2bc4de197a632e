import { join } from 'node:path'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { unstable_readConfig } from 'wrangler'
import { compatibilityDate, reporters } from '../../vitest.shared.ts'
import { createServicePeer } from './test/service-peer.ts'

const migrations = join(import.meta.dirname, '../../packages/orders/migrations')
const peer = createServicePeer()

/** The bindings of the other Workers to this one, as they are deployed. */
const serviceBindings = ['ipn', 'checkout'].flatMap((worker) => {
  const config = join(import.meta.dirname, '..', worker, 'wrangler.jsonc')
  const { name, services = [] } = unstable_readConfig({ config })
  return services.map(({ binding, entrypoint }: { binding: string; entrypoint?: string }) => ({
    worker: name,
    binding,
    entrypoint,
  }))
})

interface Consumer {
  readonly queue: string
  readonly max_batch_size?: number
  readonly max_batch_timeout?: number
}

const { queues } = unstable_readConfig({ config: join(import.meta.dirname, 'wrangler.jsonc') })
const consumers: readonly Consumer[] = queues.consumers ?? []

/** How messages are taken from the queue, as it is deployed. */
const queueConsumers = Object.fromEntries(
  consumers.map(({ queue, max_batch_size, max_batch_timeout }) => [
    queue,
    { maxBatchSize: max_batch_size ?? 10, maxBatchTimeout: max_batch_timeout ?? 5 },
  ]),
)

export default defineConfig({
  plugins: [
    cloudflareTest(async () => ({
      main: './src/index.ts',
      miniflare: {
        compatibilityDate,
        d1Databases: ['DB'],
        r2Buckets: ['FILES'],
        queueProducers: { OUTBOX_QUEUE: 'merchant-edge-orders' },
        queueConsumers,
        bindings: {
          MIGRATIONS: await readD1Migrations(migrations),
          SERVICE_BINDINGS: serviceBindings,
          SERVICE_URL: 'https://service.example',
          SERVICE_PAYMENT_URL: 'https://wallet.example',
          PARTNER_CODE: 'PARTNER-1',
          MERCHANT_CODE: 'MERCHANT-1',
          MERCHANT_ACCOUNT_ID: 'ACCOUNT-1',
          TRANSFER_LIMIT_VND: '5000000',
          TRANSFER_DAY_LIMIT_VND: '9000000',
          PARTNER_ID: 'BOOKS',
          CHECKSUM_KEY: 'checksum key of the tests',
          STORE_CODE: 'STORE-1',
          POS_CODE: 'POS-1',
          IPN_URL: 'https://ipn.example',
          CHECKOUT_URL: 'https://checkout.example',
          WEBHOOK_URL: 'https://shop.example/webhooks',
          RETURN_ORIGINS: 'https://shop.example',
          MERCHANT_KEY: JSON.stringify({
            keyCode: 'test-key',
            privateKey: peer.merchantPrivateKeyPem,
          }),
          LINK_SECRET: 'link-secret-of-the-tests',
          CALLBACK_SECRET: 'callback-secret-of-the-tests',
          WEBHOOK_SECRET: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX',
        },
        outboundService: (request: Request) => peer.answer(request),
      },
    })),
  ],
  test: {
    include: ['src/**/*.test.ts'],
    setupFiles: ['./test/begin-with-fresh-storage.ts'],
    // All files talk to the one service and shop above.
    fileParallelism: false,
    isolate: false,
    ...reporters(import.meta.dirname),
  },
})
