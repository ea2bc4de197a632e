import { describe, expect, it } from 'vitest'
import { problemsOfMethods, readMethodLists } from './method-lists.ts'

const page = `
| Binding     | Entrypoint  | Worker |
| ----------- | ----------- | ------ |
| \`CALLBACKS\` | \`Callbacks\` | ipn    |

- \`Callbacks\`: \`record\`,
  \`sampleToken\`
- \`transfers\`: of the shop
`

describe('the lists of methods in docs/security/access.md', () => {
  it('are read by binding, over the lines of an item', () => {
    expect([...readMethodLists(page)]).toEqual([['CALLBACKS Callbacks', ['record', 'sampleToken']]])
  })

  it('agree with the methods that a binding has', () => {
    const reachable = { 'a-worker CALLBACKS Callbacks': ['record', 'sampleToken'] }

    expect(problemsOfMethods(readMethodLists(page), reachable)).toEqual([])
  })

  it.each([
    ['a method that is not listed', { 'w CALLBACKS Callbacks': ['record', 'sampleToken', 'new'] }],
    ['a method that is gone', { 'w CALLBACKS Callbacks': ['record'] }],
    [
      'a binding that is not listed',
      { 'w CALLBACKS Callbacks': ['record', 'sampleToken'], 'w ORDERS Orders': ['open'] },
    ],
  ])('have a problem for %s', (_what, reachable) => {
    expect(problemsOfMethods(readMethodLists(page), reachable)).toHaveLength(1)
  })

  it('have a problem for a binding that is gone', () => {
    expect(problemsOfMethods(readMethodLists(page), {})).toEqual([
      'there is no binding "CALLBACKS Callbacks".',
    ])
  })
})
