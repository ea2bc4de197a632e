import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The parts of a package's manifest that concern its users. */
export interface PublicManifest {
  readonly name: string
  readonly version: string
  readonly publishConfig?: { readonly exports?: Readonly<Record<string, unknown>> }
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** A package that is published. */
export interface PublicPackage {
  /** Name of its folder below `packages`. */
  readonly folder: string
  readonly manifest: PublicManifest
}

function inPublishingOrder(packages: readonly PublicPackage[]): readonly PublicPackage[] {
  const byName = new Map(packages.map((each) => [each.manifest.name, each]))
  const ordered = new Set<PublicPackage>()
  const add = (each: PublicPackage): void => {
    const { dependencies = {}, peerDependencies = {} } = each.manifest
    for (const name of Object.keys({ ...dependencies, ...peerDependencies })) {
      const needed = byName.get(name)
      if (needed !== undefined) add(needed)
    }
    ordered.add(each)
  }
  for (const each of packages) add(each)
  return [...ordered]
}

/**
 * Reads every package that is published. Each package comes after those that it needs, so that
 * every published package can be installed when publishing stops in the middle.
 */
export async function readPublicPackages(repository: string): Promise<readonly PublicPackage[]> {
  const folders = await readdir(join(repository, 'packages'))
  const packages = await Promise.all(
    folders.toSorted().map(async (folder) => {
      const path = join(repository, 'packages', folder, 'package.json')
      const manifest: PublicManifest & { readonly private?: boolean } = JSON.parse(
        await readFile(path, 'utf8'),
      )
      return { folder, manifest }
    }),
  )
  return inPublishingOrder(packages.filter(({ manifest }) => manifest.private !== true))
}
