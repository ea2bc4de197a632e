import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { compatibilityDate, reporters } from '../../vitest.shared.ts'

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
    cloudflareTest({
      main: './src/index.ts',
      miniflare: {
        compatibilityDate,
        bindings: { CHECKOUT_SECRET: 'a-secret-of-the-shop' },
        serviceBindings: { ORDERS: { name: 'orders', entrypoint: 'Orders' } },
        workers: [{ name: 'orders', compatibilityDate, modules: true, script: orders }],
      },
    }),
  ],
  test: {
    include: ['src/**/*.test.ts'],
    ...reporters(import.meta.dirname),
  },
})
