/** The dependencies of a project or package in a lockfile: their names, and their keys or links. */
export interface LockedDependencies {
  /** Dependencies of every installation, by name: a key of `packages`, or `link:` and a folder. */
  readonly required: ReadonlyMap<string, string>
  /** Dependencies that are skipped where they cannot be installed, by name, as in `required`. */
  readonly optional: ReadonlyMap<string, string>
}

/** The dependencies in a `pnpm-lock.yaml`. */
export interface Lockfile {
  /** By folder, relative to the repository; without development dependencies. */
  readonly projects: ReadonlyMap<string, LockedDependencies>
  /** By key: name, version, and the peers that it was resolved with. */
  readonly packages: ReadonlyMap<string, LockedDependencies>
}

/** A line of the lockfile: its depth (two blanks each), its name and the value behind the colon. */
export interface Entry {
  readonly path: readonly string[]
  readonly value: string
}

function unquoted(text: string): string {
  return text.replace(/^'(.*)'$/, '$1')
}

/**
 * Every line as a path of names. pnpm writes one name on each line, two blanks deeper for each
 * level.
 */
export function* entriesOf(yaml: string): Generator<Entry> {
  let path: readonly string[] = []
  for (const line of yaml.split('\n')) {
    const match = /^( *)('[^']+'|[^\s:][^\s]*?):(?: (.*))?$/.exec(line)
    if (match === null) continue
    const [, blanks = '', name = '', value = ''] = match
    path = [...path.slice(0, blanks.length / 2), unquoted(name)]
    yield { path, value: unquoted(value) }
  }
}

interface Dependencies extends LockedDependencies {
  readonly required: Map<string, string>
  readonly optional: Map<string, string>
}

function dependenciesOf(map: Map<string, Dependencies>, key: string): Dependencies {
  const present = map.get(key) ?? { required: new Map(), optional: new Map() }
  map.set(key, present)
  return present
}

function add(to: Dependencies, kind: string, [name, target]: readonly [string, string]): void {
  if (kind === 'dependencies') to.required.set(name, target)
  if (kind === 'optionalDependencies') to.optional.set(name, target)
}

/** `name@version` for a version, the version itself where it names another package. */
function targetOf(name: string, version: string): string {
  return version.startsWith('link:') || /^@?[^@(\d][^@(]*@/.test(version)
    ? version
    : `${name}@${version}`
}

/**
 * Reads a lockfile of pnpm, version 9. Optional peers are left out: they are not installed with the
 * package.
 *
 * @throws TypeError when it has no entry, such as when its format has changed
 */
export function readLockfile(yaml: string): Lockfile {
  const projects = new Map<string, Dependencies>()
  const packages = new Map<string, Dependencies>()
  const optionalPeers = new Set<string>()
  for (const { path, value } of entriesOf(yaml)) {
    const [section, key = '', kind = '', name = '', field] = path
    if (section === 'importers') {
      const project = dependenciesOf(projects, key)
      if (field === 'version') add(project, kind, [name, targetOf(name, value)])
    } else if (section === 'packages' && kind === 'peerDependenciesMeta' && field === 'optional') {
      optionalPeers.add(`${key} ${name}`)
    } else if (section === 'snapshots') {
      const entry = dependenciesOf(packages, key)
      const isPeer = optionalPeers.has(`${key.replace(/\(.*$/, '')} ${name}`)
      if (value !== '' && !isPeer) add(entry, kind, [name, targetOf(name, value)])
    }
  }
  if (projects.size === 0 || packages.size === 0) {
    throw new TypeError('The lockfile has no project or no package: its format has changed.')
  }
  return { projects, packages }
}
