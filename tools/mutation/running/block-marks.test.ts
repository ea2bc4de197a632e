import { describe, expect, it } from 'vitest'
import { markAround, withMarks } from './block-marks.ts'

const source = `export function first(on) {
  if (on) { return 'yes' }
  return 'no'
}
export const second = (n) => n + 1
`

let loads = 0

function placeOf(text: string): { start: number; end: number } {
  const start = source.indexOf(text)
  return { start, end: start + text.length }
}

/** Runs the marked source and returns the marks that a call reaches after it was loaded. */
async function reachedBy(call: (module: Record<string, (value: unknown) => unknown>) => unknown) {
  // A module is run once for each address.
  loads += 1
  const text = `${withMarks('a.ts', source)}// ${loads}`
  const module = await import(`data:text/javascript,${encodeURIComponent(text)}`)
  const loaded = [...(globalThis.reachedMarks ?? [])]
  globalThis.reachedMarks?.clear()
  const result = call(module)
  const reached = [...(globalThis.reachedMarks ?? [])]
  globalThis.reachedMarks = undefined
  return { loaded, result, reached }
}

describe('withMarks', () => {
  it('records which blocks a call reaches, and changes no result', async () => {
    const yes = await reachedBy((module) => module['first']?.(true))
    const no = await reachedBy((module) => module['first']?.(false))
    const sum = await reachedBy((module) => module['second']?.(1))

    expect([yes.result, no.result, sum.result]).toEqual(['yes', 'no', 2])
    expect(yes.reached).toContain(markAround('a.ts', source, placeOf("'yes'")))
    expect(no.reached).not.toContain(markAround('a.ts', source, placeOf("'yes'")))
    expect(no.reached).toContain(markAround('a.ts', source, placeOf("'no'")))
    expect(sum.reached).toEqual([markAround('a.ts', source, placeOf('n + 1'))])
  })

  it('counts code outside of functions as reached by every test that loads the file', async () => {
    const { loaded } = await reachedBy(() => undefined)

    expect(loaded).toEqual([markAround('a.ts', source, placeOf('second ='))])
  })
})
