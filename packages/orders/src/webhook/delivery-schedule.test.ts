import { describe, expect, it } from 'vitest'
import { pauseAfterMs } from './delivery-schedule.ts'

const minute = 60_000
const hour = 60 * minute

describe('pauseAfterMs', () => {
  it('follows the schedule of Standard Webhooks, and gives up after its last step', () => {
    const failures = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

    expect(failures.map((count) => pauseAfterMs(count, 0, () => 0))).toEqual([
      5_000,
      5 * minute,
      30 * minute,
      2 * hour,
      5 * hour,
      10 * hour,
      14 * hour,
      20 * hour,
      24 * hour,
      undefined,
    ])
  })

  it('is longer by up to a tenth, also when the endpoint requests it', () => {
    const random = () => 0.5

    expect(pauseAfterMs(1, 0, random)).toBe(5_250)
    expect(pauseAfterMs(1, 4_999, random)).toBe(5_250)
    expect(pauseAfterMs(1, hour, random)).toBe(1.05 * hour)
  })
})
