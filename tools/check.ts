import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openRememberedChecks } from './checks/remembered-checks.ts'
import { atOnce, shareOfCores } from './checks/share-of-cores.ts'

/**
 * Runs all checks other than the tests, two at a time. Each prints its name, its duration and the
 * reasons of its exceptions. A check that passed is not run again until a file that it reads
 * changes.
 */
const usage = `Usage: npm run check -- [NAME...] [--list] [--help]

  NAME    runs the checks whose names begin with NAME; may be repeated; all checks if left out
  --list  prints the names of the checks, one on each line
  --help  this help

Exit code 0 when every check passes, 1 when a check fails, 2 when the arguments are wrong.`

interface Check {
  readonly name: string
  readonly command: readonly string[]
  /** Needs the built packages, so it waits for the check `types`. */
  readonly needsBuild?: boolean
  /** The files that it reads; a check without this list is fast, or caches its own result. */
  readonly reads?: RegExp
}

const repository = join(import.meta.dirname, '..')
const cache = join(repository, 'node_modules/.cache/merchant-edge')
const parents = ['packages', 'workers', 'examples']
const code = /\.(tsx?|js|json|jsonc|yaml)$/
const codeAndDocuments = /\.(tsx?|js|json|jsonc|yaml|md|html)$/

async function typeProjects(): Promise<readonly string[]> {
  const folders: string[] = []
  for (const parent of parents) {
    for (const name of await readdir(join(repository, parent))) folders.push(`${parent}/${name}`)
  }
  const tests = folders
    .map((folder) => `${folder}/tsconfig.test.json`)
    .filter((file) => existsSync(join(repository, file)))
  return [...tests, 'tools', 'benchmarks', 'runtime-tests']
}

function typesOf(project: string): Check {
  const info = join(cache, 'types', `${project.replaceAll('/', '-')}.tsbuildinfo`)
  const options = ['--noEmit', '--incremental', '--tsBuildInfoFile', info, ...shareOfCores]
  return {
    name: `types of ${project}`,
    command: ['tsc', '-p', project, ...options],
    needsBuild: true,
    reads: code,
  }
}

async function checks(): Promise<readonly Check[]> {
  const tests = await typeProjects()
  const tool = (path: string): readonly string[] => ['node', `tools/${path}`]
  return [
    // Not `tsc -b` alone: a package may build more, such as the declarations of the sandbox, which other checks read.
    { name: 'types', command: ['turbo', 'run', 'build', '--output-logs=errors-only'] },
    { name: 'format', command: ['oxfmt', '--check', '.'] },
    { name: 'layers', command: tool('checks/layers/check-layers.ts') },
    { name: 'security', command: tool('checks/security/check-security.ts') },
    { name: 'gaps', command: tool('checks/gaps/check-gaps.ts') },
    { name: 'specification', command: tool('docs/check-specification.ts') },
    { name: 'dependencies', command: tool('checks/dependencies/check-dependencies.ts') },
    {
      name: 'look-ups',
      command: tool('checks/look-ups/check-look-ups.ts'),
      needsBuild: true,
      reads: code,
    },
    { name: 'patterns', command: tool('checks/patterns/check-patterns.ts'), reads: code },
    {
      name: 'compiled module',
      command: [...tool('write-module.ts'), '--check'],
      reads: /(packages\/reconcile\/(assembly|src\/module)\/.*|pnpm-lock\.yaml|write-module\.ts)$/,
    },
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

/** The lines that a check prints even if it passes: the reasons of its exceptions. */
function remarksIn(output: string): readonly string[] {
  return output.split('\n').filter((line) => line.startsWith('exception '))
}

class UsageError extends Error {}

function readCommand(all: readonly Check[]) {
  const { values, positionals } = parseCommandLine()
  for (const wanted of positionals) {
    if (!all.some(({ name }) => name.startsWith(wanted))) {
      throw new UsageError(`There is no check whose name begins with "${wanted}".`)
    }
  }
  const selected = all.filter(
    ({ name }) => positionals.length === 0 || positionals.some((wanted) => name.startsWith(wanted)),
  )
  return { ...values, selected }
}

function parseCommandLine() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        list: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message)
    throw error
  }
}

type RememberedChecks = Awaited<ReturnType<typeof openRememberedChecks>>

/** Runs a check, or takes its cached result, and returns whether it passes. */
async function perform(check: Check, memory: RememberedChecks): Promise<boolean> {
  const { name, reads } = check
  const recalled = reads === undefined ? undefined : memory.recall(name, reads)
  if (recalled !== undefined) {
    console.log([`ok     ${name} (unchanged)`, ...recalled].join('\n       '))
    return true
  }
  const started = performance.now()
  const { ok, output } = await run(check)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  if (ok) {
    const remarks = remarksIn(output)
    console.log([`ok     ${name} (${seconds} s)`, ...remarks].join('\n       '))
    if (reads !== undefined) await memory.remember(name, reads, remarks)
  } else {
    console.log(`BROKEN ${name} (${seconds} s)\n${output.trimEnd()}`)
  }
  return ok
}

async function runChecks(selected: readonly Check[]): Promise<number> {
  const memory = await openRememberedChecks(repository, join(cache, 'checks.json'))
  const waiting = [...selected]
  const built = Promise.withResolvers<void>()
  let isBuilt = !selected.some(({ name }) => name === 'types')
  let broken = 0

  async function lane(): Promise<void> {
    while (waiting.length > 0) {
      const at = waiting.findIndex(({ needsBuild = false }) => !needsBuild || isBuilt)
      const [next] = at === -1 ? [] : waiting.splice(at, 1)
      if (next === undefined) {
        await built.promise
        continue
      }
      if (!(await perform(next, memory))) broken += 1
      if (next.name === 'types') {
        isBuilt = true
        built.resolve()
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return broken
}

async function main(): Promise<number> {
  const command = readCommand(await checks())
  if (command.help) {
    console.log(usage)
    return 0
  }
  if (command.list) {
    for (const { name } of command.selected) console.log(name)
    return 0
  }
  const broken = await runChecks(command.selected)
  console.log(broken === 0 ? 'check: everything holds' : `check: ${broken} broken`)
  return broken === 0 ? 0 : 1
}

try {
  process.exitCode = await main()
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(`${error.message}\n\n${usage}`)
  process.exitCode = 2
}
