import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Adds up the reports of the test runners, and prints as its last line `N passed, N failed`. A
 * package that has a test script and no report counts as failed, and so does a report without a
 * test, and an exit code of the tests (the argument) that no report explains.
 */
const repository = join(import.meta.dirname, '..')
const parents = ['packages', 'workers', 'examples']
const report = '.reports/vitest.json'

interface Report {
  numTotalTests: number
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numFailedTestSuites: number
}

async function readJson<Shape>(file: string): Promise<Shape> {
  return JSON.parse(await readFile(join(repository, file), 'utf8'))
}

async function testedFolders(): Promise<readonly string[]> {
  const folders = ['benchmarks', 'runtime-tests', 'tools']
  for (const parent of parents) {
    for (const name of await readdir(join(repository, parent))) folders.push(`${parent}/${name}`)
  }
  const tested: string[] = []
  for (const folder of folders.toSorted()) {
    const { scripts } = await readJson<{ scripts?: Record<string, string> }>(
      `${folder}/package.json`,
    )
    if (scripts?.['test'] !== undefined) tested.push(folder)
  }
  return tested
}

async function countTests(folder: string): Promise<{ passed: number; failed: number }> {
  const found = await readJson<Report>(`${folder}/${report}`).catch(() => undefined)
  if (found === undefined) {
    console.log(`${folder.padEnd(20)} no report: its tests did not finish`)
    return { passed: 0, failed: 1 }
  }
  const { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites } = found
  const brokenSuite = numFailedTestSuites > 0 && numFailedTests === 0 ? 1 : 0
  const empty = found.numTotalTests === 0 ? 1 : 0
  const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : ''
  console.log(`${folder.padEnd(20)} ${numPassedTests} passed${skipped}`)
  return { passed: numPassedTests, failed: numFailedTests + brokenSuite + empty }
}

let passed = 0
let failed = 0
for (const folder of await testedFolders()) {
  const count = await countTests(folder)
  passed += count.passed
  failed += count.failed
}
const exitCode = process.argv[2] ?? '0'
if (failed === 0 && exitCode !== '0') {
  console.log(
    `The tests ended with exit code ${exitCode}, but no test is reported as failed: look for an error outside of a test.`,
  )
  failed = 1
}
if (passed + failed === 0) failed = 1
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
