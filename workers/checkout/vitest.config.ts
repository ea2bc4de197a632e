import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { compatibilityDate, reporters } from '../../vitest.shared.ts'

const migrations = join(import.meta.dirname, '../../packages/orders/migrations')

// What has to survive the way between two Workers: a plain answer, and an error with its name.
const orders = `
import { WorkerEntrypoint } from 'cloudflare:workers'
export class Orders extends WorkerEntrypoint {
  open(order) {
    if (order.id === 'TYPE-ERROR') {
      throw new TypeError("The order's returnUrl must be an address on one of the allowed origins.")
    }
    if (order.id === 'ERROR') throw new Error('D1_ERROR: overloaded')
    return { outcome: 'opened', order: { ...order, state: 'creating' } }
  }
  find() { return null }
}
export default { fetch: () => new Response(null, { status: 404 }) }
`

export default defineConfig({
  plugins: [
    cloudflareTest(async () => ({
      main: './src/index.ts',
      miniflare: {
        compatibilityDate,
        d1Databases: ['DB'],
        bindings: {
          ENVIRONMENT: 'local',
          CHECKOUT_URL: 'https://checkout.example',
          CHECKOUT_SECRET: 'a-secret-of-the-shop',
          ORDER_KEY_SECRET: 'a-secret-of-the-checkout',
          MIGRATIONS: await readD1Migrations(migrations),
        },
        serviceBindings: { ORDERS: { name: 'orders', entrypoint: 'Orders' } },
        workers: [{ name: 'orders', compatibilityDate, modules: true, script: orders }],
      },
    })),
  ],
  test: {
    include: ['src/**/*.test.ts'],
    isolate: false,
    ...reporters(import.meta.dirname, 'small'),
  },
})
