import { describe, expect, it } from 'vitest'
import { inParallel } from './in-parallel.ts'

describe('inParallel', () => {
  it('works on at most four items at once, and on all of them', async () => {
    const done: number[] = []
    let active = 0
    let most = 0

    await inParallel([...Array(20).keys()], async (item) => {
      active += 1
      most = Math.max(most, active)
      await new Promise((resolve) => setTimeout(resolve, 1))
      active -= 1
      done.push(item)
    })

    expect(most).toBe(4)
    expect(done.toSorted((a, b) => a - b)).toEqual([...Array(20).keys()])
  })

  it('goes on after a failure and throws the first one at the end', async () => {
    const done: number[] = []
    const working = inParallel([1, 2, 3, 4, 5, 6], async (item) => {
      if (item <= 4) throw new Error(`item ${item} failed`)
      done.push(item)
    })

    await expect(working).rejects.toThrow('item 1 failed')
    expect(done).toEqual([5, 6])
  })
})
