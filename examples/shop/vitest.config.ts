import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { compatibilityDate, reporters } from '../../vitest.shared.ts'

export default defineConfig({
  plugins: [
    cloudflareTest(async () => ({
      miniflare: {
        compatibilityDate,
        d1Databases: { DB: 'shop' },
        // All test files share these limits and one IP address; the test of a limit uses a different address.
        ratelimits: {
          SHOP_LIMIT: { namespace_id: '1002', simple: { limit: 100_000, period: 60 } },
          TRY_LIMIT: { namespace_id: '1003', simple: { limit: 300, period: 60 } },
        },
        bindings: {
          MIGRATIONS: await readD1Migrations(
            join(import.meta.dirname, '../../packages/oidc/migrations'),
          ),
          SHOP_URL: 'http://localhost:8787',
          CHECKOUT_URL: 'http://localhost:8788',
          CHECKOUT_SECRET: 'test-checkout-secret',
          STORE_CODE: 'EDGE-STORE-1',
          AUTH_URL: 'http://localhost:8790',
          CLIENT_ID: 'edge-shop',
          CLIENT_SECRET: 'secret of the tests only',
          SESSION_SECRET: 'a session secret that is of the tests only',
          WEBHOOK_SECRET: `whsec_${btoa('a secret of the tests only')}`,
        },
      },
    })),
  ],
  test: {
    ...reporters(import.meta.dirname, 'small'),
    include: ['src/**/*.test.ts'],
    setupFiles: ['test/tables.ts'],
    isolate: false,
  },
})
