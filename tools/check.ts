import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Everything that must hold besides the tests; each check says its name and how long it took. */
interface Check {
  readonly name: string
  readonly command: readonly string[]
}

const repository = join(import.meta.dirname, '..')
const parents = ['packages', 'workers', 'examples']

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

async function checks(): Promise<readonly Check[]> {
  const { built, tests } = await typeProjects()
  return [
    { name: 'types', command: ['tsc', '-b', ...built] },
    ...tests.map((project) => ({
      name: `types of ${project}`,
      command: ['tsc', '--noEmit', '-p', project],
    })),
    { name: 'lint', command: ['oxlint', '--deny-warnings'] },
    { name: 'format', command: ['oxfmt', '--check', '.'] },
    { name: 'layers', command: ['node', 'tools/checks/layers/check-layers.ts'] },
    { name: 'gaps', command: ['node', 'tools/checks/check-gaps.ts'] },
    { name: 'unused code', command: ['knip'] },
    { name: 'bundles', command: ['node', 'tools/checks/check-bundles.ts'] },
    { name: 'examples', command: ['node', 'tools/checks/examples/check-examples.ts'] },
    { name: 'documents', command: ['node', 'tools/write-docs.ts', '--check'] },
    { name: 'packed packages', command: ['node', 'tools/checks/packages/check-packages.ts'] },
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
    child.once('close', (code) => resolve({ ok: code === 0, output }))
  })
}

/** What a check that holds says all the same: what its exceptions are for, and what will not hold for long. */
function remarks(output: string): readonly string[] {
  return output.split('\n').filter((line) => /^(exception|warning) /.test(line))
}

const only = process.argv[2]
let broken = 0
for (const check of await checks()) {
  if (only !== undefined && !check.name.startsWith(only)) continue
  const started = performance.now()
  const { ok, output } = await run(check)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${ok ? 'ok    ' : 'BROKEN'} ${check.name} (${seconds} s)`)
  if (ok) for (const line of remarks(output)) console.log(`       ${line}`)
  else {
    broken += 1
    console.log(output.trimEnd())
  }
}
console.log(broken === 0 ? 'check: everything holds' : `check: ${broken} broken`)
process.exitCode = broken === 0 ? 0 : 1
