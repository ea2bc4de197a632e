import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { wireFixtures, type WireAnswer } from '../../../fixtures/wire/wire-fixtures.ts'
import { commonRefusals } from './common-refusals.ts'
import type { AnyEndpoint } from './endpoint.ts'
import * as endpoints from './endpoints.ts'
import { readEnvelope } from './envelope.ts'
import type { RefusalTable } from './refusal.ts'

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

describe.each(pairs)('$name', ({ fixture, endpoint }) => {
  const { fields, method, path, headers, body, signedText } = fixture.request

  it('writes the request as the fixture has it', () => {
    const output = v.parse(endpoint.request, fields)

    if (method === 'POST') expect(JSON.stringify(output)).toBe(body)
    else expect(body).toBe('')
  })

  it('goes to the method and path of the fixture', () => {
    const filled = endpoint.path.replace(/\{(\w+)\}/, (_brace, field: string) =>
      String(new Map(Object.entries(fields)).get(field)),
    )

    expect(`${endpoint.method} ${filled}`).toBe(`${method} ${path}`)
  })

  it('is signed over path;METHOD;nonce;timestamp;key;body in the fixture', () => {
    const { 'X-Nonce': nonce, 'X-Timestamp': timestamp, 'X-Key-Code': keyCode } = headers

    expect(signedText).toBe(`${path};${method};${nonce};${timestamp};${keyCode};${body}`)
  })

  it.each(fixture.answers)('reads: $about', (answer) => {
    expect(read(endpoint, answer)).toEqual(answer.reads)
  })
})
