import { describe, expect, it } from 'vitest'
import { commonRefusals } from './common-refusals.ts'
import type { AnyEndpoint } from '../endpoint.ts'
import * as endpoints from '../endpoints.ts'
import type { RefusalTable } from './refusal.ts'
import { refusalOf } from './refusal-of.ts'

const registry: readonly AnyEndpoint[] = Object.values(endpoints)
const tables: readonly (readonly [string, RefusalTable])[] = [
  ['common', commonRefusals],
  ...registry.map((endpoint) => [endpoint.name, endpoint.refusals] as const),
]

/** Codes by which a service says that this id, this voucher or this nonce has been here before. */
const seenBefore = ['4000302', '4000307', '4000502', '4000902', '4010006', '4090801', '200200']

/** 500400 says that the points do not suffice, and no server failed. */
function serverFailed(code: string): boolean {
  return /^(5|408)/.test(code) && code !== '500400'
}

function isOpen(code: string): boolean {
  return serverFailed(code) || seenBefore.includes(code)
}

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

  it('leave the effect open only when the service itself failed or has seen the id before', () => {
    const maybe = rows.filter(([, { applied }]) => applied === 'maybe').map(([code]) => code)
    const expected = rows.map(([code]) => code).filter(isOpen)

    expect(maybe).toEqual(expected)
  })

  it('never mark a request as not processed that may have taken effect', () => {
    for (const { kind, applied } of Object.values(table)) {
      if (kind === 'not_processed') expect(applied).toBe('no')
    }
  })

  it('never advise to retry a request that is itself wrong', () => {
    const repeated = rows.filter(([, { retry }]) => retry !== 'never').map(([code]) => code)

    for (const code of repeated) {
      expect(code).toSatisfy((one: string) => serverFailed(one) || /^401000[3456]$/.test(one))
    }
  })
})

it('never advises to retry a transfer, because no query tells whether the first one was made (G-29)', () => {
  const retries = Object.values(endpoints.transferMoney.refusals).map(({ retry }) => retry)

  expect(new Set(retries)).toEqual(new Set(['never']))
})

it.each<AnyEndpoint>([
  endpoints.createOnlineTransaction,
  endpoints.confirmOnlineTransaction,
  endpoints.transferMoney,
])('never advises to send $name again when it may have moved money', (endpoint) => {
  const codes = [...Object.keys(commonRefusals), ...Object.keys(endpoint.refusals)]
  const rows = codes.map((code) => refusalOf(endpoint, Number(code)))
  const open = rows.filter((row) => row?.applied === 'maybe')

  expect(open.length).toBeGreaterThan(2)
  expect(open.filter((row) => row?.retry !== 'never')).toEqual([])
  expect(open.filter((row) => row?.remedy.includes('Repeat'))).toEqual([])
})
