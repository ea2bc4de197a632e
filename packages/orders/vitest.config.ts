import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { compatibilityDate, modulesRules, reporters, timeouts } from '../../vitest.shared.ts'

const directory = import.meta.dirname

export default defineConfig({
  test: {
    ...reporters(directory),
    projects: [
      {
        plugins: [
          cloudflareTest(async () => ({
            main: './test/worker.ts',
            miniflare: {
              compatibilityDate,
              modulesRules,
              durableObjects: { STORE: { className: 'Store', useSQLite: true } },
              d1Databases: ['DB'],
              r2Buckets: ['FILES'],
              bindings: {
                MIGRATIONS: await readD1Migrations(join(directory, 'migrations')),
                MOVED_SINCE: readFileSync(join(directory, 'restore/moved-since.sql'), 'utf8'),
                AFTER_RESTORE: readFileSync(join(directory, 'restore/after-restore.sql'), 'utf8'),
                SIMULATION_SEEDS: process.env['SIMULATION_SEEDS'] ?? '',
                SIMULATION_FIRST_SEED: process.env['SIMULATION_FIRST_SEED'] ?? '',
                INTERLEAVINGS: process.env['INTERLEAVINGS'] ?? '',
              },
            },
          })),
        ],
        test: {
          name: 'workerd',
          root: directory,
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['src/**/*.node.test.ts'],
          setupFiles: ['./test/begin-with-fresh-storage.ts'],
          isolate: false,
          ...timeouts,
        },
      },
      {
        test: {
          name: 'node',
          root: directory,
          include: ['src/**/*.node.test.ts'],
          ...timeouts,
        },
      },
    ],
  },
})
