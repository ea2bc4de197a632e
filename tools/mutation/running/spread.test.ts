import { describe, expect, it } from 'vitest'
import { spread } from './spread.ts'

const numbers = Array.from({ length: 100 }, (_, index) => index)

describe('spread', () => {
  it('keeps every item once', () => {
    expect(spread(numbers).toSorted((one, other) => one - other)).toEqual(numbers)
  })

  it.each([10, 20, 50])('has items of every part of the list among its first %d', (count) => {
    const parts = 5
    const begun = spread(numbers).slice(0, count)
    for (let part = 0; part < parts; part += 1) {
      const size = numbers.length / parts
      expect(begun.filter((number) => Math.floor(number / size) === part)).not.toEqual([])
    }
  })
})
