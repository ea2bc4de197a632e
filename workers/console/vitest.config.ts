import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { compatibilityDate, reporters } from '../../vitest.shared.ts'

export default defineConfig({
  plugins: [
    cloudflareTest(async () => ({
      miniflare: {
        compatibilityDate,
        d1Databases: { DB: 'console' },
        bindings: {
          MIGRATIONS: await readD1Migrations(
            join(import.meta.dirname, '../../packages/oidc/migrations'),
          ),
        },
      },
    })),
  ],
  test: {
    include: ['src/**/*.test.ts'],
    setupFiles: ['./test/tables.ts'],
    isolate: false,
    ...reporters(import.meta.dirname, 'small'),
  },
})
