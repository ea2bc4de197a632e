import type { AnyEndpoint } from '@merchant-edge/contract'
import { examples } from '@merchant-edge/contract/examples'
import * as v from 'valibot'
import { usageFailure } from '../command/command-failure.ts'
import { nearestName } from '../command/nearest-name.ts'
import { quoted } from '../command/printable.ts'
import { repeatedField } from '../input/repeated-field.ts'

const fields = v.record(v.string(), v.unknown())

function parseJson(text: string): object {
  const json = text.replace(/^\uFEFF/, '')
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (error) {
    const why = error instanceof SyntaxError ? error.message : String(error)
    throw usageFailure(
      `The body is not JSON: ${why}.`,
      'Write the fields as a JSON object; --example prints one.',
      'body_not_json',
    )
  }
  const repeated = repeatedField(json)
  if (repeated !== undefined) {
    throw usageFailure(
      `The body has the field ${quoted(repeated)} twice, and only one value would be sent.`,
      'Leave out the wrong one.',
      'request_invalid',
    )
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw usageFailure(
    'The body is JSON, but not an object.',
    'Write {"field": value}; --example prints one.',
    'body_not_json',
  )
}

/** An example body to start from, or `undefined` for an endpoint without a body. */
export function exampleOf(endpoint: AnyEndpoint): object | undefined {
  const found = Object.entries(examples).find(([name]) => name === endpoint.name)
  return found?.[1]
}

function rule({ received, expected }: v.BaseIssue<unknown>): string {
  if (received === 'undefined') return 'is required'
  return expected === null ? 'is not accepted' : `must be ${expected}`
}

function refuseUnknownFields(endpoint: AnyEndpoint, given: object, read: object): void {
  const known = [...Object.keys(read), ...Object.keys(exampleOf(endpoint) ?? {})]
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(read, name))
  if (unknown === undefined) return
  const meant = nearestName(unknown, known)
  throw usageFailure(
    `${endpoint.name} has no field ${quoted(unknown)}.`,
    meant === undefined
      ? `See section ${endpoint.section} of the specification, or --example.`
      : `Did you mean "${meant}"?`,
    'request_invalid',
  )
}

/**
 * Reads the fields of a request and checks them against the endpoint before anything is sent.
 *
 * @param text a JSON object; path fields and body together
 * @throws CommandFailure with exit code 2 naming every field that is wrong
 */
export function readRequestFields(
  endpoint: AnyEndpoint,
  text: string,
): Readonly<Record<string, unknown>> {
  const given = parseJson(text)
  const parsed = v.safeParse(endpoint.request, given, { message: rule })
  if (!parsed.success) {
    const problems = parsed.issues.map((issue) => {
      const path = v.getDotPath(issue)
      return `${path ?? 'the body'} ${issue.message}`
    })
    throw usageFailure(
      `${endpoint.name} cannot be called with this body: ${problems.join('; ')}.`,
      `See section ${endpoint.section} of the specification, or --example.`,
      'request_invalid',
    )
  }
  const read = v.parse(fields, parsed.output)
  refuseUnknownFields(endpoint, given, read)
  return read
}
