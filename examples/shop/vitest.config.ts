import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { compatibilityDate, reporters } from '../../vitest.shared.ts'

export default defineConfig({
  plugins: [
    cloudflareTest({
      miniflare: {
        compatibilityDate,
        d1Databases: { DB: 'shop' },
        bindings: {
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
    }),
  ],
  test: { ...reporters(import.meta.dirname), include: ['src/**/*.test.ts'] },
})
