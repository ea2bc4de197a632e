import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readPublicPackages } from './public-packages.ts'

// Goal: a release publishes every public package and nothing else, and can stop at any point: npm refuses a private package
// in the middle of a release, and a package whose dependency is not published yet cannot be installed. The list is
// written by hand.

const packages = await readPublicPackages(join(import.meta.dirname, '../..'))
const folders = packages.map(({ folder }) => folder)

describe('the packages of a release', () => {
  it('are the public ones', () => {
    expect(folders.toSorted()).toEqual([
      'callback',
      'cli',
      'client',
      'contract',
      'oidc',
      'orders',
      'reconcile',
      'sandbox',
      'sftp',
      'signing',
    ])
  })

  it.each(packages)('$folder comes after the packages that it needs', ({ folder, manifest }) => {
    const { dependencies = {}, peerDependencies = {} } = manifest
    const needed = Object.keys({ ...dependencies, ...peerDependencies })
      .filter((name) => name.startsWith('@merchant-edge/'))
      .map((name) => name.replace('@merchant-edge/', ''))

    for (const name of needed) expect(folders.slice(0, folders.indexOf(folder))).toContain(name)
  })
})
