import { join, normalize } from 'node:path'
import type { LockedDependencies, Lockfile } from './read-lockfile.ts'

/** The third-party packages that are installed with one of our packages. */
export interface DependencyCount {
  /** Its own dependencies by name, sorted. */
  readonly direct: readonly string[]
  /** Packages of every installation, as `name@version`, sorted. */
  readonly everywhere: readonly string[]
  /**
   * Packages that are left out where they cannot be installed, such as those of other platforms,
   * sorted.
   */
  readonly optional: readonly string[]
}

function isOurs(target: string): boolean {
  return target.startsWith('link:')
}

/**
 * Counts dependencies by following the lockfile from our packages.
 *
 * @param folders relative to the repository, such as `packages/cli`
 * @throws RangeError when the lockfile does not know a project or a package that it names
 */
export function countDependencies(lockfile: Lockfile, folders: readonly string[]): DependencyCount {
  const everywhere = new Set<string>()
  const optional = new Set<string>()
  const direct = new Set<string>()

  function known(dependencies: LockedDependencies | undefined, name: string): LockedDependencies {
    if (dependencies === undefined) throw new RangeError(`The lockfile has no entry for ${name}.`)
    return dependencies
  }

  function follow(target: string, found: Set<string>): void {
    if (everywhere.has(target) || found.has(target)) return
    found.add(target)
    const dependencies = known(lockfile.packages.get(target), target)
    for (const next of dependencies.required.values()) follow(next, found)
    for (const next of dependencies.optional.values()) follow(next, optional)
  }

  const seen = new Set<string>()
  function followProject(folder: string): void {
    if (seen.has(folder)) return
    seen.add(folder)
    const { required, optional: possible } = known(lockfile.projects.get(folder), folder)
    for (const [found, dependencies] of [
      [everywhere, required],
      [optional, possible],
    ] as const) {
      for (const [name, target] of dependencies) {
        if (isOurs(target)) followProject(normalize(join(folder, target.slice('link:'.length))))
        else {
          if (folders.includes(folder)) direct.add(name)
          follow(target, found)
        }
      }
    }
  }

  for (const folder of folders) followProject(folder)
  const plain = (targets: Iterable<string>): readonly string[] =>
    [...new Set([...targets].map((target) => target.replace(/\(.*$/, '')))].toSorted()
  const always = plain(everywhere)
  return {
    direct: [...direct].toSorted(),
    everywhere: always,
    optional: plain(optional).filter((target) => !always.includes(target)),
  }
}
