import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'

/**
 * Checks that imports go down only: a package may depend on packages of lower floors, and sideways
 * only where this table lists it. The table is the one in docs/ARCHITECTURE.md.
 */
const floors: Readonly<Record<string, number>> = {
  'packages/contract': 0,
  'packages/signing': 0,
  'packages/client': 1,
  'packages/callback': 1,
  'packages/oidc': 1,
  'packages/orders': 1,
  'packages/reconcile': 1,
  'packages/sandbox': 2,
  'packages/cli': 2,
  'packages/sftp': 2,
  'workers/orders': 3,
  'workers/checkout': 3,
  'workers/ipn': 3,
  'workers/sandbox': 3,
  'examples/shop': 3,
  benchmarks: 4,
  'runtime-tests': 4,
  tools: 4,
}

const listedSideways: ReadonlySet<string> = new Set([
  'packages/contract -> packages/signing',
  'packages/cli -> packages/sandbox',
  'packages/orders -> packages/reconcile',
  'packages/cli -> packages/sftp',
  'benchmarks -> tools',
])

const repository = join(import.meta.dirname, '..')
const problems: string[] = []

interface Manifest {
  name: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  exports?: Record<string, string>
  publishConfig?: { exports?: Record<string, { types: string; default: string }> }
}

async function readJson<Shape>(file: string): Promise<Shape> {
  return JSON.parse(await readFile(join(repository, file), 'utf8'))
}

async function manifests(): Promise<Map<string, Manifest>> {
  const found = new Map<string, Manifest>()
  for (const parent of ['packages', 'workers', 'examples']) {
    for (const folder of await readdir(join(repository, parent))) {
      const path = `${parent}/${folder}`
      found.set(path, await readJson<Manifest>(`${path}/package.json`))
    }
  }
  for (const path of ['benchmarks', 'runtime-tests', 'tools']) {
    found.set(path, await readJson<Manifest>(`${path}/package.json`))
  }
  return found
}

function checkDependencies(all: Map<string, Manifest>): void {
  const folderOf = new Map([...all].map(([folder, manifest]) => [manifest.name, folder]))
  for (const [folder, manifest] of all) {
    const floor = floors[folder]
    if (floor === undefined) {
      problems.push(`${folder} stands on no floor: add it to tools/check-layers.ts.`)
      continue
    }
    for (const name of Object.keys(manifest.dependencies ?? {})) {
      const target = folderOf.get(name)
      if (target === undefined) continue
      const targetFloor = floors[target] ?? Number.POSITIVE_INFINITY
      const sideways = listedSideways.has(`${folder} -> ${target}`)
      if (targetFloor > floor || (targetFloor === floor && !sideways)) {
        problems.push(
          `${folder} (floor ${floor}) depends on ${target} (floor ${targetFloor}): imports go down only.`,
        )
      }
    }
  }
}

function checkExports(all: Map<string, Manifest>): void {
  for (const [folder, { exports = {}, publishConfig }] of all) {
    if (!folder.startsWith('packages/')) continue
    const published = publishConfig?.exports ?? {}
    for (const [entry, source] of Object.entries(exports)) {
      const built = source.replace('./src/', './dist/')
      const expected = {
        types: built.replace(/\.ts$/, '.d.ts'),
        default: built.replace(/\.ts$/, '.js'),
      }
      if (JSON.stringify(published[entry]) !== JSON.stringify(expected)) {
        problems.push(
          `${folder}: publishConfig.exports["${entry}"] must be ${JSON.stringify(expected)}.`,
        )
      }
    }
  }
}

async function checkReferences(all: Map<string, Manifest>): Promise<void> {
  const folderOf = new Map([...all].map(([folder, manifest]) => [manifest.name, folder]))
  for (const [folder, manifest] of all) {
    if (floors[folder] === 4) continue
    const { references = [] } = await readJson<{ references?: { path: string }[] }>(
      `${folder}/tsconfig.json`,
    )
    const referenced = new Set(
      references.map(({ path }) => relative(repository, resolve(repository, folder, path))),
    )
    for (const name of Object.keys(manifest.dependencies ?? {})) {
      const target = folderOf.get(name)
      if (target !== undefined && !referenced.has(target)) {
        problems.push(`${folder}/tsconfig.json lacks a reference to ${target}.`)
      }
    }
  }
}

async function checkImports(all: Map<string, Manifest>): Promise<void> {
  for (const folder of all.keys()) {
    const root = join(repository, folder)
    const entries = await readdir(root, { recursive: true, withFileTypes: true })
    for (const entry of entries) {
      const file = join(entry.parentPath, entry.name)
      if (!entry.isFile() || !entry.name.endsWith('.ts') || /node_modules|\/dist\//.test(file))
        continue
      const text = await readFile(file, 'utf8')
      for (const [, specifier = ''] of text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)) {
        const target = relative(root, resolve(dirname(file), specifier))
        const isShared = /vitest\.shared\.ts$|^\.\.\/\.\.\/fixtures\//.test(target)
        if (target.startsWith('..') && !isShared && (floors[folder] ?? 0) < 4) {
          problems.push(`${relative(repository, file)} reaches out of its package: ${specifier}`)
        }
      }
    }
  }
}

const all = await manifests()
checkDependencies(all)
checkExports(all)
await checkReferences(all)
await checkImports(all)
for (const problem of problems) console.error(problem)
console.log(`${all.size} packages on their floors, ${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1
