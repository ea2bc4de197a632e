import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { reachable } from '../../../workers/orders/test/reachable-methods.ts'
import { problemsOfMethods, readMethodLists } from './method-lists.ts'
import { readCitations } from './read-citations.ts'
import { readTitles } from './read-titles.ts'
import { countsOf, problemsOfRows, readRows } from './verification-rows.ts'

/**
 * Checks SECURITY.md and docs/security: every test that they cite exists under its title, every
 * threat has a test, every row of the verification standard has a proof or a reason, the counts of
 * the rows are right, and access.md lists the methods that each Worker can call.
 */
const repository = join(import.meta.dirname, '../../..')
const folder = 'docs/security'
const standard = `${folder}/asvs.md`
const access = `${folder}/access.md`
const problems: string[] = []

const titles = new Map<string, ReadonlySet<string>>()
async function titlesOf(file: string): Promise<ReadonlySet<string>> {
  const known = titles.get(file)
  if (known !== undefined) return known
  const read = readTitles(file, await readFile(join(repository, file), 'utf8'))
  titles.set(file, read)
  return read
}

async function checkCitations(document: string, markdown: string): Promise<number> {
  const citations = readCitations(markdown)
  for (const { file, title, line } of citations) {
    const place = `${document}:${line}`
    if (!existsSync(join(repository, file))) problems.push(`${place}: there is no ${file}`)
    else if (!(await titlesOf(file)).has(title)) {
      problems.push(`${place}: ${file} has no test "${title}"`)
    }
  }
  return citations.length
}

function checkThreats(document: string, markdown: string): void {
  const [, threats = ''] = markdown.split('\n## Threats\n')
  for (const part of threats.split(/\n## /)[0]?.split('\n### ').slice(1) ?? []) {
    if (readCitations(part).length === 0) {
      problems.push(`${document}: no test covers the threat "${part.split('\n')[0]}"`)
    }
  }
}

const names = await readdir(join(repository, folder))
const documents = ['SECURITY.md', ...names.map((name) => `${folder}/${name}`)]
let cited = 0
for (const document of documents) {
  const markdown = await readFile(join(repository, document), 'utf8')
  cited += await checkCitations(document, markdown)
  if (document === 'SECURITY.md') checkThreats(document, markdown)
  if (document === access) {
    const differences = problemsOfMethods(readMethodLists(markdown), reachable)
    problems.push(...differences.map((problem) => `${access}: ${problem}`))
  }
  if (document === standard) {
    const rows = readRows(markdown)
    problems.push(...problemsOfRows(rows).map((problem) => `${standard}: ${problem}`))
    if (rows.length === 0) problems.push(`${standard} has no rows.`)
    if (!markdown.includes(countsOf(rows))) {
      problems.push(
        `${standard} has wrong counts of its rows; the right ones are:\n${countsOf(rows)}`,
      )
    }
  }
}
for (const problem of problems) console.error(problem)
console.log(`${cited} tests cited, ${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1
