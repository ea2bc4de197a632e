import { toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import type { JsonSchema } from './open-api-document.ts'

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function describeProperties(
  properties: JsonSchema,
  descriptions: ReadonlyMap<string, string>,
): JsonSchema {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const description = descriptions.get(name)
      const inner = describe(property, descriptions)
      return [
        name,
        isSchema(inner) && description !== undefined ? { ...inner, description } : inner,
      ]
    }),
  )
}

function describe(value: unknown, descriptions: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => describe(item, descriptions))
  if (!isSchema(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([keyword, inner]) => [
      keyword,
      keyword === 'properties' && isSchema(inner)
        ? describeProperties(inner, descriptions)
        : describe(inner, descriptions),
    ]),
  )
}

/**
 * Writes a valibot schema as a JSON Schema. Rules that JSON Schema cannot say, such as those across
 * fields, are left out: they stand in the descriptions.
 *
 * @param descriptions what to say about each field, by its name
 */
export function jsonSchemaOf(
  schema: GenericSchema,
  descriptions: ReadonlyMap<string, string>,
): JsonSchema {
  const { $schema: _dialect, ...json } = toJsonSchema(schema, {
    errorMode: 'ignore',
    typeMode: 'input',
    target: 'draft-2020-12',
  })
  const described = describe(json, descriptions)
  return isSchema(described) ? described : {}
}
