import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const usage = `Usage: npm run test:on-node -- NODE [PACKAGE...] [--help]

Runs the tests of the packages for npm on another Node than the pinned one: the packages promise Node 20 and newer, and
Node's own parts behave differently from version to version.

  NODE        path of a Node 22.18 or newer, such as "$(command -v node)"; for an older one npm test runs some calls of the
              packed packages, if OTHER_NODE is its path
  PACKAGE...  folders below packages, such as sftp; all of them if left out
  --help      this help

Exit code 0 when every test passes, 1 when one fails, 2 when the arguments are wrong.`

const repository = join(import.meta.dirname, '..')
const vitest = join(repository, 'node_modules/vitest/vitest.mjs')

/** Packages that run in every runtime: only their tests on Node are run. */
const onEveryRuntime = ['callback', 'client', 'contract', 'oidc', 'reconcile', 'signing']
/** Packages whose tests run on Node only. */
const onNodeOnly = ['cli', 'sftp']
const tested = [...onEveryRuntime, ...onNodeOnly].toSorted((one, other) => one.localeCompare(other))

class UsageError extends Error {}

/** The first release that runs TypeScript, which some tests start in a process of its own. */
const firstVersion = [22, 18] as const

function versionOf(node: string): string {
  const { status, stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  const found = /^v(\d+)\.(\d+)\./.exec(stdout ?? '')
  if (status !== 0 || found === null) throw new UsageError(`${node} is no Node that can be run.`)
  const [major, minor] = [Number(found[1]), Number(found[2])]
  if (major < firstVersion[0] || (major === firstVersion[0] && minor < firstVersion[1])) {
    throw new UsageError(`${node} is ${stdout.trim()}: these tests need 22.18 or newer.`)
  }
  return stdout.trim()
}

function readCommand() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { help: { type: 'boolean', default: false } },
    })
    const [node, ...packages] = positionals
    if (values.help) return undefined
    if (node === undefined) throw new UsageError('Give the path of a Node.')
    const unknown = packages.find((name) => !tested.includes(name))
    if (unknown !== undefined) {
      throw new UsageError(`There is no package ${unknown}. Packages: ${tested.join(', ')}.`)
    }
    return { node, version: versionOf(node), packages: packages.length > 0 ? packages : tested }
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message)
    throw error
  }
}

/** @returns whether every test of the package passes */
function passes(node: string, name: string): boolean {
  const project = onEveryRuntime.includes(name) ? ['--project', 'node'] : []
  const args = [vitest, 'run', '--root', join(repository, 'packages', name), ...project]
  const { status } = spawnSync(node, args, { stdio: 'inherit' })
  return status === 0
}

try {
  const command = readCommand()
  if (command === undefined) console.log(usage)
  else {
    const { node, version, packages } = command
    const failed = packages.filter((name) => !passes(node, name))
    if (failed.length > 0) process.exitCode = 1
    const all = `Of ${packages.join(', ')} every test passes`
    console.log(`${version}: ${failed.length > 0 ? `tests fail in ${failed.join(', ')}` : all}.`)
  }
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(`${error.message}\n\n${usage}`)
  process.exitCode = 2
}
