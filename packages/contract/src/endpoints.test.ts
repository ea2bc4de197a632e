import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { AnyEndpoint } from './endpoint.ts'
import * as endpoints from './endpoints.ts'
import { examples } from './examples.ts'

const registry: readonly (readonly [string, AnyEndpoint])[] = Object.entries(endpoints)
const exampleOf = new Map<string, object>(Object.entries(examples))

/** Names of the fields of a request, read from the schema that validates it. */
function requestFields({ request }: AnyEndpoint): string[] {
  const shape = v.parse(v.looseObject({ entries: v.record(v.string(), v.unknown()) }), request)
  return Object.keys(shape.entries)
}

describe('the registry of endpoints', () => {
  it('has an example for each endpoint and no other', () => {
    expect([...exampleOf.keys()].sort()).toEqual(registry.map(([name]) => name).sort())
  })
})

describe.each(registry)('%s', (exportName, endpoint) => {
  it('has the name of its export', () => {
    expect(endpoint.name).toBe(exportName)
  })

  it('has a method and a path of its own, or an X-API-Code of its own at the gateway', () => {
    const same = registry.filter(
      ([, other]) =>
        other.method === endpoint.method &&
        other.path === endpoint.path &&
        other.apiCode === endpoint.apiCode,
    )

    expect(same).toHaveLength(1)
  })

  it('fills every brace of the path from a field of the request', () => {
    const braces = [...endpoint.path.matchAll(/\{([^}]*)\}/g)].map(([, field]) => field)

    expect(braces).toEqual(endpoint.pathFields ?? [])
    expect(requestFields(endpoint)).toEqual(expect.arrayContaining(braces))
  })

  it('accepts its example', () => {
    const parsed = v.safeParse(endpoint.request, exampleOf.get(exportName))

    expect(parsed.issues).toBeUndefined()
    expect(parsed.output).toEqual(exampleOf.get(exportName))
  })

  it('names a request field as its business id if it is a write', () => {
    const { effect, businessId } = endpoint

    expect(businessId !== undefined).toBe(effect === 'write')
    expect([undefined, ...requestFields(endpoint)]).toContain(businessId)
  })

  it('never writes with GET', () => {
    expect([endpoint.method, endpoint.effect]).not.toEqual(['GET', 'write'])
  })

  it('sends as headers, and signs without sending, only fields of its request', () => {
    const { headerFields = [], bodySignature } = endpoint
    const elsewhere = [...headerFields, ...(bodySignature?.unsent ?? [])]

    expect(requestFields(endpoint)).toEqual(expect.arrayContaining(elsewhere))
  })

  it('says what it does in one sentence', () => {
    expect(endpoint.summary).toMatch(/^[A-Z][^.]*\.$/)
    expect(endpoint.section).toMatch(/^4\.\d+$/)
  })

  it('cites gaps by number, in order, each once', () => {
    const number = (gap: string) => Number(gap.slice('G-'.length))
    const sorted = [...new Set(endpoint.gaps)].sort((a, b) => number(a) - number(b))

    expect(endpoint.gaps).toEqual(sorted)
  })

  it('lists no code both as a success and as a refusal', () => {
    const both = Object.keys(endpoint.success).filter((code) => code in endpoint.refusals)

    expect(Object.keys(endpoint.success)).toContain('200')
    expect(both).toEqual([])
  })

  it('is replaced, if at all, by another endpoint of the registry', () => {
    const others = registry.map(([name]) => name).filter((name) => name !== exportName)

    expect([undefined, ...others]).toContain(endpoint.replacedBy)
  })
})
