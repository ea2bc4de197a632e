import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { compatibilityDate, reporters, timeouts } from '../../vitest.shared.ts'

const directory = import.meta.dirname

export default defineConfig({
  test: {
    ...reporters(directory, 'small'),
    projects: [
      {
        test: {
          name: 'node',
          ...timeouts,
          isolate: false,
          root: directory,
          include: ['src/**/*.test.ts'],
          exclude: ['src/**/*.workerd.test.ts'],
        },
      },
      {
        plugins: [
          cloudflareTest(async () => ({
            miniflare: {
              compatibilityDate,
              d1Databases: ['DB'],
              bindings: { MIGRATIONS: await readD1Migrations(join(directory, 'migrations')) },
            },
          })),
        ],
        test: {
          name: 'workerd',
          ...timeouts,
          isolate: false,
          root: directory,
          include: ['src/**/*.test.ts'],
          exclude: ['src/**/*.node.test.ts'],
        },
      },
    ],
  },
})
