import { describe, expect, it } from 'vitest'
import { checkDependencies, checkPublishedEntries, undocumented } from './package-floors.ts'

const floors = { 'packages/low': 0, 'packages/beside': 0, 'packages/high': 1 }
const named = { low: '@x/low', beside: '@x/beside', high: '@x/high' }

function manifests(dependencies: Partial<Record<keyof typeof named, string>>) {
  return new Map(
    Object.entries(named).map(([folder, name]) => {
      const on = Object.entries(dependencies).find(([from]) => from === folder)?.[1]
      return [`packages/${folder}`, { name, dependencies: on === undefined ? {} : { [on]: '*' } }]
    }),
  )
}

describe('checkDependencies', () => {
  it('accepts a dependency on a lower floor and on an installed package', () => {
    expect(checkDependencies(manifests({ high: '@x/low', low: 'hono' }), floors, [])).toEqual([])
  })

  it('refuses a dependency that goes up', () => {
    const problems = checkDependencies(manifests({ low: '@x/high' }), floors, [])

    expect(problems).toEqual([
      'packages/low (floor 0) depends on packages/high (floor 1): imports go down only.',
    ])
  })

  it('refuses a sideways dependency that is not listed', () => {
    expect(checkDependencies(manifests({ low: '@x/beside' }), floors, [])).toHaveLength(1)
  })

  it('accepts a sideways dependency that is listed, and refuses a listed one that does not exist any more', () => {
    const listed = [{ from: 'packages/low', to: 'packages/beside', why: 'a reason' }]

    expect(checkDependencies(manifests({ low: '@x/beside' }), floors, listed)).toEqual([])
    expect(checkDependencies(manifests({}), floors, listed)).toEqual([
      'The exception packages/low -> packages/beside is not needed.',
    ])
  })

  it('refuses a package without a floor', () => {
    expect(
      checkDependencies(manifests({}), { 'packages/low': 0, 'packages/beside': 0 }, []),
    ).toEqual(['packages/high is on no floor: add it to package-floors.ts.'])
  })
})

describe('undocumented', () => {
  it('reports exceptions that the text does not mention', () => {
    const listed = [
      { from: 'packages/low', to: 'packages/beside', why: 'a reason' },
      { from: 'packages/beside', to: 'packages/low', why: 'a reason' },
    ]

    expect(undocumented('`packages/low -> packages/beside`', listed)).toEqual([
      'docs/ARCHITECTURE.md does not name the exception packages/beside -> packages/low.',
    ])
  })
})

describe('checkPublishedEntries', () => {
  const built = { types: './dist/index.d.ts', default: './dist/index.js' }

  it('accepts the built form of an entry', () => {
    const manifest = {
      name: '@x/low',
      exports: { '.': './src/index.ts' },
      publishConfig: { exports: { '.': built } },
    }

    expect(checkPublishedEntries(new Map([['packages/low', manifest]]))).toEqual([])
  })

  it('accepts bundled declarations that have the name of the entry, and no others', () => {
    const problems = (types: string) => {
      const manifest = {
        name: '@x/low',
        exports: { './control': './src/control.ts' },
        publishConfig: { exports: { './control': { types, default: './dist/control.js' } } },
      }
      return checkPublishedEntries(new Map([['packages/low', manifest]]))
    }

    expect(problems('./dist/declarations/control.d.ts')).toEqual([])
    expect(problems('./dist/declarations/node.d.ts')).toHaveLength(1)
    expect(problems('./dist/other.d.ts')).toHaveLength(1)
  })

  it('refuses an entry that is not published', () => {
    const manifest = { name: '@x/low', exports: { '.': './src/index.ts' } }

    expect(checkPublishedEntries(new Map([['packages/low', manifest]]))).toHaveLength(1)
  })
})
