import { readdir, readFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import type { PackageEntries } from './module-graph.ts'

/**
 * Floors of the packages, as docs/ARCHITECTURE.md draws them: a package depends on lower floors
 * only.
 */
export const packageFloors: Readonly<Record<string, number>> = {
  'packages/contract': 0,
  'packages/pages': 0,
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
  'workers/console': 3,
  'workers/ipn': 3,
  'workers/sandbox': 3,
  'examples/shop': 3,
  'examples/till': 3,
  benchmarks: 4,
  'runtime-tests': 4,
  tools: 4,
}

/** A dependency between two packages of one floor. */
export interface SidewaysDependency {
  readonly from: string
  readonly to: string
  readonly why: string
}

/** docs/ARCHITECTURE.md lists each one too. */
export const sidewaysDependencies: readonly SidewaysDependency[] = [
  {
    from: 'packages/contract',
    to: 'packages/signing',
    why: 'the contract names the signed values of a request with a type of `signing`',
  },
  {
    from: 'packages/orders',
    to: 'packages/reconcile',
    why: 'the order store writes and compares its daily files with the reconciliation engine',
  },
  {
    from: 'packages/cli',
    to: 'packages/sandbox',
    why: 'the command `sandbox` starts the sandbox if it is installed',
  },
  {
    from: 'packages/cli',
    to: 'packages/sftp',
    why: 'the commands `push`, `pull` and `watch` move the daily files over SFTP',
  },
  {
    from: 'benchmarks',
    to: 'tools',
    why: 'the benchmarks measure bundle sizes and the start of the house with the code of the tools',
  },
]

/** The parts of a `package.json` that the layer check reads. */
export interface Manifest extends PackageEntries {
  readonly private?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly exports?: Readonly<Record<string, string>>
  readonly publishConfig?: {
    readonly exports?: Readonly<Record<string, { types: string; default: string }>>
  }
}

async function readJson<Shape>(file: string): Promise<Shape> {
  return JSON.parse(await readFile(file, 'utf8'))
}

/** Reads the manifest of every package, by its folder. */
export async function readManifests(repository: string): Promise<ReadonlyMap<string, Manifest>> {
  const folders = ['benchmarks', 'runtime-tests', 'tools']
  for (const parent of ['packages', 'workers', 'examples']) {
    const names = await readdir(join(repository, parent))
    folders.push(...names.map((name) => `${parent}/${name}`))
  }
  const manifests = await Promise.all(
    folders.map(
      async (folder) =>
        [folder, await readJson<Manifest>(join(repository, folder, 'package.json'))] as const,
    ),
  )
  return new Map(manifests)
}

/**
 * Dependencies that go up, or sideways without being listed, and listed exceptions that are not
 * needed.
 */
export function checkDependencies(
  manifests: ReadonlyMap<string, Manifest>,
  floors = packageFloors,
  sideways = sidewaysDependencies,
): readonly string[] {
  const folderOf = new Map([...manifests].map(([folder, { name }]) => [name, folder]))
  const problems: string[] = []
  const used = new Set<SidewaysDependency>()
  for (const [folder, { dependencies = {}, peerDependencies = {} }] of manifests) {
    const floor = floors[folder]
    if (floor === undefined) {
      problems.push(`${folder} is on no floor: add it to package-floors.ts.`)
      continue
    }
    for (const name of Object.keys({ ...dependencies, ...peerDependencies })) {
      const target = folderOf.get(name)
      if (target === undefined) continue
      const targetFloor = floors[target] ?? Number.POSITIVE_INFINITY
      if (targetFloor < floor) continue
      const listed = sideways.find(({ from, to }) => from === folder && to === target)
      if (targetFloor === floor && listed !== undefined) used.add(listed)
      else {
        problems.push(
          `${folder} (floor ${floor}) depends on ${target} (floor ${targetFloor}): imports go down only.`,
        )
      }
    }
  }
  for (const listed of sideways) {
    if (!used.has(listed)) {
      problems.push(`The exception ${listed.from} -> ${listed.to} is not needed.`)
    }
  }
  return problems
}

/** Exceptions between packages that docs/ARCHITECTURE.md does not name as `from -> to`. */
export function undocumented(
  architecture: string,
  sideways = sidewaysDependencies,
): readonly string[] {
  return sideways
    .filter(({ from, to }) => !architecture.includes(`${from} -> ${to}`))
    .map(({ from, to }) => `docs/ARCHITECTURE.md does not name the exception ${from} -> ${to}.`)
}

/**
 * Published entries that are not the built form of the entries in the repository. The declarations
 * of an entry may be bundled (decision 103); then they have its name in `dist/declarations`.
 */
export function checkPublishedEntries(manifests: ReadonlyMap<string, Manifest>): readonly string[] {
  return [...manifests]
    .filter(([folder, manifest]) => folder.startsWith('packages/') && manifest.private !== true)
    .flatMap(([folder, { exports = {}, publishConfig }]) =>
      Object.entries(exports).flatMap(([entry, source]) => {
        const built = source.replace('./src/', './dist/')
        const withTypes = (types: string): string =>
          JSON.stringify({ types, default: built.replace(/\.ts$/, '.js') })
        const expected = withTypes(built.replace(/\.ts$/, '.d.ts'))
        const bundled = withTypes(entry.replace('./', './dist/declarations/').concat('.d.ts'))
        return [expected, bundled].includes(JSON.stringify(publishConfig?.exports?.[entry]))
          ? []
          : [`${folder}: publishConfig.exports["${entry}"] must be ${expected}.`]
      }),
    )
}

/**
 * Dependencies on packages of the repository that the TypeScript project of a package does not
 * reference.
 */
export async function checkReferences(
  repository: string,
  manifests: ReadonlyMap<string, Manifest>,
): Promise<readonly string[]> {
  const folderOf = new Map([...manifests].map(([folder, { name }]) => [name, folder]))
  const problems: string[] = []
  for (const [folder, { dependencies = {}, peerDependencies = {} }] of manifests) {
    if (packageFloors[folder] === 4) continue
    const { references = [] } = await readJson<{ references?: { path: string }[] }>(
      join(repository, folder, 'tsconfig.json'),
    )
    const referenced = new Set(
      references.map(({ path }) => relative(repository, resolve(repository, folder, path))),
    )
    for (const name of Object.keys({ ...dependencies, ...peerDependencies })) {
      const target = folderOf.get(name)
      if (target !== undefined && !referenced.has(target)) {
        problems.push(`${folder}/tsconfig.json lacks a reference to ${target}.`)
      }
    }
  }
  return problems
}
