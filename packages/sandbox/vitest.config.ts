import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { compatibilityDate, reporters } from '../../vitest.shared.ts'

export default defineConfig({
  test: {
    ...reporters(import.meta.dirname),
    projects: [
      {
        plugins: [
          cloudflareTest({
            main: './src/worker.ts',
            miniflare: { compatibilityDate, d1Databases: ['DB'] },
          }),
        ],
        test: {
          name: 'workerd',
          root: import.meta.dirname,
          include: ['src/**/*.test.ts'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'node',
          root: import.meta.dirname,
          include: ['test/**/*.test.ts'],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
})
