import { join } from 'node:path'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { compatibilityDate, modulesRules, reporters } from '../../vitest.shared.ts'
import { deployedConfiguration } from './test/deployed-configuration.ts'
import { createServicePeer } from './test/service-peer.ts'

const migrations = join(import.meta.dirname, '../../packages/orders/migrations')
const peer = createServicePeer()

export default defineConfig({
  plugins: [
    cloudflareTest(async () => {
      const { serviceBindings, queueConsumers } = await deployedConfiguration()
      return {
        main: './src/index.ts',
        miniflare: {
          compatibilityDate,
          modulesRules,
          d1Databases: ['DB'],
          r2Buckets: ['FILES'],
          durableObjects: { DAILY_FILE_READERS: { className: 'DailyFileReader', useSQLite: true } },
          queueProducers: { OUTBOX_QUEUE: 'merchant-edge-orders' },
          queueConsumers,
          bindings: {
            MIGRATIONS: await readD1Migrations(migrations),
            SERVICE_BINDINGS: serviceBindings,
            ENVIRONMENT: 'local',
            SERVICE_URL: 'https://service.example',
            SERVICE_PAYMENT_URL: 'https://wallet.example',
            PARTNER_CODE: 'PARTNER-1',
            MERCHANT_CODE: 'MERCHANT-1',
            MERCHANT_ACCOUNT_ID: 'ACCOUNT-1',
            TRANSFER_LIMIT_VND: '5000000',
            TRANSFER_DAY_LIMIT_VND: '9000000',
            APPROVAL_LIMIT_VND: '100000',
            PARTNER_ID: 'BOOKS',
            CHECKSUM_KEY: 'checksum key of the tests',
            STORE_CODE: 'STORE-1',
            POS_CODE: 'POS-1',
            STORES: '[{"storeCode":"STORE-2","posCodes":["TILL-*"]}]',
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
      }
    }),
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
