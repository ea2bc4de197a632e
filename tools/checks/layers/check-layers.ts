import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { findCircles } from './circles.ts'
import { checkInnerFloors, type Floors } from './inner-floors.ts'
import { moduleGraph, readPackage, sourceRoot, type SourceFile } from './module-graph.ts'
import {
  checkDependencies,
  checkPublishedEntries,
  checkReferences,
  packageFloors,
  readManifests,
  sidewaysDependencies,
  undocumented,
} from './package-floors.ts'

/**
 * Checks that imports go only downward: between packages by the table in package-floors.ts, inside
 * a package by its `floors.json`. Prints the reason of every exception.
 */
const repository = join(import.meta.dirname, '../../..')
/** A package with more source files than this needs a `floors.json`. */
const filesWithoutFloors = 40

const problems: string[] = []
const exceptions: string[] = []

const manifests = await readManifests(repository)
const files = (
  await Promise.all([...manifests.keys()].map((folder) => readPackage(repository, folder)))
).flat()
const graph = moduleGraph(
  files.filter(({ isTest }) => !isTest),
  manifests,
)

problems.push(
  ...checkDependencies(manifests),
  ...checkPublishedEntries(manifests),
  ...(await checkReferences(repository, manifests)),
  ...files.flatMap(importsOutOfPackage),
  ...findCircles(graph).map((circle) => `Files import each other: ${circle.join(' -> ')}`),
)
const architecture = await readFile(join(repository, 'docs/ARCHITECTURE.md'), 'utf8')
problems.push(...undocumented(architecture))
for (const { from, to, why } of sidewaysDependencies) exceptions.push(`${from} -> ${to}: ${why}`)
for (const folder of manifests.keys()) await checkFloorsOf(folder)

for (const line of exceptions) console.log(`exception ${line}`)
for (const problem of problems) console.error(problem)
console.log(
  `${manifests.size} packages, ${graph.size} source files, ${exceptions.length} exceptions, ${problems.length} problems`,
)
process.exitCode = problems.length === 0 ? 0 : 1

function importsOutOfPackage({ path, package: folder, specifiers }: SourceFile): readonly string[] {
  if ((packageFloors[folder] ?? 0) >= 4) return []
  return specifiers
    .filter((specifier) => specifier.startsWith('.'))
    .filter((specifier) => {
      const target = relative(folder, join(path, '..', specifier))
      const isShared = /vitest\.(?:shared|storage)\.ts$|^\.\.\/\.\.\/fixtures\//.test(target)
      return target.startsWith('..') && !isShared
    })
    .map((specifier) => `${path} reaches out of its package: ${specifier}`)
}

async function checkFloorsOf(folder: string): Promise<void> {
  const root = `${sourceRoot(repository, folder)}/`
  const inner = new Map(
    [...graph]
      .filter(([path]) => path.startsWith(root))
      .map(([path, targets]) => [
        path.slice(root.length),
        [...targets].filter((to) => to.startsWith(root)).map((to) => to.slice(root.length)),
      ]),
  )
  const text = await readFile(join(repository, folder, 'floors.json'), 'utf8').catch(() => '')
  if (text === '') {
    if (inner.size > filesWithoutFloors) {
      problems.push(`${folder} has ${inner.size} source files and no floors.json.`)
    }
    return
  }
  const floors: Floors = JSON.parse(text)
  problems.push(...checkInnerFloors(inner, floors).map((problem) => `${folder}: ${problem}`))
  for (const { from, to, why } of floors.exceptions ?? []) {
    exceptions.push(`${folder}: ${from} -> ${to}: ${why}`)
  }
}
