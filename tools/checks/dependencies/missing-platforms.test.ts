import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { missingPlatforms } from './missing-platforms.ts'

const binary = (name: string, os: string, cpu: string): string =>
  `  '@tool/${name}@1.0.0':
    resolution: {integrity: sha512-a==}
    cpu: [${cpu}]
    os: [${os}]
`

const binaries = new Map([
  ['mac-arm64', binary('mac-arm64', 'darwin', 'arm64')],
  ['mac-x64', binary('mac-x64', 'darwin', 'x64')],
  ['linux-arm64', binary('linux-arm64', 'android, linux', 'arm64')],
  ['linux-x64', binary('linux-x64', 'android, linux', 'x64')],
  ['windows-x64', binary('windows-x64', 'win32', 'x64')],
])

const lockfileWith = (names: readonly string[]): string => `lockfileVersion: '9.0'

packages:

${names.map((name) => binaries.get(name)).join('\n')}
snapshots:

  tool@1.0.0:
    dependencies:
      plain: 2.0.0
    optionalDependencies:
${names.map((name) => `      '@tool/${name}': 1.0.0`).join('\n')}
`

describe('missingPlatforms', () => {
  test('finds nothing where each platform has its binary', () => {
    expect(missingPlatforms(lockfileWith([...binaries.keys()]))).toEqual([])
  })

  test.each([
    ['mac-arm64', 'darwin arm64'],
    ['mac-x64', 'darwin x64'],
    ['linux-arm64', 'linux arm64'],
    ['linux-x64', 'linux x64'],
    ['windows-x64', 'win32 x64'],
  ])('names the platform of a binary that is left out: %s', (left, platform) => {
    const names = [...binaries.keys()].filter((name) => name !== left)

    expect(missingPlatforms(lockfileWith(names))).toEqual([
      `tool@1.0.0 has no binary for ${platform}`,
    ])
  })

  test('names several together', () => {
    expect(missingPlatforms(lockfileWith(['linux-x64', 'linux-arm64']))).toEqual([
      'tool@1.0.0 has no binary for darwin arm64, darwin x64, win32 x64',
    ])
  })

  test('leaves a package alone that is for one platform only', () => {
    expect(missingPlatforms(lockfileWith(['mac-arm64']))).toEqual([])
  })

  test('finds nothing in the lockfile of this repository', async () => {
    const yaml = await readFile(join(import.meta.dirname, '../../../pnpm-lock.yaml'), 'utf8')

    expect(yaml).toContain('optionalDependencies')
    expect(missingPlatforms(yaml)).toEqual([])
  })
})
