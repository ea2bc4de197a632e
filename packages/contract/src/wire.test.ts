import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import {
  signaturePlaceholder,
  wireFixtures,
  type WireAnswer,
} from '../../../fixtures/wire/wire-fixtures.ts'
import { commonRefusals } from './refusals/common-refusals.ts'
import type { AnyEndpoint } from './endpoint.ts'
import * as endpoints from './endpoints.ts'
import { readEnvelope } from './envelope.ts'
import type { RefusalTable } from './refusals/refusal.ts'

// Goal: the contract agrees with bytes that were written by hand from the specification.
// Method: validate the request of each fixture and compare the JSON; read each answer of each fixture.

const registry: readonly AnyEndpoint[] = Object.values(endpoints)
const pairs = wireFixtures.map((fixture) => {
  const endpoint = registry.find(({ name }) => name === fixture.endpoint)
  if (endpoint === undefined) throw new Error(`no endpoint ${fixture.endpoint}`)
  return { name: fixture.endpoint, fixture, endpoint }
})

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function read(endpoint: AnyEndpoint, { body }: WireAnswer): object {
  const envelope = readEnvelope(parsedJson(body))
  if (envelope === undefined) return { outcome: 'invalid' }
  const { code, message, data } = envelope
  const success = endpoint.success[code]
  if (success !== undefined) {
    const parsed = v.safeParse(success, data)
    if (!parsed.success) return { outcome: 'invalid' }
    return { outcome: 'accepted', code, message, data: parsed.output }
  }
  const common: RefusalTable = commonRefusals
  const refusal = endpoint.refusals[code] ?? common[code]
  if (refusal === undefined) return { outcome: 'unlisted', code, message }
  return { outcome: 'refused', code, message, reason: refusal.reason }
}

it('has a fixture for every endpoint', () => {
  expect(wireFixtures.map(({ endpoint }) => endpoint).sort()).toEqual(
    registry.map(({ name }) => name).sort(),
  )
})

/** The fields that stay in the body or the query, in the order in which the contract writes them. */
function written(endpoint: AnyEndpoint, fields: object): Record<string, unknown> {
  const { pathFields = [], headerFields = [], bodySignature } = endpoint
  const elsewhere: readonly string[] = [
    ...pathFields,
    ...headerFields,
    ...(bodySignature?.unsent ?? []),
  ]
  const output = v.parse(v.record(v.string(), v.unknown()), v.parse(endpoint.request, fields))
  const here = Object.entries(output).filter(([field]) => !elsewhere.includes(field))
  const signature = bodySignature === undefined ? {} : { signature: signaturePlaceholder }
  return { ...signature, ...Object.fromEntries(here) }
}

describe.each(pairs)('$name', ({ fixture, endpoint }) => {
  const { fields, method, path, query = '', headers, body, signedText } = fixture.request
  const valueOf = new Map(Object.entries(fields))

  it('writes the request as in the fixture', () => {
    const inBody = written(endpoint, fields)

    const pairsOfQuery = Object.entries(inBody).map(
      ([field, value]) => `${field}=${encodeURIComponent(String(value))}`,
    )
    const expected = method === 'GET' ? pairsOfQuery.join('&') : JSON.stringify(inBody)
    expect(method === 'GET' ? query.slice(1) : body).toBe(expected)
    expect(method === 'GET' ? body : query).toBe('')
  })

  // Specification: every call
  it('goes to the method and path of the fixture', () => {
    const filled = endpoint.path.replace(/\{(\w+)\}/, (_brace, field: string) =>
      String(valueOf.get(field)),
    )

    expect(`${endpoint.method} ${filled}`).toBe(`${method} ${path}`)
    expect(query).toMatch(/^(\?.+)?$/)
  })

  it('has the headers of the gateway besides those of every call, and no others', () => {
    const { 'X-Key-Code': _key, 'X-Timestamp': _time, 'X-Nonce': _nonce, ...others } = headers

    const named = (endpoint.headerFields ?? []).map((field) => [field, valueOf.get(field)])
    expect(others).toEqual({
      ...(endpoint.apiCode !== undefined && { 'X-API-Code': endpoint.apiCode }),
      ...Object.fromEntries(named),
      'Content-Type': 'application/json',
      Accept: 'application/json',
    })
  })

  it('is signed over path;METHOD;nonce;timestamp;key;body in the fixture', () => {
    const { 'X-Nonce': nonce, 'X-Timestamp': timestamp, 'X-Key-Code': keyCode } = headers

    expect(signedText).toBe(`${path};${method};${nonce};${timestamp};${keyCode};${body}`)
  })

  it('signs the text of the fixture in the body', () => {
    const { bodySignedText } = fixture.request

    expect(endpoint.bodySignature?.signedText(v.parse(endpoint.request, fields) as never)).toBe(
      bodySignedText,
    )
    expect(body.startsWith(`{"signature":"${signaturePlaceholder}",`)).toBe(
      bodySignedText !== undefined,
    )
  })

  // Specification: 2.0.1, 2.1.1, 2.1.3, 2.2.1, 2.3.1, 2.4.1, 2.7.1, 2.8.1, 2.9.1, 2.10.1, 2.11.1, 2.12.1, 2.13.1
  it.each(fixture.answers)('reads: $about', (answer) => {
    expect(read(endpoint, answer)).toEqual(answer.reads)
  })
})
