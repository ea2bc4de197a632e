import { describe, expect, it } from 'vitest'
import { findMutants, mutate } from './find-mutants.ts'

/** The texts of all mutants of a source. */
function mutantsOf(source: string): string[] {
  return findMutants('source.ts', source).map((mutant) => mutate(source, mutant))
}

describe('findMutants', () => {
  it('replaces conditions by true and false, and moves boundaries', () => {
    expect(mutantsOf('if (a < b) c()')).toEqual([
      'if (true) c()',
      'if (false) c()',
      'if (a <= b) c()',
      'if (a >= b) c()',
      'if (a < b) ;',
    ])
  })

  it('does not negate a condition that it replaces by both values', () => {
    expect(mutantsOf('x = a === b ? c : d')).toEqual([';', 'x = true ? c : d', 'x = false ? c : d'])
  })

  it('exchanges && and ||, and removes a fallback', () => {
    expect(mutantsOf('export const x = a && b')).toEqual(['export const x = a || b'])
    expect(mutantsOf('export const x = a ?? b')).toEqual(['export const x = a'])
  })

  it('changes booleans, numbers, words and patterns, and no prose', () => {
    expect(mutantsOf("export const x = [true, 2, 'paid', 'in words']")).toEqual([
      "export const x = [false, 2, 'paid', 'in words']",
      "export const x = [2, 'paid', 'in words']",
      "export const x = [true, 3, 'paid', 'in words']",
      "export const x = [true, 1, 'paid', 'in words']",
      "export const x = [true, 'paid', 'in words']",
      "export const x = [true, 2, 'mutant', 'in words']",
      "export const x = [true, 2, 'in words']",
    ])
    expect(mutantsOf('export const x = /^[a-z]{1,3}$/')).toEqual([
      'export const x = /[a-z]{1,3}$/',
      'export const x = /^[a-z]{1,3}/',
      'export const x = /^[a-z]{1,4}$/',
    ])
  })

  it('does not change imports, types and error messages', () => {
    expect(mutantsOf("import { a } from 'b'\nexport type C = 'c' | 1")).toEqual([])
    expect(mutantsOf("export const e = (x: 'y') => new TypeError('word')")).toEqual([])
  })

  it('leaves the checks of arguments to the tests of all public functions', () => {
    expect(mutantsOf("checkContext('pay', context, ['now'])")).toEqual([])
    expect(mutantsOf("checkOptions('pay', options, { limit: 'number' })")).toEqual([])
    expect(mutantsOf('checkVerdict(decision)')).toEqual([';'])
  })

  it('does not change how often a lost race is repeated, but whether anything is tried', () => {
    expect(mutantsOf('const maxRaces = 4')).toEqual([])
    const loop = 'for (let race = 0; race < maxRaces && found; race += 1) attempt()'
    expect(mutantsOf(loop)).toEqual([
      'for (let race = 0; false; race += 1) attempt()',
      'for (let race = 0; race < maxRaces || found; race += 1) attempt()',
      'for (let race = 0; race < maxRaces && found; race += 1) ;',
    ])
    expect(mutantsOf('for (let at = 0; at < size; ) ;')).toContain(
      'for (let at = 1; at < size; ) ;',
    )
  })

  it('changes how long something takes, and not the length of a minute', () => {
    expect(mutantsOf('const ms = 3 * 60 * 60_000')).toEqual([
      'const ms = 4 * 60 * 60_000',
      'const ms = 2 * 60 * 60_000',
      'const ms = 3 / 60 * 60_000',
      'const ms = 3 * 60 / 60_000',
    ])
  })

  it('changes neither the text of a symbol nor an absent value that is stored', () => {
    expect(mutantsOf("const me = Symbol('leader')")).toEqual([])
    expect(mutantsOf('insert(refunds, { values: { id, reason: reason ?? null } })')).toEqual([';'])
    expect(mutantsOf('export const answer = { reason: reason ?? null }')).toEqual([
      'export const answer = { reason: reason }',
    ])
  })

  it('changes the conditions of a query, in its text and in its calls', () => {
    const query = '`${calls} + 1 <= ${max} AND state IN ${open}`'
    expect(mutantsOf(`export const q = sql${query}`)).toEqual([
      'export const q = sql`${calls} - 1 <= ${max} AND state IN ${open}`',
      'export const q = sql`${calls} + 1 < ${max} AND state IN ${open}`',
      'export const q = sql`${calls} + 1 <= ${max} OR state IN ${open}`',
      'export const q = sql`${calls} + 1 <= ${max} AND state NOT IN ${open}`',
    ])
    expect(mutantsOf('export const q = and(a, lte(b, c))')).toEqual([
      'export const q = and(undefined, lte(b, c))',
      "export const q = and(a, mutant(b, c))\nimport { lt as mutant } from 'drizzle-orm'\n",
      'export const q = and(a, undefined)',
    ])
  })

  it('changes the conditions of a statement that is plain text, and no prose', () => {
    expect(mutantsOf('export const q = `DELETE FROM a WHERE b <= ?1`')).toEqual([
      'export const q = `DELETE FROM a WHERE b < ?1`',
    ])
    expect(mutantsOf("export const q = 'SELECT a FROM b WHERE c > ?1'")).toEqual([
      "export const q = 'SELECT a FROM b WHERE c >= ?1'",
    ])
    expect(mutantsOf("export const q = 'Select a AND b'")).toEqual([])
    expect(mutantsOf('export const q = `a AND b`')).toEqual([])
  })

  it('removes columns and parts of a transition', () => {
    const source = 'export const t = { decide: update(orders, { set: { a, b }, where }), event }'
    expect(mutantsOf(source)).toEqual([
      'export const t = { decide: update(orders, { set: { b }, where }), event }'.replace(
        '{ b',
        '{  b',
      ),
      'export const t = { decide: update(orders, { set: { a,  }, where }), event }',
      'export const t = { decide: update(orders, { set: { a, b }, where }),  }',
    ])
  })

  it('identifies a mutant independently of other changes of the file', () => {
    const source = 'const a = 1\n\n  export const b = a <   2\n'
    expect(findMutants('x.ts', source).at(1)).toMatchObject({
      file: 'x.ts',
      line: 3,
      code: 'export const b = a <   2',
      change: '< → <=',
    })
  })
})
