import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atOnce } from '../share-of-cores.ts'
import { checkCommandLine } from './command-line.ts'
import {
  readPublicPackages,
  type PublicManifest,
  type PublicPackage,
} from '../../release/public-packages.ts'
import { installConsumers, transitiveDependencies, type Consumer } from './consumers.ts'
import { packedContentDigest } from './packed-content.ts'
import { runAll, runProgram } from './run-program.ts'
import { unnamedEntries } from './unnamed-entries.ts'
import { checkTypes, foreignSentences, typePrograms, type TypeResult } from './type-programs.ts'

/**
 * Packs every public package as it would be published. Its README must name every entry, and
 * publint and attw check each tarball. Then each tarball is installed into a separate project,
 * where every entry is type-checked with `skipLibCheck` off and the command line is run. Needs the
 * built packages (`tsc -b`). A package that passed is cached by its content.
 */
const repository = join(import.meta.dirname, '../../..')

const problems: string[] = []
const lines: string[] = []

async function packAll(
  target: string,
  packages: readonly PublicPackage[],
): Promise<readonly string[]> {
  const { ok, output } = await runProgram(repository, [
    'pnpm',
    '--recursive',
    ...packages.flatMap(({ folder }) => ['--filter', `./packages/${folder}`]),
    'pack',
    '--pack-destination',
    target,
  ])
  if (!ok) problems.push(output)
  return (await readdir(target)).filter((file) => file.endsWith('.tgz'))
}

async function checkShape(tarballs: string, tarball: string): Promise<void> {
  const file = join(tarballs, tarball)
  const bin = join(repository, 'tools/node_modules/.bin')
  for (const [program, ...rest] of [
    ['publint', file, '--strict'],
    ['attw', file, '--profile', 'esm-only', '--no-color'],
  ] as const) {
    const { ok, output } = await runProgram(repository, [join(bin, program), ...rest])
    if (!ok) problems.push(`${tarball}: ${program}\n${output}`)
  }
}

async function checkReadme(manifest: PublicManifest): Promise<void> {
  const folder = manifest.name.replace('@merchant-edge/', 'packages/')
  const readme = await readFile(join(repository, folder, 'README.md'), 'utf8')
  for (const entry of unnamedEntries(manifest, readme)) {
    problems.push(`${folder}/README.md does not name the entry ${manifest.name}${entry}.`)
  }
}

function reportTypes(results: readonly TypeResult[]): readonly string[] {
  const { used, unused } = foreignSentences(results)
  lines.push(...used)
  problems.push(...unused)
  return results
    .filter(({ errors }) => errors.length > 0)
    .map(({ program, errors }) => {
      const [first = ''] = errors
      const { entries, resolution, environment, consumer } = program
      const peers = consumer.withPeers ? ' with its peers' : ''
      return `${entries.join(', ')}${peers} (${resolution}, ${environment}): ${errors.length} errors, the first: ${first}`
    })
}

async function checkInstalled(consumers: readonly Consumer[]): Promise<readonly string[]> {
  const programs = consumers.flatMap((consumer) => typePrograms(consumer))
  const found = [
    ...reportTypes(
      await runAll(
        atOnce,
        programs.map((program) => () => checkTypes(program, repository)),
      ),
    ),
  ]
  for (const consumer of consumers.filter(({ withPeers }) => !withPeers)) {
    const dependencies = await transitiveDependencies(consumer)
    const { name } = consumer.manifest
    lines.push(`${name} installs ${dependencies.size} other packages`)
    if (name !== '@merchant-edge/cli') continue
    if (dependencies.has('miniflare')) found.push(`${name} installs miniflare.`)
    found.push(...(await checkCommandLine(consumer)))
  }
  return found
}

async function check(): Promise<void> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'merchant-edge-pack-')))
  try {
    const packages = await readPublicPackages(repository)
    const tarballs = await packAll(folder, packages)
    await runAll(
      atOnce,
      tarballs.map((tarball) => () => checkShape(folder, tarball)),
    )
    const manifests = packages.map(({ manifest }) => manifest)
    for (const manifest of manifests) await checkReadme(manifest)
    const consumers = await installConsumers(join(folder, 'consumers'), folder, manifests)
    problems.push(...(await checkInstalled(consumers)))
    lines.push(`${tarballs.length} packages packed, checked and installed`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const remembered = join(repository, 'node_modules/.cache/merchant-edge/packed-packages.json')
const digest = await packedContentDigest(repository)
const earlier: { digest?: string; lines?: readonly string[] } = JSON.parse(
  await readFile(remembered, 'utf8').catch(() => '{}'),
)
if (earlier.digest === digest) {
  lines.push(...(earlier.lines ?? []), 'unchanged since they were last checked')
} else {
  await check()
  if (problems.length === 0) {
    await mkdir(join(remembered, '..'), { recursive: true })
    await writeFile(remembered, JSON.stringify({ digest, lines }))
  }
}
for (const line of lines) console.log(line)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
