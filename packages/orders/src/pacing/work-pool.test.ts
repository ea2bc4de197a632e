import { describe, expect, it } from 'vitest'
import { processInParallel } from './process-in-parallel.ts'
import { runWorkPool, type Taken } from './work-pool.ts'

/** Work in one step. */
function asking<Item>(ask: (item: Item) => Promise<void>) {
  return { ask, settle: async () => {} }
}

/** Lets everything go on that waits for nothing. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

describe('runWorkPool', () => {
  it('runs at most five pieces at a time, and finishes all of them', async () => {
    const left = [...Array(20).keys()]
    const done: number[] = []
    let underWay = 0
    let most = 0

    const work = asking(async (item: number) => {
      underWay += 1
      most = Math.max(most, underWay)
      await settle()
      underWay -= 1
      done.push(item)
    })
    await runWorkPool([{ take: async () => left.splice(0, 3) }], work)

    expect(most).toBe(5)
    expect(done.toSorted((a, b) => a - b)).toEqual([...Array(20).keys()])
  })

  it('does not let a slow piece block the others', async () => {
    const left = [...Array(20).keys()]
    const done: number[] = []
    let endSlowOne: () => void = () => {}

    const work = asking(async (item: number) => {
      if (item === 0) await new Promise<void>((resolve) => (endSlowOne = resolve))
      done.push(item)
    })
    const working = runWorkPool([{ take: async () => left.splice(0, 5) }], work)
    for (let turn = 0; turn < 20; turn += 1) await settle()
    const before = done.length
    endSlowOne()
    await working

    expect(before).toBe(19)
    expect(done.at(-1)).toBe(0)
  })

  it('passes the number of running pieces to the source', async () => {
    const left = [...Array(6).keys()]
    const told: number[] = []

    const source = {
      async take(underWay: number) {
        told.push(underWay)
        return left.splice(0, 2)
      },
    }
    await runWorkPool([source], asking(settle))

    expect(told[0]).toBe(0)
    expect(Math.max(...told)).toBeGreaterThanOrEqual(4)
  })

  it('takes nothing after the last pieces, except what they have unlocked', async () => {
    const given: Taken<number>[] = [{ last: [1, 2] }, []]
    const done: number[] = []
    const asked: number[] = []
    const source = {
      async take() {
        asked.push(done.length)
        return given.shift() ?? []
      },
    }

    const work = asking(async (item: number) => {
      await settle()
      done.push(item)
    })
    await runWorkPool([source], work)
    given.splice(0, 2, { last: [3], unlocksMore: true }, [])
    await runWorkPool([source], work)

    expect(done).toEqual([1, 2, 3])
    expect(asked).toEqual([0, 2, 3])
  })

  it('throws the failure of a source after it has finished the taken pieces', async () => {
    const done: number[] = []
    const sources = [[1, 2]]

    const source = {
      async take() {
        const next = sources.shift()
        if (next === undefined) throw new Error('no more')
        return next
      },
    }
    const working = runWorkPool(
      [source],
      asking(async (item: number) => void done.push(item)),
    )

    await expect(working).rejects.toThrow('no more')
    expect(done).toEqual([1, 2])
  })
})

describe('a source that is full', () => {
  it('is asked again when all running pieces end before it answers', async () => {
    const left = [...Array(6).keys()]
    const done: number[] = []
    const ends: (() => void)[] = []
    const source = {
      async take(underWay: number) {
        if (underWay === 0) return left.splice(0, 3)
        await settle()
        for (const end of ends.splice(0)) end()
        await settle()
        return 'full' as const
      },
    }

    await runWorkPool([source], {
      ask: async (item: number) => item,
      async settle(item) {
        await new Promise<void>((resolve) => ends.push(resolve))
        done.push(item)
      },
    })

    expect(done).toEqual([0, 1, 2, 3, 4, 5])
  })
})

describe('runWorkPool in two steps', () => {
  it('lets other pieces ask while an answer is being stored', async () => {
    const left = [...Array(12).keys()]
    const asked: number[] = []
    const ends: (() => void)[] = []

    const working = runWorkPool([{ take: async () => left.splice(0, 12) }], {
      async ask(item: number) {
        asked.push(item)
        return item
      },
      settle: () => new Promise<void>((resolve) => ends.push(resolve)),
    })
    for (let turn = 0; turn < 20; turn += 1) await settle()

    expect(asked).toHaveLength(12)
    for (const end of ends) end()
    await working
  })

  it('runs at most twenty pieces, including those that are being stored', async () => {
    const left = [...Array(40).keys()]
    let asked = 0
    const ends: (() => void)[] = []

    const working = runWorkPool([{ take: async () => left.splice(0, 15) }], {
      async ask(item: number) {
        asked += 1
        return item
      },
      settle: () => new Promise<void>((resolve) => ends.push(resolve)),
    })
    for (let turn = 0; turn < 40; turn += 1) await settle()
    const before = asked
    for (let turn = 0; turn < 40; turn += 1) {
      for (const end of ends.splice(0)) end()
      await settle()
    }
    await working

    expect(before).toBe(20)
    expect(asked).toBe(40)
  })

  it('asks a full source again when a piece is done, and ends when none is running', async () => {
    const left = [...Array(9).keys()]
    const done: number[] = []
    let isOver = false
    const source = {
      async take(underWay: number) {
        if (left.length === 0) return []
        return underWay > 1 || isOver ? 'full' : left.splice(0, 2)
      },
    }

    await runWorkPool(
      [source],
      asking(async (item: number) => {
        await settle()
        done.push(item)
        isOver = done.length >= 6
      }),
    )

    expect(done.length).toBeGreaterThanOrEqual(6)
    expect(done.length).toBeLessThan(9)
  })

  it('keeps taken pieces while running pieces may still make room for them', async () => {
    const left = [...Array(12).keys()]
    const ends: (() => void)[] = []
    const released: number[] = []

    const working = runWorkPool(
      [
        {
          take: async () => left.splice(0, 12),
          room: (begun: number) => 7 - begun,
          release: async (items: readonly number[]) => void released.push(...items),
        },
      ],
      {
        ask: async (item: number) => item,
        settle: () => new Promise<void>((resolve) => ends.push(resolve)),
      },
    )
    for (let turn = 0; turn < 20; turn += 1) await settle()
    const before = ends.length
    for (let turn = 0; turn < 40; turn += 1) {
      ends.pop()?.()
      await settle()
    }
    await working

    expect(before).toBe(7)
    expect(released).toEqual([])
  })

  it('releases taken pieces when too few are running to make room for them, and continues', async () => {
    const left = [...Array(12).keys()]
    const done: number[] = []
    let room = 4
    const sizes: number[] = []
    const source = {
      async take(underWay: number) {
        return room - underWay < 1 ? 'full' : { last: left.splice(0) }
      },
      room: (begun: number) => room - begun,
      async release(items: readonly number[]) {
        sizes.push(items.length)
        left.push(...items)
      },
    }

    await runWorkPool(
      [source],
      asking(async (item: number) => {
        await settle()
        done.push(item)
        if (done.length === 6) room = 0
      }),
    )

    expect(sizes[0]).toBe(8)
    expect(done.length).toBeGreaterThanOrEqual(6)
    expect(left.length).toBeGreaterThan(0)
    expect([...done, ...left].toSorted((a, b) => a - b)).toEqual([...Array(12).keys()])
  })

  it('ends when releasing takes longer than the running pieces', async () => {
    const left = [...Array(6).keys()]
    let room = 2
    const source = {
      async take(underWay: number) {
        return room - underWay < 1 ? 'full' : left.splice(0)
      },
      room: (begun: number) => room - begun,
      async release(items: readonly number[]) {
        for (let turn = 0; turn < 20; turn += 1) await settle()
        left.push(...items)
      },
    }

    await runWorkPool(
      [source],
      asking(async () => {
        await settle()
        room = 0
      }),
    )

    expect(left).toHaveLength(4)
  })

  it('throws the error of a failed release', async () => {
    const left = [1, 2]
    const source = {
      take: async () => left.splice(0),
      room: () => 0,
      release: () => Promise.reject(new Error('the database is gone')),
    }

    await expect(
      runWorkPool(
        [source],
        asking(async () => {}),
      ),
    ).rejects.toThrow('is gone')
  })

  it('asks a source again whose pieces unlock others', async () => {
    const chains = [
      ['a1', 'a2', 'a3'],
      ['b1', 'b2'],
    ]
    const busy = new Set<string>()
    const done: string[] = []
    const source = {
      async take() {
        const free = chains.flatMap(([first]) => first ?? []).filter((one) => !busy.has(one))
        for (const one of free) busy.add(one)
        return { last: free, unlocksMore: true }
      },
    }

    await runWorkPool(
      [source],
      asking(async (item: string) => {
        await settle()
        done.push(item)
        for (const chain of chains) if (chain[0] === item) chain.shift()
      }),
    )

    expect(done.toSorted()).toEqual(['a1', 'a2', 'a3', 'b1', 'b2'])
    expect(done.filter((item) => item.startsWith('a'))).toEqual(['a1', 'a2', 'a3'])
  })
})

describe('runWorkPool with several sources', () => {
  it('keeps a connection for each of them while one is slow', async () => {
    const slow = [...Array(8).keys()].map((number) => `slow-${number}`)
    const quick = [...Array(8).keys()].map((number) => `quick-${number}`)
    const done: string[] = []
    const ends: (() => void)[] = []

    const working = runWorkPool(
      [{ take: async () => slow.splice(0, 8) }, { take: async () => quick.splice(0, 2) }],
      asking(async (item: string) => {
        if (item.startsWith('slow')) await new Promise<void>((resolve) => ends.push(resolve))
        done.push(item)
      }),
    )
    for (let turn = 0; turn < 40; turn += 1) await settle()
    const before = [...done]
    for (let turn = 0; turn < 40; turn += 1) {
      for (const end of ends.splice(0)) end()
      await settle()
    }
    await working

    expect(before).toHaveLength(8)
    expect(before.every((item) => item.startsWith('quick'))).toBe(true)
    expect(done).toHaveLength(16)
  })

  it('gives all connections to the one that has work', async () => {
    const left = [...Array(10).keys()]
    let underWay = 0
    let most = 0

    await runWorkPool(
      [{ take: async () => [] }, { take: async () => left.splice(0, 10) }],
      asking(async () => {
        underWay += 1
        most = Math.max(most, underWay)
        await settle()
        underWay -= 1
      }),
    )

    expect(most).toBe(5)
  })
})

describe('processInParallel', () => {
  it('continues after a failure and throws the first one at the end', async () => {
    const done: number[] = []
    const working = processInParallel([1, 2, 3, 4, 5, 6, 7], async (item) => {
      if (item <= 4) throw new Error(`item ${item} failed`)
      done.push(item)
    })

    await expect(working).rejects.toThrow('item 1 failed')
    expect(done).toEqual([5, 6, 7])
  })

  it('starts no further piece when none may begin', async () => {
    const done: number[] = []

    await processInParallel(
      [1, 2, 3, 4],
      async (item) => void done.push(item),
      () => done.length < 2,
    )

    expect(done.length).toBeLessThan(4)
  })
})
