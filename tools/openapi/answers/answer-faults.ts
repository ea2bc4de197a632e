import type { JsonSchema, OpenApiDocument, Operation } from '../document/open-api-document.ts'

export type { OpenApiDocument } from '../document/open-api-document.ts'

/** An answer of a route, with the request that it answers. */
export interface GivenAnswer {
  readonly method: string
  /** Path of the request, without its query. */
  readonly path: string
  readonly status: number
  /** Its body: JSON, or another text. */
  readonly text: string
}

function isRecord(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

type Schemas = Readonly<Record<string, JsonSchema>>

/** The schema to which a reference leads, or the schema itself. */
function resolved(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const { $ref } = schema
  return typeof $ref === 'string' ? (schemas[$ref.split('/').at(-1) ?? ''] ?? {}) : schema
}

function schemasIn(value: unknown): readonly JsonSchema[] {
  return Array.isArray(value) ? value.filter((one) => isRecord(one)) : []
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function isOfType(value: unknown, type: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value)
  return type === undefined || typeOf(value) === type
}

/** A schema with its place in an answer; `schemas` are those that references name. */
interface Placed {
  readonly schema: JsonSchema
  readonly schemas: Schemas
  readonly place: string
}

function faultsOfObject(value: JsonSchema, { schema, schemas, place }: Placed): string[] {
  const { properties, required, additionalProperties } = schema
  const described = isRecord(properties) ? properties : {}
  const missing = (Array.isArray(required) ? required : [])
    .filter((name) => !Object.hasOwn(value, String(name)))
    .map((name) => `${place}.${name} is required, and is missing`)
  const inner = Object.entries(value).flatMap(([name, one]) => {
    const found = Object.hasOwn(described, name) ? described[name] : additionalProperties
    return isRecord(found)
      ? faultsOf(one, { schema: found, schemas, place: `${place}.${name}` })
      : [`${place}.${name} is not described`]
  })
  return [...missing, ...inner]
}

/**
 * Where a value differs from a schema: a field that the schema does not describe, too, although
 * JSON Schema allows it.
 */
function faultsOf(value: unknown, { schema: given, schemas, place }: Placed): string[] {
  const schema = resolved(given, schemas)
  const all = schemasIn(schema['allOf'])
  if (all.length > 0) {
    const parts = all.map((one) => resolved(one, schemas))
    const properties = Object.assign({}, ...parts.map((one) => one['properties']))
    const required = parts.flatMap((one) => (Array.isArray(one['required']) ? one['required'] : []))
    const whole = { type: 'object', properties, required }
    return faultsOf(value, { schema: whole, schemas, place })
  }
  const some = [...schemasIn(schema['anyOf']), ...schemasIn(schema['oneOf'])]
  if (some.length > 0) {
    const found = some.map((one) => faultsOf(value, { schema: one, schemas, place }))
    return found.some((faults) => faults.length === 0)
      ? []
      : (found.toSorted((one, other) => one.length - other.length)[0] ?? [])
  }
  if (!isOfType(value, schema['type'])) return [`${place} is ${typeOf(value)}`]
  const { enum: choices, const: only, items } = schema
  if (Array.isArray(choices) && !choices.includes(value)) return [`${place} has no such value`]
  if (only !== undefined && only !== value) return [`${place} is another value`]
  if (Array.isArray(value) && isRecord(items)) {
    return value.flatMap((one) => faultsOf(one, { schema: items, schemas, place: `${place}[]` }))
  }
  return isRecord(value) && schema['type'] === 'object'
    ? faultsOfObject(value, { schema, schemas, place })
    : []
}

function operationAt({ paths }: OpenApiDocument, { method, path }: GivenAnswer) {
  const parts = path.split('/')
  const isAt = (pattern: string) => {
    const wanted = pattern.split('/')
    return (
      wanted.length === parts.length &&
      wanted.every((one, at) => one.startsWith('{') || one === parts[at])
    )
  }
  // A path without parameters comes before one with them, as `orders.csv` before `orders/{id}`.
  const [pattern = ''] = Object.keys(paths)
    .filter((one) => isAt(one))
    .toSorted((one, other) => one.split('{').length - other.split('{').length)
  const { servers: _servers, ...methods } = paths[pattern] ?? {}
  return new Map<string, Operation>(Object.entries(methods)).get(method.toLowerCase())
}

/**
 * Where an answer differs from its description in an OpenAPI document; empty for a described
 * answer, and for one to a request that the document does not have.
 */
export function answerFaults(document: OpenApiDocument, answer: GivenAnswer): readonly string[] {
  const operation = operationAt(document, answer)
  if (operation === undefined) return []
  const { status, text } = answer
  const place = `${operation.operationId} ${status}`
  const response = operation.responses[String(status)]
  if (response === undefined) return [`${place} is not described`]
  const schema = response.content?.['application/json']?.schema
  if (schema === undefined) return []
  if (Object.keys(schema).length === 0) return [`${place} has no description of its body`]
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return [`${place} is no JSON`]
  }
  const { schemas = {} } = document.components
  return faultsOf(value, { schema, schemas, place })
}
