import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { patternExceptions, type PatternException } from './exceptions.ts'
import { findPatterns, type FoundPattern } from './find-patterns.ts'
import { fastGrowth } from './growth.ts'
import { hostileTexts, pumped } from './hostile-texts.ts'

/**
 * Checks that every regular expression in the code runs in linear time on hostile texts. The steps
 * are counted on texts of growing length, and then the runtime's own engine matches texts a hundred
 * times as long. Prints the reason of every exception.
 */
const repository = join(import.meta.dirname, '../../..')
const parents = ['packages', 'workers', 'examples']
const longTimes = 20_000

async function sourceFiles(): Promise<readonly string[]> {
  const files: string[] = []
  for (const parent of parents) {
    for (const name of await readdir(join(repository, parent))) {
      const entries = await readdir(join(repository, parent, name, 'src'), {
        recursive: true,
        withFileTypes: true,
      }).catch(() => [])
      files.push(
        ...entries
          .filter((entry) => entry.isFile() && /(?<!\.test|\.test-d|\.d)\.tsx?$/.test(entry.name))
          .map((entry) => relative(repository, join(entry.parentPath, entry.name))),
      )
    }
  }
  return files.toSorted()
}

/** The problem of an expression; `undefined` if it has none. */
function problemOf({ pattern, code }: FoundPattern): string | undefined {
  if (pattern === undefined)
    return `${code}: write it as a literal, so that this check can analyse it`
  const growth = fastGrowth(pattern)
  if (growth !== undefined) {
    const { before, pump, after } = growth.text
    const text = `${JSON.stringify(before)} + ${JSON.stringify(pump)}.repeat(n) + ${JSON.stringify(after)}`
    const lengths = ['n', '2 n', '4 n'].slice(0, growth.steps.length)
    return `${code}: ${growth.steps.join(', ')} steps for ${lengths.join(', ')} in ${text}`
  }
  // If the counter has missed a slow case, the check hangs here.
  for (const text of hostileTexts(pattern)) pumped(text, longTimes).replace(pattern, '')
  return undefined
}

const problems: string[] = []
const used = new Set<PatternException>()
let checked = 0
for (const file of await sourceFiles()) {
  for (const found of findPatterns(file, await readFile(join(repository, file), 'utf8'))) {
    checked += 1
    const exception = patternExceptions.find((one) => one.file === file && one.code === found.code)
    const problem = problemOf(found)
    if (problem === undefined) continue
    if (exception !== undefined) used.add(exception)
    else problems.push(`${file}:${found.line}: ${problem}`)
  }
}

for (const exception of patternExceptions) {
  const { file, code, why } = exception
  if (used.has(exception)) console.log(`exception ${file}: ${code}: ${why}`)
  else problems.push(`${file}: the exception for ${code} is not needed any more`)
}
for (const problem of problems) console.error(problem)
console.log(`${checked} regular expressions, ${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1
