import type { JsonSchema } from '../open-api-document.ts'

/** One field of a schema as a row of a table. */
export interface SchemaRow {
  /** Name, prefixed with the names of the objects that contain it, such as `receipt_info.email`. */
  readonly name: string
  readonly required: boolean
  readonly description: string
  /** Short form of type and limits. */
  readonly rule: string
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function word(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : ''
}

function limits(schema: JsonSchema): string[] {
  const { minLength, maxLength, minimum, maximum, pattern, format } = schema
  const choices = Array.isArray(schema['enum']) ? schema['enum'].map((one) => word(one)) : []
  const isPlain = pattern === '^[\\x21-\\x7e]+$'
  return [
    choices.join(' | '),
    word(schema['const']),
    minimum === undefined ? '' : `≥ ${word(minimum)}`,
    maximum === undefined ? '' : `≤ ${word(maximum)}`,
    typeof minLength === 'number' && minLength > 1 ? `≥ ${minLength} characters` : '',
    maxLength === undefined ? '' : `≤ ${word(maxLength)} characters`,
    word(format),
    isPlain ? '' : word(pattern),
  ]
}

function alternatives(schema: JsonSchema): JsonSchema[] {
  const { anyOf } = schema
  return Array.isArray(anyOf) ? anyOf.filter((one) => isSchema(one)) : []
}

/** Short form of the type and the limits of a schema. */
export function ruleOf(schema: JsonSchema): string {
  const inner = alternatives(schema)
  if (inner.length > 0) return [...new Set(inner.map((one) => ruleOf(one)))].join(' or ')
  const { items } = schema
  const type = typeof schema['type'] === 'string' ? schema['type'] : ''
  const list = isSchema(items) ? [`of ${ruleOf(items)}`] : []
  return [[type, ...list].join(' '), ...limits(schema)].filter((text) => text !== '').join(', ')
}

function objectIn(schema: JsonSchema): JsonSchema | undefined {
  if (isSchema(schema['properties'])) return schema
  const candidates = [schema['items'], ...alternatives(schema)].filter((one) => isSchema(one))
  return candidates.map((one) => objectIn(one)).find((found) => found !== undefined)
}

/**
 * Every field of a schema; fields of inner objects and lists are prefixed with the name of their
 * parent.
 */
export function schemaRows(schema: JsonSchema, prefix = ''): SchemaRow[] {
  const object = objectIn(schema)
  if (object === undefined || !isSchema(object['properties'])) return []
  const { required } = object
  return Object.entries(object['properties']).flatMap(([name, property]) => {
    if (!isSchema(property)) return []
    const path = `${prefix}${name}`
    const { description } = property
    return [
      {
        name: path,
        required: Array.isArray(required) && required.includes(name),
        description: typeof description === 'string' ? description : '',
        rule: ruleOf(property),
      },
      ...schemaRows(property, `${path}.`),
    ]
  })
}
