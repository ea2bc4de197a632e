import { execFile, fork } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { fragmentsOf, isPacked, namedPaths, relativeLinks } from './document-links.ts'
import { writeExampleProject, type ExampleModule } from './example-project.ts'
import { exampleExceptions, exceptionFor, type ExampleException } from './exceptions.ts'
import { readCommentBlocks, readMarkdownBlocks, type CodeBlock } from './read-blocks.ts'
import type { RunReport } from './run-blocks.ts'

/**
 * Checks the documents. Every block of TypeScript or JavaScript in a README, a guide or an
 * `@example` compiles on its own in a project that has installed the packages, and runs on Node;
 * every block of JSON parses; every relative link has a target and its heading, and links of a
 * packed README stay within its tarball; every path of the repository in backticks exists. Needs the
 * built packages (`tsc -b`). If an argument is given, only documents below this path are checked.
 */
const repository = join(import.meta.dirname, '../../..')
const tsc = join(repository, 'tools/node_modules/.bin/tsc')
const processes = 2

const below = process.argv[2] ?? ''
const problems: string[] = []
const skipped = /(^|\/)(node_modules|dist|\.\w+)(\/|$)/

async function filesBelow(folder: string, ending: string): Promise<readonly string[]> {
  const entries = await readdir(join(repository, folder), { withFileTypes: true })
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name)
      if (skipped.test(path)) return []
      if (entry.isDirectory()) return filesBelow(path, ending)
      return entry.name.endsWith(ending) ? [path] : []
    }),
  )
  return found.flat().toSorted()
}

const read = (file: string): Promise<string> => readFile(join(repository, file), 'utf8')

async function readDocuments(): Promise<readonly { file: string; text: string }[]> {
  const files = (await filesBelow('.', '.md')).filter((file) => file.startsWith(below))
  return Promise.all(files.map(async (file) => ({ file, text: await read(file) })))
}

async function readExamples(): Promise<readonly CodeBlock[]> {
  const files = (await filesBelow('packages', '.ts')).filter(
    (file) =>
      file.startsWith(below) &&
      /^packages\/[^/]+\/src\//.test(file) &&
      !/\.test(-d)?\.ts$/.test(file),
  )
  const blocks = await Promise.all(
    files.map(async (file) => readCommentBlocks(file, await read(file))),
  )
  return blocks.flat()
}

function checkJson(blocks: readonly CodeBlock[]): void {
  for (const { file, line, code } of blocks.filter(({ language }) => language === 'json')) {
    try {
      JSON.parse(code)
    } catch (error) {
      problems.push(`${file}:${line}: ${String(error)}`)
    }
  }
}

async function checkLinks(documents: readonly { file: string; text: string }[]): Promise<void> {
  for (const { file, text } of documents) {
    const [, folder] = /^(packages\/[^/]+)\/README\.md$/.exec(file) ?? []
    const { files = [] }: { files?: readonly string[] } =
      folder === undefined ? {} : JSON.parse(await read(`${folder}/package.json`))
    for (const { target, fragment, line } of relativeLinks(file, text)) {
      if (!existsSync(join(repository, target))) {
        problems.push(`${file}:${line}: ${target} does not exist.`)
      } else if (
        fragment !== undefined &&
        target.endsWith('.md') &&
        !fragmentsOf(await read(target)).has(fragment)
      ) {
        problems.push(`${file}:${line}: ${target} has no heading for #${fragment}.`)
      } else if (folder !== undefined && !isPacked(files, relative(folder, target))) {
        problems.push(`${file}:${line}: ${target} is not in the tarball of ${folder}.`)
      }
    }
  }
}

function checkPaths(documents: readonly { file: string; text: string }[]): void {
  for (const { file, text } of documents) {
    for (const { pattern, line } of namedPaths(text)) {
      if (globSync(pattern, { cwd: repository }).length > 0) continue
      problems.push(`${file}:${line}: nothing has the path ${pattern}.`)
    }
  }
}

/** Errors of the compiler by module, as `line:column text`. */
function compile(program: string): Promise<ReadonlyMap<string, readonly string[]>> {
  return new Promise((resolve) => {
    execFile(tsc, ['-p', program, '--pretty', 'false'], { maxBuffer: 1 << 26 }, (error, output) => {
      const found = new Map<string, string[]>()
      for (const text of output.split('\n')) {
        const [, file, line, message] = /^(.+?)\((\d+),\d+\): (.*)$/.exec(text) ?? []
        if (file === undefined) {
          if (text.startsWith('error')) found.set(program, [...(found.get(program) ?? []), text])
          continue
        }
        const name = basename(file)
        found.set(name, [...(found.get(name) ?? []), `${line ?? ''}: ${message ?? ''}`])
      }
      if (error !== null && found.size === 0) found.set(program, [error.message])
      resolve(found)
    })
  })
}

/**
 * Runs modules in one process; modules that did not run because it ended are reported as failed.
 */
function runInProcess(files: readonly string[]): Promise<readonly RunReport[]> {
  return new Promise((resolve) => {
    const reports: RunReport[] = []
    const child = fork(join(import.meta.dirname, 'run-blocks.ts'), files, { silent: true })
    child.on('message', (report: RunReport) => reports.push(report))
    child.once('exit', () => {
      const done = new Set(reports.map(({ file }) => file))
      const missing = files.filter((file) => !done.has(file))
      resolve([
        ...reports,
        ...missing.map((file) => ({
          file,
          error: 'The process ended before this module finished.',
        })),
      ])
    })
  })
}

async function checkModules(project: string, blocks: readonly CodeBlock[]): Promise<number> {
  const { modules, programs } = await writeExampleProject(project, repository, blocks)
  const broken = new Set<ExampleModule>()
  const fail = (module: ExampleModule | undefined, text: string): void => {
    if (module !== undefined) broken.add(module)
    problems.push(text)
  }
  for (const found of await Promise.all(programs.map((room) => compile(join(project, room))))) {
    for (const [name, messages] of found) {
      const module = modules.find(({ path }) => basename(path) === name)
      for (const message of messages) fail(module, `${module?.block.file ?? name}:${message}`)
    }
  }
  const runnable = modules.filter((module) => !broken.has(module))
  const groups = Array.from({ length: processes }, (_none, group) =>
    runnable
      .filter((_module, at) => at % processes === group)
      .map(({ path }) => join(project, path)),
  )
  for (const { file, error } of (await Promise.all(groups.map(runInProcess))).flat()) {
    const module = runnable.find(({ path }) => join(project, path) === file)
    if (error === undefined || module === undefined) continue
    const { block } = module
    fail(module, `${block.file}:${block.line}: ${error.split('\n').slice(0, 4).join('\n    ')}`)
  }
  return modules.length - broken.size
}

function countsByPackage(examples: readonly CodeBlock[]): string {
  const counts = new Map<string, number>()
  for (const { file } of examples.filter(({ ofExport }) => ofExport)) {
    const [, name = ''] = file.split('/')
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return [
    `examples of public functions: ${total}`,
    ...[...counts].map((pair) => pair.join(' ')),
  ].join(', ')
}

function withoutExceptions(blocks: readonly CodeBlock[]): readonly CodeBlock[] {
  const used = new Set<ExampleException | undefined>(blocks.map(exceptionFor))
  for (const exception of exampleExceptions) {
    const name = `${exception.file} "${exception.begins}"`
    if (used.has(exception)) console.log(`exception ${name}: ${exception.why}`)
    else if (below === '') problems.push(`The exception ${name} is not needed.`)
  }
  return blocks.filter((block) => exceptionFor(block) === undefined)
}

const documents = await readDocuments()
const examples = await readExamples()
const blocks = [
  ...documents.flatMap(({ file, text }) => readMarkdownBlocks(file, text)),
  ...examples,
]
checkJson(blocks)
await checkLinks(documents)
checkPaths(documents)

const code = blocks.filter(({ language }) => /^(tsx?|typescript|js|javascript|mjs)$/.test(language))
const project = await realpath(await mkdtemp(join(tmpdir(), 'merchant-edge-examples-')))
try {
  const held = await checkModules(project, withoutExceptions(code))
  console.log(`${code.length} blocks of code, ${held} compile and run`)
} finally {
  await rm(project, { recursive: true, force: true })
}
console.log(countsByPackage(examples))
for (const problem of problems) console.error(problem)
console.log(`${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1
