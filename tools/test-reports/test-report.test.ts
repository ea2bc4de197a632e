import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseReport, totalsOf, type ReportTotals } from './test-report.ts'

// Method: the real test runner runs files that fail in every way, and its report is added up.

const tools = join(import.meta.dirname, '..')
let folder: string

beforeEach(async () => {
  await mkdir(join(tools, '.reports'), { recursive: true })
  folder = await mkdtemp(join(tools, '.reports/totals-'))
})

afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

/** Runs test files with the names and texts given. */
async function run(files: Readonly<Record<string, string>>): Promise<ReportTotals> {
  await writeFile(join(folder, 'vitest.config.mjs'), 'export default {}')
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), `import { beforeAll, expect, it } from 'vitest'\n${text}`)
  }
  const report = join(folder, 'report.json')
  const options = ['--root', folder, '--reporter', 'json', '--outputFile', report]
  const command = [join(tools, 'node_modules/vitest/vitest.mjs'), 'run', ...options]
  // Exits with 1 when a test fails.
  await new Promise((resolve) => execFile(process.execPath, command, resolve))
  return totalsOf(parseReport(await readFile(report, 'utf8')), folder)
}

describe('totalsOf', () => {
  it('counts what passed and what was skipped', async () => {
    const files = { 'a.test.ts': `it('one', () => {})\nit.skip('two', () => {})` }

    expect(await run(files)).toEqual({ passed: 1, failed: 0, skipped: 1, failures: [] })
  })

  it('names a failed test with its file, its error and the line of the test', async () => {
    const { failed, passed, failures } = await run({
      'a.test.ts': `it('one', () => {})\nit('two', () => {\n  expect('x').toBe('y')\n})`,
    })

    expect({ failed, passed }).toEqual({ failed: 1, passed: 1 })
    expect(failures).toHaveLength(1)
    expect(failures[0]).toMatch(/^a\.test\.ts > two\n.*expected 'x' to be 'y'/)
    expect(failures[0]).toContain('a.test.ts:4:')
    expect(failures[0]).not.toContain('node_modules')
  })

  it('counts a failed hook, which only skips tests, and says why it failed', async () => {
    const text = `beforeAll(() => { throw new Error('no house') })\nit('one', () => {})`
    const { failed, skipped, failures } = await run({
      'a.test.ts': text,
      'b.test.ts': `it('two', () => {})`,
    })

    expect({ failed, skipped }).toEqual({ failed: 1, skipped: 1 })
    expect(failures).toEqual(['a.test.ts\nno house'])
  })

  it('counts a test file that cannot be loaded', async () => {
    const { failed, failures } = await run({ 'a.test.ts': `import './absent.ts'` })

    expect(failed).toBe(1)
    expect(failures[0]).toMatch(/^a\.test\.ts\n.*absent\.ts/)
  })

  it('counts a report without a test', async () => {
    expect(await run({})).toMatchObject({ passed: 0, failed: 1 })
  })
})
