import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readPublicPackages } from '../../release/public-packages.ts'

// Goal: a package that promises Node 20 runs there. The tests and the types are of a newer Node, which hides what the
// oldest one lacks. Method: the names of what Node got between 20 and 24 are looked for in the sources.

const repository = join(import.meta.dirname, '../../..')
const lackingInNode20 =
  /\b(?:Map|Object)\.groupBy\b|\bPromise\.(?:withResolvers|try)\b|\bArray\.fromAsync\b|\bURL\.parse\(|\bRegExp\.escape\b|\bIterator\.from\b|\.(?:isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(|\bUint8Array\.from(?:Base64|Hex)\b|\bawait using\b/

/** It starts workerd, which needs Node 22. */
const needsNewerNode: readonly string[] = ['sandbox']

async function sourcesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .filter(({ name }) => !name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name))
}

const packages = (await readPublicPackages(repository)).filter(
  ({ folder }) => !needsNewerNode.includes(folder),
)

describe('a package for Node 20', () => {
  it.each(packages)('uses nothing that came later: $folder', async ({ folder }) => {
    const sources = await sourcesBelow(join(repository, 'packages', folder, 'src'))
    const texts = await Promise.all(sources.map((path) => readFile(path, 'utf8')))
    const found = sources.filter((_, at) => lackingInNode20.test(texts[at] ?? ''))

    expect(found.map((path) => relative(repository, path))).toEqual([])
  })
})
