import { describe, expect, it } from 'vitest'
import { retryWrite } from './retry-write.ts'

function failing(times: number) {
  const slept: number[] = []
  let tries = 0
  const write = async (): Promise<number> => {
    tries += 1
    if (tries <= times) throw new Error(`failure ${tries}`)
    return tries
  }
  const sleep = async (ms: number): Promise<void> => void slept.push(ms)
  return { slept, write, sleep }
}

describe('retryWrite', () => {
  it.each([
    [0, []],
    [1, [200]],
    [4, [200, 800, 3_200, 6_400]],
  ])('succeeds after %i failures, with growing pauses', async (times, pauses) => {
    const { slept, write, sleep } = failing(times)

    expect(await retryWrite({ sleep }, write)).toBe(times + 1)
    expect(slept).toEqual(pauses)
  })

  it('gives up after five tries and throws the error of the last one', async () => {
    const { slept, write, sleep } = failing(9)

    await expect(retryWrite({ sleep }, write)).rejects.toThrow('failure 5')
    expect(slept).toHaveLength(4)
  })

  it('throws when the clock aborts the wait', async () => {
    const { write } = failing(1)
    const sleep = () => Promise.reject(new Error('over'))

    await expect(retryWrite({ sleep }, write)).rejects.toThrow('over')
  })
})
