import { describe, expect, it } from 'vitest'
import { afterGoingOn, afterTryingAgain, killedPercent } from './area-result.ts'
import { mutationPage } from './mutation-page.ts'

const survivor = { file: 'packages/a/src/b.ts', line: 7, code: 'if (a < b) {', change: '< → <=' }
const result = {
  area: 'states',
  oneIn: 1,
  found: 12,
  mutants: 12,
  killed: 8,
  timedOut: 1,
  refused: 2,
  survivors: [survivor],
}

describe('killedPercent', () => {
  it('is the share of the mutants that compile', () => {
    expect(killedPercent(result)).toBe(90)
  })
})

describe('afterTryingAgain', () => {
  it('counts killed survivors as killed, and keeps the rest of the result', () => {
    const [other, untried] = [
      { ...survivor, line: 9 },
      { ...survivor, line: 10 },
    ]
    const again = { ...result, found: 2, mutants: 2, killed: 1, timedOut: 0, refused: 0 }

    expect(
      afterTryingAgain(
        { ...result, mutants: 14, survivors: [survivor, other, untried] },
        { ...again, survivors: [other] },
        [untried],
      ),
    ).toEqual({ ...result, mutants: 14, killed: 9, survivors: [other, untried] })
  })
})

describe('afterGoingOn', () => {
  it('adds up the mutants of both runs', () => {
    const more = { ...result, mutants: 5, killed: 4, timedOut: 0, refused: 1, survivors: [] }

    expect(afterGoingOn(result, more)).toEqual({
      ...result,
      mutants: 17,
      killed: 12,
      timedOut: 1,
      refused: 3,
    })
  })
})

describe('mutationPage', () => {
  it('lists each survivor with its reason, also when its line has moved', () => {
    const { line: _line, ...named } = survivor
    const page = mutationPage([result], [{ ...named, reason: 'Equal values never meet here.' }])

    expect(page).toContain('| states | 12 | all | 8 | 1 | 2 | 1 | 90.0 % |')
    expect(page).toContain('| `if (a < b) {` | `< → <=` | Equal values never meet here. |')
  })

  it('says so when only some of the mutants were tried', () => {
    expect(mutationPage([{ ...result, oneIn: 4 }], [])).toContain(
      '| states | 12, one in 4 | all | 8 |',
    )
    expect(mutationPage([{ ...result, found: 90 }], [])).toContain(
      '| states | 12 of 90 | all | 8 |',
    )
  })

  it('says so when each was tried with some of its tests only', () => {
    expect(mutationPage([{ ...result, testSeconds: 40 }], [])).toContain(
      '| 12 | 40 s of them | 8 |',
    )
  })

  it('says so when a survivor has no reason', () => {
    expect(mutationPage([result], [])).toContain('**none yet**')
  })
})
