import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

/**
 * Checks that docs/gaps.md and the code agree: every number that the code cites is registered, and every
 * place that the register names under "Where" exists and cites the number.
 */
const repository = join(import.meta.dirname, '../..')
const register = 'docs/gaps.md'
const roots = ['packages', 'workers', 'examples', 'tools']
/** Numbers of the register; `G-1` and `G-0001`, ids of gift codes in tests and examples, are none. */
const gapNumber = /\bG-\d{2,3}\b/g
const problems: string[] = []

interface Gap {
  readonly number: string
  /** Paths as the register writes them: those of packages without `packages/`. */
  readonly where: readonly string[]
}

function readGaps(markdown: string): readonly Gap[] {
  return markdown.split('\n').flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim())
    const [, number = ''] = cells
    if (!/^G-\d+$/.test(number)) return []
    const where = [...(cells.at(-2) ?? '').matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)
    return [{ number, where }]
  })
}

/** Source files of ours: no tests, nothing built, nothing installed. */
async function sourceFiles(): Promise<readonly string[]> {
  const entries = await Promise.all(
    roots.map((root) => readdir(join(repository, root), { recursive: true, withFileTypes: true })),
  )
  return entries
    .flat()
    .filter((entry) => entry.isFile())
    .map((entry) => relative(repository, join(entry.parentPath, entry.name)))
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
    .filter((file) => !/\.test(-d)?\.tsx?$|(^|\/)(node_modules|dist|test|\.wrangler)\//.test(file))
}

/** The files that cite each number. */
async function readCitations(): Promise<ReadonlyMap<string, readonly string[]>> {
  const citations = new Map<string, string[]>()
  for (const file of await sourceFiles()) {
    const text = await readFile(join(repository, file), 'utf8')
    for (const number of new Set(text.match(gapNumber))) {
      citations.set(number, [...(citations.get(number) ?? []), file])
    }
  }
  return citations
}

function checkRegistered(gaps: readonly Gap[], citations: ReadonlyMap<string, readonly string[]>) {
  const registered = new Set(gaps.map(({ number }) => number))
  if (registered.size < gaps.length) problems.push(`${register} gives a number twice.`)
  for (const [number, files] of citations) {
    if (!registered.has(number)) {
      problems.push(`${number} is not registered in ${register}: ${files.join(', ')}`)
    }
  }
}

function checkGap(gap: Gap, citations: ReadonlyMap<string, readonly string[]>): void {
  const { number, where } = gap
  const citing = citations.get(number) ?? []
  if (citing.length === 0) {
    problems.push(`${number} is cited nowhere: add "Assumes ${number}." where it is assumed.`)
  }
  if (where.length === 0) problems.push(`${number} says no place under "Where".`)
  for (const path of where) {
    const place = path.startsWith('workers/') ? path : `packages/${path}`
    if (!existsSync(join(repository, place))) {
      problems.push(`${number} names ${place}, which does not exist.`)
    } else if (!citing.some((file) => file === place || file.startsWith(`${place}/`))) {
      problems.push(`${number} names ${place}, which does not cite it.`)
    }
  }
}

const gaps = readGaps(await readFile(join(repository, register), 'utf8'))
const citations = await readCitations()
checkRegistered(gaps, citations)
for (const gap of gaps) checkGap(gap, citations)
for (const problem of problems) console.error(problem)
console.log(`${gaps.length} gaps registered, ${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1
