import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readPublicPackages } from '../../release/public-packages.ts'
import { countDependencies, type DependencyCount } from './count-dependencies.ts'
import { readLockfile } from './read-lockfile.ts'

/** A package that a user installs, with the limit of its third-party packages. */
export interface Installation {
  readonly name: string
  readonly count: DependencyCount
  /** All of `everywhere` and `optional` of the count, at most. */
  readonly limit: number
}

/**
 * Limits of third-party packages, transitive ones included. The commit that raises a limit must
 * give the reason: each package is code of another author that runs in the user's process.
 */
const limits: Readonly<Record<string, number>> = {
  callback: 1,
  cli: 22,
  client: 1,
  contract: 1,
  oidc: 2,
  orders: 2,
  reconcile: 0,
  sandbox: 60,
  sftp: 19,
  signing: 0,
}

/** The optional peer of the command line brings what it needs itself. */
const together = { name: 'cli with sandbox', folders: ['cli', 'sandbox'], limit: 81 }

/**
 * The third-party packages of each published package, from the lockfile.
 *
 * @throws RangeError when a published package has no limit
 */
export async function installations(repository: string): Promise<readonly Installation[]> {
  const lockfile = readLockfile(await readFile(join(repository, 'pnpm-lock.yaml'), 'utf8'))
  const names = (await readPublicPackages(repository)).map(({ folder }) => folder)
  const single = names.toSorted().map((name) => {
    const limit = limits[name]
    if (limit === undefined) {
      throw new RangeError(
        `packages/${name} is published and has no limit in published-packages.ts.`,
      )
    }
    return { name, count: countDependencies(lockfile, [`packages/${name}`]), limit }
  })
  const folders = together.folders.map((name) => `packages/${name}`)
  const both = { ...together, count: countDependencies(lockfile, folders) }
  return [...single, { name: both.name, count: both.count, limit: both.limit }]
}

/** Maximum number of third-party packages that are installed with it. */
export function sizeOf({ count }: Installation): number {
  return count.everywhere.length + count.optional.length
}
