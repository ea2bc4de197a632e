import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { countDependencies } from './count-dependencies.ts'
import { installations } from './published-packages.ts'
import { readLockfile } from './read-lockfile.ts'

const lockfile = `lockfileVersion: '9.0'

importers:

  .:
    devDependencies:
      tool:
        specifier: 'catalog:'
        version: 1.0.0

  packages/app:
    dependencies:
      '@house/core':
        specifier: workspace:*
        version: link:../core
      schema:
        specifier: 'catalog:'
        version: 1.5.0(checker@7.0.2)
    optionalDependencies:
      '@scope/native':
        specifier: 1.0.0
        version: 1.0.0
    devDependencies:
      tool:
        specifier: 'catalog:'
        version: 1.0.0

  packages/core:
    dependencies:
      renamed:
        specifier: npm:other@2.0.0
        version: other@2.0.0

packages:

  '@scope/native@1.0.0':
    resolution: {integrity: sha512-a==}
    cpu: [x64]

  'schema@1.5.0':
    resolution: {integrity: sha512-b==}
    peerDependencies:
      checker: '>=5'
      host: '>=1'
    peerDependenciesMeta:
      checker:
        optional: true

snapshots:

  '@scope/native@1.0.0': {}

  checker@7.0.2: {}

  host@1.0.0: {}

  leaf@3.0.0: {}

  other@2.0.0:
    dependencies:
      leaf: 3.0.0
    optionalDependencies:
      '@scope/native': 1.0.0

  schema@1.5.0(checker@7.0.2)(host@1.0.0): {}

  schema@1.5.0(checker@7.0.2):
    dependencies:
      host: 1.0.0
    optionalDependencies:
      checker: 7.0.2

  tool@1.0.0: {}
`

describe('the dependencies of a package', () => {
  test('are the third-party packages that every installation has, and the optional ones', () => {
    expect(countDependencies(readLockfile(lockfile), ['packages/app'])).toEqual({
      direct: ['@scope/native', 'schema'],
      everywhere: ['host@1.0.0', 'leaf@3.0.0', 'other@2.0.0', 'schema@1.5.0'],
      optional: ['@scope/native@1.0.0'],
    })
  })

  test('are counted once for packages that are installed together', () => {
    const one = countDependencies(readLockfile(lockfile), ['packages/core'])
    const both = countDependencies(readLockfile(lockfile), ['packages/app', 'packages/core'])
    expect(one.everywhere).toEqual(['leaf@3.0.0', 'other@2.0.0'])
    expect(both.everywhere).toHaveLength(4)
  })

  test('cannot be counted if the lockfile refers to a missing entry', () => {
    const read = readLockfile(lockfile.replace('  leaf@3.0.0: {}\n', ''))
    expect(() => countDependencies(read, ['packages/core'])).toThrow(RangeError)
    expect(() => countDependencies(read, ['packages/none'])).toThrow('packages/none')
  })

  test('are not read from a file of another format', () => {
    expect(() => readLockfile('{"lockfileVersion": 3}')).toThrow(TypeError)
  })

  test('have a limit for each published package', async () => {
    const all = await installations(join(import.meta.dirname, '../../..'))
    expect(all.map(({ name }) => name)).toContain('sandbox')
    expect(all.map(({ name }) => name)).not.toContain('pages')
    for (const { name, limit } of all) expect(limit, name).toBeGreaterThanOrEqual(0)
  })
})
