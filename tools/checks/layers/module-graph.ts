import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { readImports } from './read-imports.ts'

/** One TypeScript file of the repository; paths are relative to the repository. */
export interface SourceFile {
  readonly path: string
  /** Folder of the package that it belongs to. */
  readonly package: string
  /** Whether it is a test, or used by tests only. */
  readonly isTest: boolean
  /** Specifiers as they are written. */
  readonly specifiers: readonly string[]
}

/** The parts of a package that the module graph needs. */
export interface PackageEntries {
  readonly name: string
  readonly exports?: Readonly<Record<string, string>>
}

// AssemblyScript is not TypeScript; its only import from outside is the memory layout.
const builtOrInstalled = /(^|\/)(node_modules|dist|assembly|\.wrangler|\.turbo)\//
const testFile = /\.(test|test-d|contract)\.tsx?$|(^|\/)test\//

/**
 * Reads every TypeScript file of a package, except declarations, build output and installed
 * packages.
 */
export async function readPackage(repository: string, folder: string): Promise<SourceFile[]> {
  const files = await listFiles(join(repository, folder))
  return Promise.all(
    files.map(async (file) => ({
      path: relative(repository, file),
      package: folder,
      isTest: testFile.test(relative(repository, file)),
      specifiers: readImports(file, await readFile(file, 'utf8')),
    })),
  )
}

async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return builtOrInstalled.test(`${path}/`) ? [] : listFiles(path)
      return /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : []
    }),
  )
  return found.flat()
}

/**
 * Resolves the specifiers of every file to files of the repository. Targets that are installed,
 * generated or not TypeScript are left out.
 */
export function moduleGraph(
  files: readonly SourceFile[],
  packages: ReadonlyMap<string, PackageEntries>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const known = new Set(files.map(({ path }) => path))
  const entries = new Map<string, string>()
  for (const [folder, { name, exports = {} }] of packages) {
    for (const [entry, source] of Object.entries(exports)) {
      entries.set(join(name, entry), join(folder, source))
    }
  }
  return new Map(
    files.map(({ path, specifiers }) => {
      const targets = specifiers.map((specifier) =>
        specifier.startsWith('.') ? join(dirname(path), specifier) : (entries.get(specifier) ?? ''),
      )
      return [path, new Set(targets.filter((target) => known.has(target)))]
    }),
  )
}

/** Where the sources of a package begin: `src/`, or the package itself when it has none. */
export function sourceRoot(repository: string, folder: string): string {
  return existsSync(resolve(repository, folder, 'src')) ? `${folder}/src` : folder
}
