import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { citationsIn, type Citation } from './citations.ts'
import { coverHeading, readCovered } from './read-covered.ts'

/**
 * Checks that docs/gaps.md and the code agree: every number that the code cites is registered,
 * every path that the register gives under "Where" exists and cites the number, and every citation
 * is at an identifier that the number covers.
 */
const repository = join(import.meta.dirname, '../../..')
const register = 'docs/gaps.md'
const roots = ['packages', 'workers', 'examples', 'tools']
const problems: string[] = []

interface Gap {
  readonly number: string
  /** Paths in the form of the register: those of packages without `packages/`. */
  readonly where: readonly string[]
}

function readGaps(markdown: string): readonly Gap[] {
  const [table = ''] = markdown.split(`\n${coverHeading}\n`)
  return table.split('\n').flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim())
    const [, number = ''] = cells
    if (!/^G-\d+$/.test(number)) return []
    const where = [...(cells.at(-2) ?? '').matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)
    return [{ number, where }]
  })
}

/** Source files of the repository, without tests, build output and installed packages. */
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

/** A citation with its file. */
interface FoundCitation extends Citation {
  readonly file: string
}

async function readCitations(): Promise<readonly FoundCitation[]> {
  const found: FoundCitation[] = []
  for (const file of await sourceFiles()) {
    // This folder lists numbers next to statements of the specification; they are not about code.
    if (file.startsWith('tools/docs/specification/')) continue
    // The texts of fields in Vietnamese repeat what the contract cites at the fields.
    if (file.startsWith('tools/openapi/page/field-texts/')) continue
    const text = await readFile(join(repository, file), 'utf8')
    found.push(...citationsIn(text).map((citation) => ({ ...citation, file })))
  }
  return found
}

/** The files that cite each number. */
function filesOf(citations: readonly FoundCitation[]): ReadonlyMap<string, readonly string[]> {
  const files = new Map<string, string[]>()
  for (const { number, file } of citations) files.set(number, [...(files.get(number) ?? []), file])
  return files
}

/**
 * If a number is cited at an identifier that it does not cover, the number is wrong or its list is
 * incomplete.
 */
function checkCovered(markdown: string, citations: readonly FoundCitation[]): void {
  const covered = readCovered(markdown)
  for (const { number, file, line, identifier } of citations) {
    if (covered.get(number)?.has(identifier) === true) continue
    problems.push(
      `${file}:${line} cites ${number} at ${identifier}, which ${register} does not name for it: cite the right number, or write \`${identifier}\` into the line of ${number} under "What each number covers".`,
    )
  }
  for (const [number, identifiers] of covered) {
    for (const identifier of identifiers) {
      const isCited = citations.some(
        (citation) => citation.number === number && citation.identifier === identifier,
      )
      if (!isCited) problems.push(`${number} covers ${identifier}, but nothing cites it there.`)
    }
  }
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

const markdown = await readFile(join(repository, register), 'utf8')
const gaps = readGaps(markdown)
const citations = await readCitations()
const files = filesOf(citations)
checkRegistered(gaps, files)
for (const gap of gaps) checkGap(gap, files)
checkCovered(markdown, citations)
for (const problem of problems) console.error(problem)
console.log(`${gaps.length} gaps registered, ${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1
