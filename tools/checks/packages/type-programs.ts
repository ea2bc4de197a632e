import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { shareOfCores } from '../share-of-cores.ts'
import type { Consumer } from './consumers.ts'
import { runProgram } from './run-program.ts'

/**
 * The type libraries of a user's TypeScript project. A backend on Node often has no types of the
 * DOM: `server`.
 */
type Environment = 'web' | 'node' | 'server' | 'workers'

/**
 * Entries for one platform; every other entry needs only web standards. The longest matching name
 * wins.
 */
const environmentOf: Readonly<Record<string, Environment>> = {
  '@merchant-edge/cli': 'node',
  '@merchant-edge/oidc/node': 'node',
  '@merchant-edge/orders': 'workers',
  '@merchant-edge/orders/webhook': 'web',
  '@merchant-edge/sandbox': 'workers',
  '@merchant-edge/sandbox/control': 'web',
  '@merchant-edge/sandbox/node': 'node',
  '@merchant-edge/sftp': 'node',
}

/** Third-party declarations with errors of their own, allowed only for these entries. */
const brokenDeclarations = [
  {
    owner: 'drizzle-orm',
    entries: ['@merchant-edge/orders', '@merchant-edge/sandbox'],
    why: 'its declarations for D1 import the types of every database that it supports, even if they are not installed',
  },
] as const

const dom = ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable']

/** One run of the compiler over entries of one package. */
export interface TypeProgram {
  readonly consumer: Consumer
  readonly entries: readonly string[]
  readonly environment: Environment
  readonly resolution: 'nodenext' | 'bundler'
}

/** The output of the compiler. */
export interface TypeResult {
  readonly program: TypeProgram
  /** Errors in the declarations of the package. */
  readonly errors: readonly string[]
  /** Number of errors in third-party declarations that are known to be broken, by package. */
  readonly foreign: ReadonlyMap<string, number>
}

function environmentFor(entry: string): Environment {
  const names = Object.keys(environmentOf).filter(
    (name) => entry === name || entry.startsWith(`${name}/`),
  )
  const [longest = ''] = names.toSorted((left, right) => right.length - left.length)
  return environmentOf[longest] ?? 'web'
}

/**
 * The programs that check the entries of a package: one for each platform and module resolution, and
 * one without the types of the DOM for entries that run on Node.
 * The entry of the webhook is checked alone, because a merchant's backend uses it without the rest.
 * Without the optional peers only the main entry is checked.
 */
export function typePrograms(consumer: Consumer): readonly TypeProgram[] {
  const { manifest, withPeers } = consumer
  const all = Object.keys(manifest.publishConfig?.exports ?? {}).map((entry) =>
    join(manifest.name, entry),
  )
  const needsPeers = manifest.peerDependencies !== undefined && !withPeers
  const groups = new Map<string, { entries: string[]; environment: Environment }>()
  for (const entry of needsPeers ? [manifest.name] : all) {
    const environment = environmentFor(entry)
    const key = entry.endsWith('/webhook') ? entry : environment
    const group = groups.get(key) ?? { entries: [], environment }
    group.entries.push(entry)
    groups.set(key, group)
  }
  const forServers = [...groups.values()].filter(({ environment }) => environment !== 'workers')
  return [
    ...(['nodenext', 'bundler'] as const).flatMap((resolution) =>
      [...groups.values()].map((group) => ({ consumer, resolution, ...group })),
    ),
    ...forServers.map(({ entries }) => ({
      consumer,
      resolution: 'nodenext' as const,
      entries,
      environment: 'server' as const,
    })),
  ]
}

/**
 * Compiles a module that imports the entries of a program, with every declaration checked except
 * those that are part of the compiler.
 */
export async function checkTypes(program: TypeProgram, repository: string): Promise<TypeResult> {
  const { consumer, entries, environment, resolution } = program
  const installed = join(repository, 'tools/node_modules')
  const types = {
    web: [],
    node: [join(installed, '@types/node')],
    server: [join(installed, '@types/node')],
    workers: [join(installed, '@cloudflare/workers-types')],
  }
  const name = `${environment}-${resolution}-${entries.length}-${entries[0]?.replaceAll(/\W/g, '_')}`
  const imports = entries.map((entry, at) => `export * as entry${at} from '${entry}'\n`)
  await writeFile(join(consumer.folder, `${name}.ts`), imports.join(''))
  const compilerOptions = {
    target: 'es2024',
    lib: environment === 'workers' || environment === 'server' ? ['es2024'] : dom,
    types: types[environment],
    module: resolution === 'bundler' ? 'esnext' : 'nodenext',
    moduleResolution: resolution,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    skipDefaultLibCheck: true,
    noEmit: true,
  }
  const settings = join(consumer.folder, `${name}.json`)
  await writeFile(settings, JSON.stringify({ compilerOptions, files: [`${name}.ts`] }))
  const tsc = join(installed, '.bin/tsc')
  const { ok, output } = await runProgram(consumer.folder, [
    tsc,
    '-p',
    settings,
    '--pretty',
    'false',
    ...shareOfCores,
  ])
  return { program, ...(ok ? { errors: [], foreign: new Map() } : sortErrors(output, entries)) }
}

function sortErrors(
  output: string,
  entries: readonly string[],
): Pick<TypeResult, 'errors' | 'foreign'> {
  const foreign = new Map<string, number>()
  const errors = output.split('\n').filter((line) => {
    if (!line.includes('error TS')) return false
    const [place = ''] = line.split('(')
    const [, owner = ''] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(place) ?? []
    const excepted = brokenDeclarations.some(
      (broken) => broken.owner === owner && broken.entries.some((entry) => entries.includes(entry)),
    )
    if (excepted) foreign.set(owner, (foreign.get(owner) ?? 0) + 1)
    return !excepted
  })
  return { errors, foreign }
}

/** A message for every exception in use, and the names of those that cover nothing. */
export function foreignSentences(results: readonly TypeResult[]): {
  readonly used: readonly string[]
  readonly unused: readonly string[]
} {
  const counted = brokenDeclarations.map(({ owner, entries, why }) => {
    const most = Math.max(0, ...results.map(({ foreign }) => foreign.get(owner) ?? 0))
    return { name: `${owner} behind ${entries.join(', ')}`, most, why }
  })
  return {
    used: counted
      .filter(({ most }) => most > 0)
      .map(({ name, most, why }) => `exception ${name}: up to ${most} errors: ${why}`),
    unused: counted
      .filter(({ most }) => most === 0)
      .map(({ name }) => `The exception ${name} is not needed.`),
  }
}
