import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { relative } from 'node:path'
import { defineConfig, type ViteUserConfig } from 'vitest/config'

/** The newest date that every workerd in this repository accepts and that still has nodejs_compat off. */
export const compatibilityDate = '2026-07-30'

/** Where each package's test run leaves its report; `.ci/run` sums them up. Slow machines get time. */
export function reporters(packageDirectory: string) {
  const name = relative(import.meta.dirname, packageDirectory).replaceAll(/[/\\]/g, '-')
  return {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: ['default', 'json'],
    outputFile: { json: new URL(`./.reports/${name}.json`, import.meta.url).pathname },
  }
}

/**
 * Tests of a package that runs on any edge: every `*.test.ts` runs on Node and once more in workerd
 * without Node compatibility; `*.node.test.ts` and `*.workerd.test.ts` run in one of them only.
 */
export function edgePackage(packageDirectory: string): ViteUserConfig {
  return defineConfig({
    test: {
      ...reporters(packageDirectory),
      projects: [
        {
          test: {
            name: 'node',
            root: packageDirectory,
            include: ['src/**/*.test.ts'],
            exclude: ['src/**/*.workerd.test.ts'],
          },
        },
        {
          plugins: [cloudflareTest({ miniflare: { compatibilityDate } })],
          test: {
            name: 'workerd',
            root: packageDirectory,
            include: ['src/**/*.test.ts'],
            exclude: ['src/**/*.node.test.ts'],
          },
        },
      ],
    },
  })
}

/** Tests of something that runs on Node only. */
export function nodePackage(
  packageDirectory: string,
  test: ViteUserConfig['test'] = {},
): ViteUserConfig {
  return defineConfig({
    test: {
      ...reporters(packageDirectory),
      root: packageDirectory,
      include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
      ...test,
    },
  })
}
