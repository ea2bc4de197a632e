import { toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import type { FieldsDescriber } from './field-shapes.ts'
import type { JsonSchema } from './open-api-document.ts'

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Without an empty description, which says that the schema has none of its own. */
function withDescription(schema: JsonSchema, found: string | undefined): JsonSchema {
  const { description: own, ...rest } = schema
  const description = own === undefined || own === '' ? found : own
  return description ? { ...rest, description } : rest
}

function describeProperties(
  properties: JsonSchema,
  describeFields: FieldsDescriber,
  type: string | undefined,
): JsonSchema {
  const descriptions = describeFields(Object.keys(properties), type)
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const inner = describe(property, describeFields)
      return [name, isSchema(inner) ? withDescription(inner, descriptions.get(name)) : inner]
    }),
  )
}

function describe(value: unknown, describeFields: FieldsDescriber): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => describe(item, describeFields))
  if (!isSchema(value)) return value
  const { title } = value
  const type = typeof title === 'string' ? title : undefined
  return Object.fromEntries(
    Object.entries(value).map(([keyword, inner]) => [
      keyword,
      keyword === 'properties' && isSchema(inner)
        ? describeProperties(inner, describeFields, type)
        : describe(inner, describeFields),
    ]),
  )
}

/**
 * Converts a valibot schema to a JSON Schema. Rules that JSON Schema cannot express, such as those
 * across fields, are left out; the descriptions mention them.
 *
 * @param describeFields gives the descriptions of the fields of an object; a field whose schema has
 *   a description keeps it. The title of an object is the name of its type
 */
export function jsonSchemaOf(schema: GenericSchema, describeFields: FieldsDescriber): JsonSchema {
  const { $schema: _dialect, ...json } = toJsonSchema(schema, {
    errorMode: 'ignore',
    typeMode: 'input',
    target: 'draft-2020-12',
    // The open objects of the contract are the only schemas here that are a function.
    overrideSchema: ({ valibotSchema }) =>
      valibotSchema.type === 'custom' ? { type: 'object', additionalProperties: {} } : undefined,
  })
  const described = describe(json, describeFields)
  return isSchema(described) ? described : {}
}
