import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { compatibilityDate, reporters } from '../../vitest.shared.ts'

export default defineConfig({
  plugins: [
    cloudflareTest({
      miniflare: {
        compatibilityDate,
        ratelimits: {
          TRY_LIMIT: { namespace_id: '1007', simple: { limit: 10, period: 60 } },
        },
        bindings: {
          ENVIRONMENT: 'local',
          TILL_URL: 'http://localhost:8793',
          CHECKOUT_URL: 'http://localhost:8788',
          CHECKOUT_SECRET: 'test-checkout-secret',
          TILL_PASSWORD: 'a password of the tests only',
          TILLS: JSON.stringify([
            {
              name: 'Counter 1',
              storeCode: 'HN-01',
              posCode: 'TILL-1',
              storeName: 'Nhà sách Hà Nội',
            },
            { name: 'Counter 2', storeCode: 'HN-01', posCode: 'TILL-2' },
          ]),
          GOODS: JSON.stringify([
            { barcode: '8938505970011', name: 'Trà sen', priceVnd: 45_000 },
            { barcode: '96385074', name: 'Cà phê', priceVnd: 29_000 },
          ]),
        },
      },
    }),
  ],
  test: {
    ...reporters(import.meta.dirname, 'small'),
    include: ['src/**/*.test.ts'],
    isolate: false,
  },
})
