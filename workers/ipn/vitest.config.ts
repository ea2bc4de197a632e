import { generateKeyPairSync } from 'node:crypto'
import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { compatibilityDate, reporters } from '../../vitest.shared.ts'

// The keys of the service are made by Node, so that the Worker under test meets a foreign PEM.
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

const orders = `
import { WorkerEntrypoint } from 'cloudflare:workers'
const recorded = []
let failure
export class Callbacks extends WorkerEntrypoint {
  record(callback) {
    if (failure !== undefined) throw new Error(failure)
    recorded.push(callback)
    return 'recorded'
  }
  recorded() { return recorded }
  failWith(message) { failure = message }
}
export default { fetch: () => new Response(null, { status: 404 }) }
`

export default defineConfig({
  plugins: [
    cloudflareTest({
      main: './src/index.ts',
      miniflare: {
        compatibilityDate,
        bindings: {
          ENVIRONMENT: 'local',
          CALLBACK_KEYS: JSON.stringify([
            { id: 'k1', pem: publicKey.export({ type: 'spki', format: 'pem' }) },
          ]),
          CALLBACK_SECRET: 'test-secret-0123456789',
          SERVICE_PRIVATE_KEY: JSON.stringify(privateKey.export({ format: 'jwk' })),
        },
        serviceBindings: { CALLBACKS: { name: 'orders', entrypoint: 'Callbacks' } },
        workers: [{ name: 'orders', compatibilityDate, modules: true, script: orders }],
      },
    }),
  ],
  test: {
    include: ['src/**/*.test.ts'],
    ...reporters(import.meta.dirname, 'small'),
  },
})
