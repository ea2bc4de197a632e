import { entriesOf } from './read-lockfile.ts'

/** The platforms on which this repository is installed, as `os cpu` in the terms of Node. */
const platforms = ['darwin arm64', 'darwin x64', 'linux arm64', 'linux x64', 'win32 x64']

/** The names in a list such as `[android, linux]`. */
function listed(value: string): readonly string[] {
  return value.replace(/^\[(.*)\]$/, '$1').split(', ')
}

interface Limits {
  os: readonly string[]
  cpu: readonly string[]
}

/** What each package that is limited to some platforms runs on, by `name@version`. */
function limitedPackages(yaml: string): ReadonlyMap<string, Limits> {
  const limits = new Map<string, Limits>()
  for (const { path, value } of entriesOf(yaml)) {
    const [section, key = '', field, more] = path
    if (section !== 'packages' || more !== undefined || (field !== 'os' && field !== 'cpu'))
      continue
    const found = limits.get(key) ?? { os: [], cpu: [] }
    found[field] = listed(value)
    limits.set(key, found)
  }
  return limits
}

/**
 * The packages with a binary for each of several platforms, and the platforms of these binaries.
 */
function packagesOfBinaries(yaml: string): ReadonlyMap<string, ReadonlySet<string>> {
  const limits = limitedPackages(yaml)
  const found = new Map<string, Set<string>>()
  for (const { path, value } of entriesOf(yaml)) {
    const [section, key = '', kind, name] = path
    if (section !== 'snapshots' || kind !== 'optionalDependencies' || name === undefined) continue
    const { os, cpu } = limits.get(`${name}@${value}`) ?? { os: [], cpu: [] }
    const covered = found.get(key) ?? new Set<string>()
    for (const system of os) for (const processor of cpu) covered.add(`${system} ${processor}`)
    found.set(key, covered)
  }
  return new Map([...found].filter(([, covered]) => covered.size > 1))
}

/**
 * The platforms for which a lockfile of pnpm lacks a binary, one line for each package that has
 * binaries: pnpm installs nothing that the lockfile does not name, so the package would not run
 * there.
 */
export function missingPlatforms(yaml: string): readonly string[] {
  return [...packagesOfBinaries(yaml)].flatMap(([name, covered]) => {
    const missing = platforms.filter((platform) => !covered.has(platform))
    return missing.length === 0 ? [] : [`${name} has no binary for ${missing.join(', ')}`]
  })
}
