import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { compatibilityDate, reporters } from '../../vitest.shared.ts'

const directory = import.meta.dirname

export default defineConfig({
  plugins: [
    cloudflareTest(async () => ({
      miniflare: {
        compatibilityDate,
        d1Databases: ['DB'],
        r2Buckets: ['FILES'],
        bindings: {
          MIGRATIONS: await readD1Migrations(join(directory, 'migrations')),
          SIMULATION_SEEDS: process.env['SIMULATION_SEEDS'] ?? '',
          SIMULATION_FIRST_SEED: process.env['SIMULATION_FIRST_SEED'] ?? '',
        },
      },
    })),
  ],
  test: {
    root: directory,
    include: ['src/**/*.test.ts'],
    setupFiles: ['./test/apply-migrations.ts'],
    ...reporters(import.meta.dirname),
  },
})
