import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { mergeConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { createVitest, type TestProject, type TestRunResult, type Vitest } from 'vitest/node'
import { keepWorkerOf } from './kept-pool.ts'
import type { FileTests, Killer, ReachingTest, TestReply } from './messages.ts'

/** The tests of a package, loaded in one process, over replaceable sources. */
export interface PackageTests {
  /**
   * Runs every test of the files whose path contains one of `testParts` over texts with marks, by the
   * absolute paths of their files.
   */
  reach(
    texts: Readonly<Record<string, string>>,
    testParts: readonly string[],
  ): Promise<Extract<TestReply, { kind: 'reached' }>>
  /** Runs tests of a file over one changed text until the first one fails. */
  attempt(
    changed: { readonly file: string; readonly text: string },
    tests: FileTests,
  ): Promise<Extract<TestReply, { kind: 'tried' }>>
  close(): Promise<void>
}

function isProject(value: unknown): value is TestProjectInlineConfiguration {
  return typeof value === 'object' && value !== null && 'test' in value
}

/**
 * The configuration of one of the projects in which a package tests itself. A package with a single
 * project has no list of them: its whole configuration is that project, whatever its name.
 */
async function readProject(
  packageDirectory: string,
  name: string,
): Promise<TestProjectInlineConfiguration> {
  const address = pathToFileURL(join(packageDirectory, 'vitest.config.ts')).href
  const loaded: { readonly default?: { test?: { projects?: unknown[] } } } = await import(address)
  const whole = loaded.default
  if (isProject(whole) && whole.test?.projects === undefined) {
    return { ...whole, test: { ...whole.test, name, root: packageDirectory } }
  }
  for (const project of whole?.test?.projects ?? []) {
    if (isProject(project) && project.test?.name === name) return project
  }
  throw new TypeError(`${packageDirectory}/vitest.config.ts has no test project ${name}.`)
}

/** The first failure of a run; nothing when every requested test has passed. */
function failureOf({ testModules, unhandledErrors }: TestRunResult): Killer | undefined {
  for (const module of testModules) {
    const [broken] = module.errors()
    if (broken !== undefined) return { name: `${module.relativeModuleId}: ${broken.message}` }
    for (const test of module.children.allTests('failed')) {
      return { name: `${module.relativeModuleId} > ${test.fullName}`, testId: test.id }
    }
  }
  const [error] = unhandledErrors
  if (error === undefined) return undefined
  return { name: error instanceof Error ? error.message : 'an error outside of the tests' }
}

function passedCount({ testModules }: TestRunResult): number {
  let passed = 0
  for (const module of testModules) passed += [...module.children.allTests('passed')].length
  return passed
}

/**
 * The blocks that each test reaches, including those reached while its file is loaded and set up.
 */
function reachingTests({ testModules }: TestRunResult): ReachingTest[] {
  return testModules.flatMap((module) => {
    const tests = [...module.children.allTests('passed')]
    const before = tests.flatMap((test) => test.meta().reachedBefore ?? [])
    return tests.map((test) => ({
      file: module.moduleId,
      id: test.id,
      name: test.fullName,
      durationMs: test.diagnostic()?.duration ?? 0,
      reached: [...new Set([...before, ...(test.meta().reached ?? [])])],
    }))
  })
}

/** Opens vitest with one project, in which given texts replace those of their files. */
async function openVitest(
  packageDirectory: string,
  projectName: string,
  exchanged: ReadonlyMap<string, string>,
): Promise<Vitest> {
  const project = mergeConfig(await readProject(packageDirectory, projectName), {
    plugins: [
      {
        name: 'mutation',
        enforce: 'pre',
        load: (id: string) => exchanged.get(id.split('?')[0] ?? id),
      },
    ],
    test: {
      setupFiles: ['forget-modules.ts', 'record-marks.ts'].map((file) =>
        join(import.meta.dirname, file),
      ),
      isolate: false,
      maxWorkers: 1,
    },
  })
  const vitest = await createVitest(
    {
      config: false,
      root: packageDirectory,
      watch: false,
      bail: 1,
      reporters: [{}],
      // It would find a module by its file, whose text is not the one that runs here.
      fsModuleCache: false,
    },
    { test: { projects: [project] } },
  )
  await vitest.standalone()
  return vitest
}

/** Opens the tests that a package runs in one of its projects. */
export async function openPackageTests(
  packageDirectory: string,
  projectName: string,
): Promise<PackageTests> {
  const exchanged = new Map<string, string>()
  const vitest = await openVitest(packageDirectory, projectName, exchanged)
  const opened: TestProject = vitest.getProjectByName(projectName)
  const pool = keepWorkerOf(opened)

  async function exchange(texts: Readonly<Record<string, string>>): Promise<void> {
    const changed = new Set([...exchanged.keys(), ...Object.keys(texts)])
    exchanged.clear()
    for (const [file, text] of Object.entries(texts)) exchanged.set(file, text)
    for (const file of changed) vitest.invalidateFile(file)
    pool.forget(changed)
  }

  return {
    async reach(texts, testParts) {
      await exchange(texts)
      const specifications = await vitest.globTestSpecifications()
      const result = await vitest.runTestSpecifications(
        specifications.filter(({ moduleId }) => testParts.some((part) => moduleId.includes(part))),
      )
      const failure = failureOf(result)
      const tests = reachingTests(result)
      return { kind: 'reached', tests, failed: failure === undefined ? [] : [failure.name] }
    },

    async attempt(changed, { file, testIds }) {
      const isExchanged = exchanged.size === 1 && exchanged.get(changed.file) === changed.text
      if (!isExchanged) await exchange({ [changed.file]: changed.text })
      const specification = opened.createSpecification(file, { testIds: [...testIds] })
      // The result has the files of all earlier runs too, each with its newest results.
      vitest.state.clearFiles(opened, [file])
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification])
      const ofFile = testModules.filter(({ moduleId }) => moduleId === file)
      const result = { testModules: ofFile, unhandledErrors }
      const killedBy = failureOf(result)
      if (killedBy !== undefined) return { kind: 'tried', killedBy }
      const passed = passedCount(result)
      if (passed !== testIds.length) {
        throw new Error(`${file}: ${passed} of ${testIds.length} tests were run.`)
      }
      return { kind: 'tried' }
    },

    async close() {
      await pool.close()
      await vitest.close()
    },
  }
}
