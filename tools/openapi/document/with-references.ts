import type { JsonSchema, OpenApiDocument } from './open-api-document.ts'

function isRecord(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Replaces every copy of a schema in `components.schemas` by a reference to it, so that generated
 * clients have one type for it; the description of a field stays beside its reference.
 */
export function withReferences(document: OpenApiDocument): OpenApiDocument {
  const { schemas = {} } = document.components
  const names = new Map(Object.entries(schemas).map(([name, one]) => [JSON.stringify(one), name]))

  function inner(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one: unknown) => referred(one))
    if (!isRecord(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, referred(one)]))
  }

  function referred(value: unknown): unknown {
    if (!isRecord(value)) return inner(value)
    const { description, ...rest } = value
    const name = names.get(JSON.stringify(rest))
    if (name === undefined) return inner(value)
    const reference = { $ref: `#/components/schemas/${name}` }
    return description === undefined ? reference : { ...reference, description }
  }

  return {
    ...document,
    paths: Object.fromEntries(
      Object.entries(document.paths).map(([path, one]) => [path, Object(inner(one))]),
    ),
    components: {
      ...document.components,
      schemas: Object.fromEntries(
        Object.entries(schemas).map(([name, one]) => [name, Object(inner(one))]),
      ),
    },
  }
}
