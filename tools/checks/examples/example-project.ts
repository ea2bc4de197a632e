import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readImports } from '../layers/read-imports.ts'
import type { CodeBlock } from './read-blocks.ts'

/** A block as a module of its own. */
export interface ExampleModule {
  readonly block: CodeBlock
  /** Path below the project. */
  readonly path: string
}

interface Manifest {
  readonly name: string
  readonly publishConfig?: { readonly exports?: Readonly<Record<string, { types: string }>> }
}

/**
 * Names that only the types of Workers declare; a block with one of them is compiled without the
 * types of browsers.
 */
const workersOnly =
  /cloudflare:|\b(D1Database|R2Bucket|KVNamespace|Queue|MessageBatch|ExecutionContext|ExportedHandler|ScheduledController|DurableObject\w*|Fetcher|Service)\b/

const compilerOptions = {
  target: 'es2024',
  module: 'nodenext',
  moduleResolution: 'nodenext',
  moduleDetection: 'force',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  allowJs: true,
  checkJs: true,
  skipLibCheck: true,
  noEmit: true,
}

/**
 * Writes a project outside of the repository whose modules are the blocks. Package names resolve to
 * the published declarations for the compiler, and to the sources at run time. Every module keeps
 * the line numbers of its document.
 *
 * @returns the modules, and the programs that compile them: one for Workers, one for everything
 *   else
 */
export async function writeExampleProject(
  project: string,
  repository: string,
  blocks: readonly CodeBlock[],
): Promise<{ modules: readonly ExampleModule[]; programs: readonly string[] }> {
  const modules = blocks.map((block) => {
    const room = workersOnly.test(block.code) ? 'workers' : 'node'
    const ending = /^(js|javascript|mjs)$/.test(block.language) ? 'js' : 'ts'
    return { block, path: `${room}/${block.file.replaceAll('/', '__')}.${block.line}.${ending}` }
  })
  await mkdir(join(project, 'workers'), { recursive: true })
  await mkdir(join(project, 'node'), { recursive: true })
  await Promise.all(
    modules.map(({ block, path }) =>
      writeFile(join(project, path), `${'\n'.repeat(block.line - 1)}${block.code}\n`),
    ),
  )
  await writeFile(join(project, 'package.json'), JSON.stringify({ type: 'module' }))
  await linkPackages(project, repository, blocks)
  const paths = await publishedTypes(repository)
  const programs = {
    node: { lib: ['es2024', 'dom', 'dom.iterable'], types: ['node'] },
    workers: { lib: ['es2024'], types: ['@cloudflare/workers-types', 'node'] },
  }
  for (const [room, options] of Object.entries(programs)) {
    const settings = { compilerOptions: { ...compilerOptions, ...options, paths }, include: ['.'] }
    await writeFile(join(project, room, 'tsconfig.json'), JSON.stringify(settings))
  }
  const used = Object.keys(programs).filter((room) =>
    modules.some(({ path }) => path.startsWith(`${room}/`)),
  )
  return { modules, programs: used }
}

async function packageFolders(repository: string): Promise<readonly string[]> {
  const names = await readdir(join(repository, 'packages'))
  return names.map((name) => join(repository, 'packages', name))
}

async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
}

/** Maps every entry of every package to the declarations in its tarball. */
async function publishedTypes(repository: string): Promise<Record<string, readonly string[]>> {
  const paths: Record<string, readonly string[]> = {}
  for (const folder of await packageFolders(repository)) {
    const { name, publishConfig } = await readManifest(folder)
    for (const [entry, { types }] of Object.entries(publishConfig?.exports ?? {})) {
      paths[join(name, entry)] = [join(folder, types)]
    }
  }
  return paths
}

/**
 * Links our packages, and every other package that a block imports, from the folder where it is
 * installed.
 */
async function linkPackages(
  project: string,
  repository: string,
  blocks: readonly CodeBlock[],
): Promise<void> {
  const folders = await packageFolders(repository)
  const places = [join(repository, 'tools'), ...folders]
  const imported = blocks.flatMap(({ file, code }) => packagesOf(file, code))
  const targets = new Map<string, string>()
  for (const name of new Set(['@types/node', '@cloudflare/workers-types', ...imported])) {
    const found = places.map((place) => join(place, 'node_modules', name)).find(existsSync)
    if (found !== undefined) targets.set(name, found)
  }
  for (const folder of folders) targets.set((await readManifest(folder)).name, folder)
  for (const [name, target] of targets) {
    const link = join(project, 'node_modules', name)
    await mkdir(dirname(link), { recursive: true })
    await symlink(target, link)
  }
}

function packagesOf(file: string, code: string): readonly string[] {
  try {
    return readImports(`${file}.ts`, code)
      .filter((specifier) => !/^[./]|^(node|cloudflare):/.test(specifier))
      .map((specifier) => /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier)
  } catch {
    return [] // The compiler reports it better.
  }
}
