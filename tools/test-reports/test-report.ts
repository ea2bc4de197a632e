import { relative } from 'node:path'
import * as v from 'valibot'

const TestReport = v.object({
  numTotalTests: v.number(),
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  numPendingTests: v.number(),
  testResults: v.array(
    v.object({
      /** Path of the test file. */
      name: v.string(),
      status: v.string(),
      message: v.string(),
      assertionResults: v.array(
        v.object({
          fullName: v.string(),
          status: v.string(),
          failureMessages: v.array(v.string()),
        }),
      ),
    }),
  ),
})

/** What a test runner's JSON report says of one package. */
export type TestReport = v.InferOutput<typeof TestReport>

/** Number of tests in a report, and of failures, with what failed in words. */
export interface ReportTotals {
  readonly passed: number
  /** Failed tests, and 1 if a hook or an import failed, or if the report has no test. */
  readonly failed: number
  readonly skipped: number
  /** For each failure: the file, the test, and the error with its place in the repository's code. */
  readonly failures: readonly string[]
}

/**
 * @param text the report as the runner wrote it
 * @throws ValiError when it is not the report of a test run
 */
export function parseReport(text: string): TestReport {
  return v.parse(TestReport, JSON.parse(text))
}

/** An error's message and the lines of its stack outside of libraries. */
function ownLines(message: string): string {
  const lines = message.split('\n')
  return lines.filter((line) => !/^\s+at .*(node_modules|node:|<anonymous>)/.test(line)).join('\n')
}

function failuresOfFile(
  { name, message, assertionResults }: TestReport['testResults'][number],
  repository: string,
): readonly string[] {
  const file = relative(repository, name)
  const failed = assertionResults.filter(({ status }) => status === 'failed')
  const failures = failed.map(
    ({ fullName, failureMessages }) =>
      `${file} > ${fullName}\n${failureMessages.map(ownLines).join('\n')}`,
  )
  if (failures.length > 0) return failures
  return [`${file}\n${message || 'A hook failed; the output of the test run names it.'}`]
}

/**
 * Adds up a report. A test file whose hook or import failed has no failed test: its tests are
 * skipped, and that counts as one failure.
 *
 * @param repository folder below which the test files are named
 */
export function totalsOf(report: TestReport, repository: string): ReportTotals {
  const broken = report.testResults.filter(({ status }) => status === 'failed')
  const brokenSuite = broken.length > 0 && report.numFailedTests === 0 ? 1 : 0
  const empty = report.numTotalTests === 0 && brokenSuite === 0 ? 1 : 0
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenSuite + empty,
    skipped: report.numPendingTests,
    failures: broken.flatMap((file) => failuresOfFile(file, repository)),
  }
}
