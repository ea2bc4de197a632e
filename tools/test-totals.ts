import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseReport, totalsOf, type ReportTotals } from './test-reports/test-report.ts'

/**
 * Adds up the reports of the test runners, lists what failed, and prints as its last line
 * `N passed, N failed`. A package that has a test script and no report counts as failed, and so does
 * a report without a test, and an exit code of the tests (the argument) that no report explains.
 */
const repository = join(import.meta.dirname, '..')
const parents = ['packages', 'workers', 'examples']

async function testedFolders(): Promise<readonly string[]> {
  const folders = ['benchmarks', 'runtime-tests', 'tools']
  for (const parent of parents) {
    for (const name of await readdir(join(repository, parent))) folders.push(`${parent}/${name}`)
  }
  const tested: string[] = []
  for (const folder of folders.toSorted()) {
    const text = await readFile(join(repository, folder, 'package.json'), 'utf8')
    const { scripts }: { scripts?: Record<string, string> } = JSON.parse(text)
    if (scripts?.['test'] !== undefined) tested.push(folder)
  }
  return tested
}

async function totalsOfFolder(folder: string): Promise<ReportTotals> {
  const file = join(repository, folder, '.reports/vitest.json')
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text !== undefined) return totalsOf(parseReport(text), repository)
  const failures = [`${folder}\nIt left no report: its tests did not finish.`]
  return { passed: 0, failed: 1, skipped: 0, failures }
}

let passed = 0
let failed = 0
const failures: string[] = []
for (const folder of await testedFolders()) {
  const totals = await totalsOfFolder(folder)
  const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''
  const broken = totals.failed > 0 ? `, ${totals.failed} failed` : ''
  console.log(`${folder.padEnd(20)} ${totals.passed} passed${skipped}${broken}`)
  passed += totals.passed
  failed += totals.failed
  failures.push(...totals.failures)
}
const exitCode = process.argv[2] ?? '0'
if (failed === 0 && exitCode !== '0') {
  failures.push(
    `The tests ended with exit code ${exitCode}, but no test is reported as failed: look for an error outside of a test.`,
  )
  failed = 1
}
if (passed + failed === 0) failed = 1
for (const failure of failures) console.log(`\nfailed: ${failure}`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
