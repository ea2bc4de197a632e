import { describe, expect, it } from 'vitest'
import { findCircles } from './circles.ts'

function graph(edges: Record<string, string>) {
  return new Map(Object.entries(edges).map(([from, to]) => [from, to.split(' ').filter(Boolean)]))
}

describe('findCircles', () => {
  it('finds none where imports only go down', () => {
    expect(findCircles(graph({ a: 'b c', b: 'd', c: 'd', d: '' }))).toEqual([])
  })

  it('finds two files that import each other', () => {
    expect(findCircles(graph({ a: 'b', b: 'a', c: 'a' }))).toEqual([['a', 'b', 'a']])
  })

  it('finds a file that imports itself', () => {
    expect(findCircles(graph({ a: 'a' }))).toEqual([['a', 'a']])
  })

  it('reports the shortest cycle of a long one', () => {
    const found = findCircles(graph({ a: 'b', b: 'c', c: 'd', d: 'a e', e: 'b' }))

    expect(found).toEqual([['a', 'b', 'c', 'd', 'a']])
  })

  it('reports separate cycles separately', () => {
    const found = findCircles(graph({ a: 'b c', b: 'a', c: 'd', d: 'c' }))

    expect(found).toEqual([
      ['a', 'b', 'a'],
      ['c', 'd', 'c'],
    ])
  })

  it('ignores targets that are not nodes', () => {
    expect(findCircles(graph({ a: 'elsewhere' }))).toEqual([])
  })
})
