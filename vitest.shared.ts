import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { existsSync, statfsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { BaseSequencer, type TestSequencerConstructor, type TestSpecification } from 'vitest/node'

/** The newest date that every workerd in this repository accepts and that still has nodejs_compat off. */
export const compatibilityDate = '2026-07-30'

/** Modules of WebAssembly are compiled before the Worker runs, as wrangler does it. */
export const modulesRules = [{ type: 'CompiledWasm' as const, include: ['**/*.wasm'] }]

const memoryDisk = '/dev/shm'
const bytesNeeded = 2 ** 31

// A D1 database waits for the disk at every write, which took a third to two thirds of the time of the
// tests that use one. No test is about a loss of power, so their files stand in memory where there is room.
try {
  const { bavail, bsize } = statfsSync(memoryDisk)
  if (bavail * bsize > bytesNeeded) process.env['TMPDIR'] = memoryDisk
} catch {
  // Not every system has a disk in memory.
}

/**
 * How long a test may hang before it is ended. Projects within a configuration do not inherit it. No test
 * measures time: the limits are there so that a run always stops, also on a slow and busy machine.
 */
export const timeouts = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // The default of `expect.poll` is one second, in which a busy machine does little.
  expect: { poll: { timeout: 100_000 } },
}

/** turbo tests two packages at a time, each of which has half of the cores. */
const isBesideAnother = process.env['TURBO_HASH'] !== undefined

/** How many processes of each runtime keep the cores busy that a package has. */
export const processesForCores = isBesideAnother
  ? Math.max(1, Math.floor(availableParallelism() / 2))
  : Math.max(2, availableParallelism() - 1)

/**
 * `small`: the test files share one process of each runtime. `large`: there are two of each at least when the package is
 * tested alone, which halves the time of a long run. The second loads every module of tests and sources once more, 1 to
 * 6 s of the processor.
 */
type PackageSize = 'small' | 'large'

// The default is one less than there are cores, which on two of them is one.
const maxWorkers = { small: 1, large: processesForCores }

/** Where each package's test run leaves its report, which `.ci/run` adds up; and how many processes it takes. */
export function reporters(packageDirectory: string, size: PackageSize = 'large') {
  return {
    ...timeouts,
    maxWorkers: maxWorkers[size],
    // What a test logs is shown when it fails; `--silent=false` shows it always.
    silent: 'passed-only' as const,
    // The default of 300 ms lists most tests with a database on a busy machine.
    slowTestThreshold: 10_000,
    reporters: ['default', 'json'],
    outputFile: { json: join(packageDirectory, '.reports/vitest.json') },
  }
}

/**
 * Tests of a package that runs on any edge: every `*.test.ts` runs on Node and once more in workerd
 * without Node compatibility; `*.node.test.ts` and `*.workerd.test.ts` run in one of them only. The test
 * files share one process of each: they keep no state, and starting one for every file would take most
 * of the time.
 */
export function edgePackage(packageDirectory: string, size: PackageSize = 'small'): ViteUserConfig {
  return defineConfig({
    test: {
      ...reporters(packageDirectory, size),
      projects: [
        {
          test: {
            name: 'node',
            root: packageDirectory,
            include: ['src/**/*.test.ts'],
            exclude: ['src/**/*.workerd.test.ts'],
            isolate: false,
            ...timeouts,
          },
        },
        {
          plugins: [cloudflareTest({ miniflare: { compatibilityDate, modulesRules } })],
          test: {
            name: 'workerd',
            root: packageDirectory,
            include: ['src/**/*.test.ts'],
            exclude: ['src/**/*.node.test.ts'],
            isolate: false,
            ...timeouts,
          },
        },
      ],
    },
  })
}

/** What test files on Node that ask a server run first. */
export const nodeSetupFiles = [join(import.meta.dirname, 'vitest.connections.ts')]

/** Tests of something that runs on Node only; its test files share their processes. */
export function nodePackage(
  packageDirectory: string,
  test: ViteUserConfig['test'] = {},
): ViteUserConfig {
  return defineConfig({
    test: {
      ...reporters(packageDirectory),
      root: packageDirectory,
      include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
      setupFiles: nodeSetupFiles,
      isolate: false,
      ...test,
    },
  })
}

/**
 * Starts the named test files before the others of the package, in the order in which they are named. On a fresh clone
 * the runner knows no durations and starts with the largest file, so that a short file of long tests is left for the
 * end, when the other processes have nothing to do any more.
 *
 * @param files paths below the package's folder, the longest in time first
 * @throws Error when one of the files does not exist
 */
export function startWith(
  packageDirectory: string,
  files: readonly string[],
): { readonly sequencer: TestSequencerConstructor } {
  const paths = files.map((file) => join(packageDirectory, file))
  const missing = paths.filter((path) => !existsSync(path))
  if (missing.length > 0) {
    throw new Error(
      `No test file ${missing.join(', ')}: name it as it is called now, or not at all.`,
    )
  }
  const rankOf = ({ moduleId }: TestSpecification): number => {
    const rank = paths.indexOf(moduleId)
    return rank < 0 ? paths.length : rank
  }
  class NamedFirst extends BaseSequencer {
    override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
      const sorted = await super.sort(specifications)
      return sorted.toSorted((one, other) => rankOf(one) - rankOf(other))
    }
  }
  return { sequencer: NamedFirst }
}
