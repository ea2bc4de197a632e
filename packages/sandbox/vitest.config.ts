import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import {
  compatibilityDate,
  modulesRules,
  nodeSetupFiles,
  reporters,
  timeouts,
} from '../../vitest.shared.ts'

export default defineConfig({
  test: {
    ...reporters(import.meta.dirname),
    projects: [
      {
        plugins: [
          cloudflareTest({
            main: './src/worker.ts',
            miniflare: { compatibilityDate, modulesRules, d1Databases: ['DB'] },
          }),
        ],
        test: {
          name: 'workerd',
          ...timeouts,
          root: import.meta.dirname,
          include: ['src/**/*.test.ts'],
          setupFiles: ['./test/first-data.ts'],
          isolate: false,
        },
      },
      {
        test: {
          name: 'node',
          ...timeouts,
          root: import.meta.dirname,
          include: ['test/**/*.test.ts'],
          setupFiles: nodeSetupFiles,
          isolate: false,
        },
      },
    ],
  },
})
