import { assert, describe, expect, it } from 'vitest'
import { foreignSentences, typePrograms } from './type-programs.ts'

function consumer(name: string, entries: readonly string[], peers?: { withPeers: boolean }) {
  const exports = Object.fromEntries(entries.map((entry) => [entry, {}]))
  const peerDependencies = peers === undefined ? {} : { peerDependencies: { hono: '*' } }
  return {
    manifest: { name, version: '0.1.0', publishConfig: { exports }, ...peerDependencies },
    folder: '/x',
    withPeers: peers?.withPeers ?? false,
  }
}

function groups(of: Parameters<typeof typePrograms>[0]) {
  return typePrograms(of)
    .filter(({ resolution }) => resolution === 'bundler')
    .map(({ environment, entries }) => `${environment}: ${entries.join(' ')}`)
}

describe('typePrograms', () => {
  it('compiles every entry under both module resolutions', () => {
    const programs = typePrograms(consumer('@merchant-edge/signing', ['.', './explain']))

    expect(programs.map(({ environment, resolution }) => `${environment} ${resolution}`)).toEqual([
      'web nodenext',
      'web bundler',
      'server nodenext',
    ])
    expect(programs[0]?.entries).toEqual([
      '@merchant-edge/signing',
      '@merchant-edge/signing/explain',
    ])
  })

  it('compiles platforms separately, and the webhook alone', () => {
    expect(groups(consumer('@merchant-edge/orders', ['.', './daily-files', './webhook']))).toEqual([
      'workers: @merchant-edge/orders @merchant-edge/orders/daily-files',
      'web: @merchant-edge/orders/webhook',
    ])
    expect(groups(consumer('@merchant-edge/oidc', ['.', './node', './web']))).toEqual([
      'web: @merchant-edge/oidc @merchant-edge/oidc/web',
      'node: @merchant-edge/oidc/node',
    ])
  })

  it('compiles without the types of the DOM what runs on Node, and not what runs in a Worker', () => {
    const programs = typePrograms(consumer('@merchant-edge/orders', ['.', './webhook']))

    expect(
      programs.filter(({ environment }) => environment === 'server').map(({ entries }) => entries),
    ).toEqual([['@merchant-edge/orders/webhook']])
  })

  it('compiles only the main entry if optional peers are missing', () => {
    const entries = ['.', './hono']

    expect(groups(consumer('@merchant-edge/callback', entries, { withPeers: false }))).toEqual([
      'web: @merchant-edge/callback',
    ])
    expect(groups(consumer('@merchant-edge/callback', entries, { withPeers: true }))).toEqual([
      'web: @merchant-edge/callback @merchant-edge/callback/hono',
    ])
  })
})

describe('the sandbox', () => {
  it('is compiled without the types of Workers where a test suite uses it', () => {
    const entries = ['.', './control', './node', './worker']

    expect(groups(consumer('@merchant-edge/sandbox', entries))).toEqual([
      'workers: @merchant-edge/sandbox @merchant-edge/sandbox/worker',
      'web: @merchant-edge/sandbox/control',
      'node: @merchant-edge/sandbox/node',
    ])
  })
})

describe('foreignSentences', () => {
  it('limits the number of errors that an exception covers', () => {
    const [program] = typePrograms(consumer('@merchant-edge/orders', ['.']))
    assert(program !== undefined, 'no program')
    const results = [3, 5].map((count) => ({
      program,
      errors: [],
      foreign: new Map([['drizzle-orm', count]]),
    }))

    const { used, unused } = foreignSentences(results)

    expect(used).toHaveLength(1)
    expect(used[0]).toContain('up to 5 errors')
    expect(unused).toEqual([])
  })

  it('names an exception that covers nothing', () => {
    const { used, unused } = foreignSentences([])

    expect(used).toEqual([])
    expect(unused[0]).toContain('drizzle-orm')
    expect(unused[0]).toContain('is not needed')
  })
})
