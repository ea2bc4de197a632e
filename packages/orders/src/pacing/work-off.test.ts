import { describe, expect, it } from 'vitest'
import { inParallel } from './in-parallel.ts'
import { workOff } from './work-off.ts'

/** Lets everything go on that waits for nothing. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

describe('workOff', () => {
  it('has at most five pieces under way, and works on all of them', async () => {
    const left = [...Array(20).keys()]
    const done: number[] = []
    let underWay = 0
    let most = 0

    await workOff({ take: async () => left.splice(0, 3) }, async (item) => {
      underWay += 1
      most = Math.max(most, underWay)
      await settle()
      underWay -= 1
      done.push(item)
    })

    expect(most).toBe(5)
    expect(done.toSorted((a, b) => a - b)).toEqual([...Array(20).keys()])
  })

  it('does not let a slow piece hold up the others', async () => {
    const left = [...Array(20).keys()]
    const done: number[] = []
    let endSlowOne: () => void = () => {}

    const working = workOff({ take: async () => left.splice(0, 5) }, async (item) => {
      if (item === 0) await new Promise<void>((resolve) => (endSlowOne = resolve))
      done.push(item)
    })
    for (let turn = 0; turn < 20; turn += 1) await settle()
    const before = done.length
    endSlowOne()
    await working

    expect(before).toBe(19)
    expect(done.at(-1)).toBe(0)
  })

  it('tells how many are under way when it takes more', async () => {
    const left = [...Array(6).keys()]
    const told: number[] = []

    await workOff(
      {
        async take(underWay) {
          told.push(underWay)
          return left.splice(0, 2)
        },
      },
      settle,
    )

    expect(told[0]).toBe(0)
    expect(Math.max(...told)).toBe(4)
  })

  it('ends with the failure of a supply, and does what was taken before', async () => {
    const done: number[] = []
    const supplies = [[1, 2]]

    const working = workOff(
      {
        async take() {
          const next = supplies.shift()
          if (next === undefined) throw new Error('no more')
          return next
        },
      },
      async (item) => void done.push(item),
    )

    await expect(working).rejects.toThrow('no more')
    expect(done).toEqual([1, 2])
  })
})

describe('inParallel', () => {
  it('goes on after a failure and throws the first one at the end', async () => {
    const done: number[] = []
    const working = inParallel([1, 2, 3, 4, 5, 6, 7], async (item) => {
      if (item <= 4) throw new Error(`item ${item} failed`)
      done.push(item)
    })

    await expect(working).rejects.toThrow('item 1 failed')
    expect(done).toEqual([5, 6, 7])
  })

  it('begins no more when it may not', async () => {
    const done: number[] = []

    await inParallel(
      [1, 2, 3, 4],
      async (item) => void done.push(item),
      () => done.length < 2,
    )

    expect(done.length).toBeLessThan(4)
  })
})
