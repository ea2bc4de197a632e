import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { PublicManifest } from '../../release/public-packages.ts'
import { runProgram } from './run-program.ts'

/** A project that installed one packed package. */
export interface Consumer {
  readonly manifest: PublicManifest
  readonly folder: string
  /** Whether the optional peers of the package are installed too. */
  readonly withPeers: boolean
}

/**
 * Creates an empty project for every package, and a second one with its optional peers if it has
 * any, and installs the tarball there. Each project sees only its own package, and each package
 * only its declared dependencies.
 *
 * @param tarballs folder of the packed packages
 * @throws Error with the output of pnpm when it cannot install
 */
export async function installConsumers(
  target: string,
  tarballs: string,
  manifests: readonly PublicManifest[],
): Promise<readonly Consumer[]> {
  const tarballOf = ({ name, version }: PublicManifest): string =>
    `file:${join(tarballs, `${name.slice(1).replace('/', '-')}-${version}.tgz`)}`
  const ours = new Map(manifests.map((manifest) => [manifest.name, tarballOf(manifest)]))
  const consumers = manifests.flatMap((manifest): Consumer[] => {
    const folder = join(target, manifest.name.replace('@merchant-edge/', ''))
    const bare = { manifest, folder, withPeers: false }
    if (manifest.peerDependencies === undefined) return [bare]
    return [bare, { manifest, folder: `${folder}-with-peers`, withPeers: true }]
  })
  for (const { manifest, folder, withPeers } of consumers) {
    const peers = withPeers ? Object.entries(manifest.peerDependencies ?? {}) : []
    const dependencies = Object.fromEntries(
      [[manifest.name, ''], ...peers].map(([name = '', range]) => [name, ours.get(name) ?? range]),
    )
    await mkdir(folder, { recursive: true })
    const project = { name: folder.split('/').at(-1), private: true, type: 'module', dependencies }
    await writeFile(join(folder, 'package.json'), JSON.stringify(project))
  }
  await writeFile(join(target, 'package.json'), JSON.stringify({ name: 'all', private: true }))
  await writeFile(join(target, 'pnpm-workspace.yaml'), settings(ours))
  const command = ['pnpm', 'install', '--ignore-scripts', '--prefer-offline'] as const
  const { ok, output } = await runProgram(target, command)
  if (!ok) throw new Error(output)
  return consumers
}

function settings(ours: ReadonlyMap<string, string>): string {
  return [
    `packages: ['*']`,
    'overrides:',
    ...[...ours].map(([name, tarball]) => `  '${name}': '${tarball}'`),
    'hoist: false',
    'autoInstallPeers: false',
    'dedupePeerDependents: false',
    'strictDepBuilds: false',
    'pmOnFail: ignore',
  ].join('\n')
}

/**
 * The names of all packages that are installed with a package, without itself.
 *
 * @param consumer a project that `installConsumers` made
 */
export async function transitiveDependencies({
  manifest,
  folder,
}: Consumer): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  const seen = new Set<string>()
  const visit = async (name: string, from: string): Promise<void> => {
    const place = await realpath(join(from, name)).catch(() => undefined)
    if (place === undefined || seen.has(place)) return
    seen.add(place)
    names.add(name)
    const {
      dependencies = {},
      optionalDependencies = {},
      peerDependencies = {},
    } = JSON.parse(await readFile(join(place, 'package.json'), 'utf8'))
    // pnpm puts the dependencies of a package beside it; a scope is an additional folder.
    const beside = name.startsWith('@') ? dirname(dirname(place)) : dirname(place)
    for (const next of Object.keys({
      ...dependencies,
      ...optionalDependencies,
      ...peerDependencies,
    })) {
      await visit(next, beside)
    }
  }
  await visit(manifest.name, join(folder, 'node_modules'))
  names.delete(manifest.name)
  return names
}
