import { describe, expect, it } from 'vitest'
import { Budget, hasTime, roomFor } from './budget.ts'

function clockAt(nowMs: number) {
  const clock = { nowMs, now: () => clock.nowMs }
  return clock
}

describe('Budget', () => {
  it('allows as many whole pieces as fit', () => {
    const budget = new Budget(clockAt(0), { statements: 10, ms: 1000 })
    budget.spend(2)

    expect(budget.roomFor(3)).toBe(2)
    expect(roomFor({ budget }, { each: 3, max: 1 })).toBe(1)
    expect(roomFor({ budget }, { each: 3, max: 9, underWay: 2 })).toBe(0)
  })

  it('allows nothing when its time is over', () => {
    const clock = clockAt(5)
    const budget = new Budget(clock, { statements: 10, ms: 1000 })

    clock.nowMs = 1004
    expect(hasTime({ budget })).toBe(true)
    clock.nowMs = 1005
    expect(hasTime({ budget })).toBe(false)
    expect(budget.roomFor(1)).toBe(0)
  })

  it('never allows a negative number', () => {
    const budget = new Budget(clockAt(0), { statements: 2, ms: 1000 })
    budget.spend(5)

    expect(budget.statementsLeft).toBe(0)
    expect(budget.roomFor(1)).toBe(0)
  })

  it('gives a part without the reserved statements, and shares the spending', () => {
    const clock = clockAt(0)
    const whole = new Budget(clock, { statements: 100, ms: 1000 })
    const part = whole.part({ kept: 70, ms: 5000 })
    part.spend(10)

    expect(part.statementsLeft).toBe(20)
    expect(whole.statementsLeft).toBe(90)
    expect(whole.part({ kept: 95, ms: 1 }).statementsLeft).toBe(0)
    clock.nowMs = 1000
    expect(part.roomFor(1)).toBe(0)
  })

  it('has statements that may be wasted, shared by all its parts', () => {
    const whole = new Budget(clockAt(0), { statements: 100, ms: 1000, toLose: 30 })
    const part = whole.part({ kept: 60, ms: 1000 })
    part.spend(20)
    part.lose(20)

    expect([whole.lossLeft, part.lossLeft]).toEqual([10, 10])
    expect([whole.statementsLeft, part.statementsLeft]).toEqual([100, 40])
    expect(whole.part({ kept: 0, ms: 1000 }).lossLeft).toBe(10)
  })

  it('limits nothing when it is absent', () => {
    expect(roomFor({}, { each: 1000, max: 7, underWay: 3 })).toBe(7)
    expect(hasTime({})).toBe(true)
  })
})
