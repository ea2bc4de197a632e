import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Adds up what the test runners themselves reported, and closes with the one line
 * `N passed, N failed`. No report, or no test in one, is a failure.
 */
const directory = join(import.meta.dirname, '../.reports')

interface Report {
  numTotalTests: number
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numFailedTestSuites: number
}

const files = (await readdir(directory).catch(() => [])).filter((file) => file.endsWith('.json'))
let passed = 0
let failed = 0
for (const file of files.toSorted()) {
  const report: Report = JSON.parse(await readFile(join(directory, file), 'utf8'))
  const { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites } = report
  const brokenSuite = numFailedTestSuites > 0 && numFailedTests === 0 ? 1 : 0
  const empty = report.numTotalTests === 0 ? 1 : 0
  passed += numPassedTests
  failed += numFailedTests + brokenSuite + empty
  const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : ''
  console.log(`${file.replace('.json', '').padEnd(16)} ${numPassedTests} passed${skipped}`)
}
if (passed + failed === 0) failed = 1
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
