import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** A test that names the statements of the specification that it checks. */
export interface Tag {
  /** Number of a statement, or `every call`. */
  readonly number: string
  /** Path of the file in the repository. */
  readonly file: string
  /** Title of the test, or of the group of tests, that follows the comment. */
  readonly title: string
}

const roots = ['packages', 'workers', 'examples', 'tools', 'runtime-tests']
const mark = '// Specification: '

/** The text of the first literal in a text; empty when there is none. */
function firstLiteral(text: string): string {
  const start = text.search(/['"`]/)
  if (start < 0) return ''
  const end = text.indexOf(text.charAt(start), start + 1)
  return end < 0 ? '' : text.slice(start + 1, end)
}

/**
 * The title of the test that begins at the start of a text; for a table of cases it follows the
 * table.
 */
function titleOf(text: string): string {
  const call = text.trimStart()
  if (!/^(?:it|test|describe)\.(?:each|runIf|skipIf)/.test(call)) return firstLiteral(call)
  const behind = call.search(/\)\(\s*['"`]/)
  return behind < 0 ? firstLiteral(call) : firstLiteral(call.slice(behind))
}

/** The tags in the text of a test file. */
export function tagsIn(file: string, text: string): readonly Tag[] {
  const lines = text.split('\n')
  return lines.flatMap((line, index) => {
    const comment = line.trim()
    if (!comment.startsWith(mark)) return []
    const title = titleOf(lines.slice(index + 1).join('\n'))
    const numbers = comment.slice(mark.length).split(',')
    return numbers.map((number) => ({ number: number.trim(), file, title }))
  })
}

async function testFiles(repository: string): Promise<readonly string[]> {
  const found = await Promise.all(
    roots.map((root) => readdir(join(repository, root), { recursive: true, withFileTypes: true })),
  )
  return found
    .flat()
    .filter((entry) => entry.isFile() && entry.name.endsWith('.test.ts'))
    .map((entry) => relative(repository, join(entry.parentPath, entry.name)))
    .filter((file) => !file.includes('node_modules/') && !file.includes('/dist/'))
    .toSorted()
}

/** The tags in all tests of a repository, by file. */
export async function readTags(repository: string): Promise<readonly Tag[]> {
  const tags: Tag[] = []
  for (const file of await testFiles(repository)) {
    tags.push(...tagsIn(file, await readFile(join(repository, file), 'utf8')))
  }
  return tags
}
