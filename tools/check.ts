import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openRememberedChecks } from './checks/remembered-checks.ts'

/**
 * Everything that must hold besides the tests, two checks at a time. Each says its name and how long it took,
 * and what its exceptions are for. What held is not run again until something that it reads changes.
 *
 * `node tools/check.ts NAME` runs the checks whose names begin with NAME.
 */
interface Check {
  readonly name: string
  readonly command: readonly string[]
  /** Needs what `tsc -b` writes, so it waits for the check `types`. */
  readonly needsBuild?: boolean
  /** The files that it depends on; a check without this is fast, or remembers by itself. */
  readonly reads?: RegExp
}

const repository = join(import.meta.dirname, '..')
const cache = join(repository, 'node_modules/.cache/merchant-edge')
const parents = ['packages', 'workers', 'examples']
const atOnce = 2
const code = /\.(ts|js|json|jsonc|yaml)$/
const codeAndDocuments = /\.(ts|js|json|jsonc|yaml|md|html)$/

async function typeProjects(): Promise<{ built: string[]; tests: string[] }> {
  const folders: string[] = []
  for (const parent of parents) {
    for (const name of await readdir(join(repository, parent))) folders.push(`${parent}/${name}`)
  }
  const tests = folders
    .map((folder) => `${folder}/tsconfig.test.json`)
    .filter((file) => existsSync(join(repository, file)))
  return { built: folders, tests: [...tests, 'tools', 'benchmarks', 'runtime-tests'] }
}

function typesOf(project: string): Check {
  const info = join(cache, 'types', `${project.replaceAll('/', '-')}.tsbuildinfo`)
  return {
    name: `types of ${project}`,
    command: ['tsc', '--noEmit', '-p', project, '--incremental', '--tsBuildInfoFile', info],
    needsBuild: true,
    reads: code,
  }
}

async function checks(): Promise<readonly Check[]> {
  const { built, tests } = await typeProjects()
  const tool = (path: string): readonly string[] => ['node', `tools/${path}`]
  return [
    { name: 'types', command: ['tsc', '-b', ...built] },
    { name: 'format', command: ['oxfmt', '--check', '.'] },
    { name: 'layers', command: tool('checks/layers/check-layers.ts') },
    { name: 'security', command: tool('checks/security/check-security.ts') },
    { name: 'gaps', command: tool('checks/check-gaps.ts') },
    { name: 'dependencies', command: tool('checks/dependencies/check-dependencies.ts') },
    {
      name: 'look-ups',
      command: tool('checks/look-ups/check-look-ups.ts'),
      needsBuild: true,
      reads: code,
    },
    { name: 'patterns', command: tool('checks/patterns/check-patterns.ts'), reads: code },
    { name: 'unused code', command: ['knip'], reads: code },
    { name: 'bundles', command: tool('checks/check-bundles.ts'), reads: code },
    { name: 'lint', command: ['oxlint', '--deny-warnings'], needsBuild: true, reads: code },
    {
      name: 'packed packages',
      command: tool('checks/packages/check-packages.ts'),
      needsBuild: true,
    },
    ...tests.map((project) => typesOf(project)),
    {
      name: 'examples',
      command: tool('checks/examples/check-examples.ts'),
      needsBuild: true,
      reads: codeAndDocuments,
    },
    {
      name: 'documents',
      command: [...tool('write-docs.ts'), '--check'],
      reads: codeAndDocuments,
    },
  ]
}

function run({ command }: Check): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    const [program = '', ...rest] = command
    const child = spawn(program, rest, { cwd: repository, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (chunk) => (output += String(chunk)))
    child.stderr.on('data', (chunk) => (output += String(chunk)))
    child.once('error', (error) => resolve({ ok: false, output: String(error) }))
    child.once('close', (exitCode) => resolve({ ok: exitCode === 0, output }))
  })
}

/** What a check says although it holds: what its exceptions are for. */
function remarksIn(output: string): readonly string[] {
  return output.split('\n').filter((line) => line.startsWith('exception '))
}

const only = process.argv[2]
const selected = (await checks()).filter(({ name }) => only === undefined || name.startsWith(only))
const memory = await openRememberedChecks(repository, join(cache, 'checks.json'))
const built = Promise.withResolvers<void>()
if (!selected.some(({ name }) => name === 'types')) built.resolve()
let broken = 0

async function perform(check: Check): Promise<void> {
  const { name, reads } = check
  const recalled = reads === undefined ? undefined : memory.recall(name, reads)
  if (recalled !== undefined) {
    console.log([`ok     ${name} (unchanged)`, ...recalled].join('\n       '))
    return
  }
  const started = performance.now()
  const { ok, output } = await run(check)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  if (ok) {
    const remarks = remarksIn(output)
    console.log([`ok     ${name} (${seconds} s)`, ...remarks].join('\n       '))
    if (reads !== undefined) await memory.remember(name, reads, remarks)
  } else {
    broken += 1
    console.log(`BROKEN ${name} (${seconds} s)\n${output.trimEnd()}`)
  }
}

async function lane(waiting: Check[], isBuilt: () => boolean): Promise<void> {
  while (waiting.length > 0) {
    const at = waiting.findIndex(({ needsBuild = false }) => !needsBuild || isBuilt())
    const [next] = at === -1 ? [] : waiting.splice(at, 1)
    if (next === undefined) await built.promise
    else await perform(next)
    if (next?.name === 'types') built.resolve()
  }
}

let isBuilt = false
void built.promise.then(() => (isBuilt = true))
const waiting = [...selected]
await Promise.all(Array.from({ length: atOnce }, () => lane(waiting, () => isBuilt)))
console.log(broken === 0 ? 'check: everything holds' : `check: ${broken} broken`)
process.exitCode = broken === 0 ? 0 : 1
