import { describe, expect, it } from 'vitest'
import { createStaggeredStart } from './staggered-start.ts'

describe('createStaggeredStart', () => {
  it('starts each piece after its own wait', async () => {
    const waits: (() => void)[] = []
    const turn = createStaggeredStart(() => new Promise<void>((resolve) => waits.push(resolve)))
    const begun: string[] = []
    const pieces = ['a', 'b', 'c'].map((name) => turn().then(() => begun.push(name)))

    for (const count of [1, 2, 3]) {
      await expect.poll(() => waits.length).toBe(count)
      expect(begun).toHaveLength(count - 1)
      waits[count - 1]?.()
    }
    await Promise.all(pieces)

    expect(begun).toEqual(['a', 'b', 'c'])
  })

  it('starts the next piece when a wait fails', async () => {
    const turn = createStaggeredStart(() => Promise.reject(new Error('no timer')))

    await expect(Promise.all([turn(), turn()])).resolves.toHaveLength(2)
  })
})
