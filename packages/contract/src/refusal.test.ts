import { describe, expect, it } from 'vitest'
import { commonRefusals } from './common-refusals.ts'
import type { AnyEndpoint } from './endpoint.ts'
import * as endpoints from './endpoints.ts'
import type { RefusalTable } from './refusal.ts'

const registry: readonly AnyEndpoint[] = Object.values(endpoints)
const tables: readonly (readonly [string, RefusalTable])[] = [
  ['common', commonRefusals],
  ...registry.map((endpoint) => [endpoint.name, endpoint.refusals] as const),
]

describe.each(tables)('the refusals of %s', (_name, table) => {
  const rows = Object.entries(table)

  it('have reasons in snake_case, each once', () => {
    const reasons = rows.map(([, { reason }]) => reason)

    for (const reason of reasons) expect(reason).toMatch(/^[a-z]+(_[a-z]+)*$/)
    expect(new Set(reasons).size).toBe(reasons.length)
  })

  it('say the cause and the remedy in whole sentences', () => {
    for (const [, { cause, remedy }] of rows) {
      expect(cause).toMatch(/^[A-Z].*\.$/)
      expect(remedy).toMatch(/^[A-Z].*\.$/)
    }
  })

  it('leave the effect open only where the service itself failed or has seen the id before', () => {
    const maybe = rows.filter(([, { applied }]) => applied === 'maybe').map(([code]) => code)
    const expected = rows.map(([code]) => code).filter((code) => /^(5|408|409)/.test(code))

    expect(maybe).toEqual(expected)
  })

  it('never ask to repeat what the request itself is to blame for', () => {
    const repeated = rows.filter(([, { retry }]) => retry !== 'never').map(([code]) => code)

    for (const code of repeated) expect(code).toMatch(/^(5|408|401000[3456])/)
  })
})
