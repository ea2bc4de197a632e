import type { JsonSchema } from '../document/open-api-document.ts'

function isRecord(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Each value once, as many objects as the field with the most values has, then one without optional fields. */
function sampleObjects(schema: JsonSchema): readonly unknown[] {
  const { properties, required, additionalProperties } = schema
  const fields = Object.entries(isRecord(properties) ? properties : {}).map(
    ([name, field]) => [name, sampleValues(field)] as const,
  )
  const count = Math.max(1, ...fields.map(([, values]) => values.length))
  const free = isRecord(additionalProperties) ? { name: sampleValues(additionalProperties)[0] } : {}
  const whole = Array.from({ length: count }, (_, at) => ({
    ...free,
    ...Object.fromEntries(fields.map(([name, values]) => [name, values[at % values.length]])),
  }))
  const needed = fields.filter(([name]) => listIn(required).includes(name))
  return [...whole, Object.fromEntries(needed.map(([name, values]) => [name, values[0]]))]
}

/**
 * Values that a JSON Schema allows: every listed value, every alternative, and an object without
 * its optional fields.
 */
export function sampleValues(schema: unknown): readonly unknown[] {
  if (!isRecord(schema)) return []
  const { anyOf, oneOf, allOf, enum: choices, const: only, type, items } = schema
  const alternatives = [...listIn(anyOf), ...listIn(oneOf)]
  if (alternatives.length > 0) return alternatives.flatMap((one) => sampleValues(one))
  if (Array.isArray(allOf)) {
    const parts = allOf.map((one: unknown) => sampleValues(one)[0])
    return [Object.assign({}, ...parts)]
  }
  if (only !== undefined) return [only]
  if (Array.isArray(choices)) return choices
  switch (type) {
    case 'object':
      return sampleObjects(schema)
    case 'array':
      return [sampleValues(items)]
    case 'number':
    case 'integer':
      return [1]
    case 'boolean':
      return [true, false]
    case 'null':
      return [null]
    default:
      return ['text']
  }
}
