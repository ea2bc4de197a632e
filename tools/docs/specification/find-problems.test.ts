import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findProblems } from './find-problems.ts'
import { readTags, tagsIn } from './read-tags.ts'

const statement = { number: '2.18.3', says: 'VND only.', where: 'reconcile/src/layouts' }
const exists = () => true
const options = new Map([
  ['G-01', '`signQuery` of the client'],
  ['G-02', ''],
])
const file = 'packages/a/src/a.test.ts'

describe('tagsIn', () => {
  it('finds the title of the test below, also after a table of cases', () => {
    // Composed, because a line that begins with the mark would itself be read as a tag of this file.
    const mark = '// Specification'
    const text = `
  ${mark}: 2.18.3, 5.2.1
  it('is in VND', () => {})
  ${mark}: every call
  it.each([['a', 'b'], ['c', 'd']])('answers %s', () => {})
`
    expect(tagsIn(file, text)).toEqual([
      { number: '2.18.3', file, title: 'is in VND' },
      { number: '5.2.1', file, title: 'is in VND' },
      { number: 'every call', file, title: 'answers %s' },
    ])
  })
})

describe('readTags', () => {
  it('ignores the examples of this test, which checks no statement', async () => {
    const tags = await readTags(join(import.meta.dirname, '../../..'))

    expect(tags.length).toBeGreaterThan(100)
    expect(tags.filter((tag) => tag.file.startsWith('tools/docs/'))).toEqual([])
  })
})

describe('findProblems', () => {
  const tag = { number: '2.18.3', file, title: 'is in VND' }

  it('finds nothing where each statement has a test, and an option where it is open', () => {
    const open = { ...statement, number: '2.18.4', gaps: ['G-01'] }
    const call = { ...statement, number: '4.5 refundOrder' }
    const tags = [tag, { ...tag, number: '2.18.4' }, { ...tag, number: 'every call' }]

    expect(findProblems({ statements: [statement, open, call], tags, options, exists })).toEqual([])
  })

  it('finds a statement without a test, open or not', () => {
    const open = { ...statement, number: '2.18.4', gaps: ['G-01'] }

    expect(findProblems({ statements: [statement, open], tags: [], options, exists })).toEqual([
      '2.18.3 has no test: VND only.',
      '2.18.4 has no test: VND only.',
    ])
  })

  it('finds an open statement whose gap has no option, or is not registered', () => {
    const open = { ...statement, gaps: ['G-01', 'G-02', 'G-99'] }

    expect(findProblems({ statements: [open], tags: [tag], options, exists })).toEqual([
      '2.18.3 is open by G-02, which has no option in docs/gaps.md.',
      '2.18.3 is open by G-99, which docs/gaps.md does not have.',
    ])
  })

  it('finds a tag that names no statement, or precedes no test', () => {
    const tags = [tag, { ...tag, number: '9.9.9' }, { ...tag, title: '' }]

    expect(findProblems({ statements: [statement], tags, options, exists })).toEqual([
      `${file} names 9.9.9, which is no statement.`,
      `${file} names 2.18.3 before no test.`,
    ])
  })

  it('finds missing code and a duplicate number', () => {
    const statements = [statement, statement]

    expect(findProblems({ statements, tags: [tag], options, exists: () => false })).toEqual([
      '2.18.3 stands twice.',
      '2.18.3 names packages/reconcile/src/layouts, which does not exist.',
      '2.18.3 names packages/reconcile/src/layouts, which does not exist.',
    ])
  })
})
