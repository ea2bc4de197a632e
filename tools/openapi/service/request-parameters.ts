import type { DescribedEndpoint } from './described-endpoint.ts'
import { jsonSchemaOf } from '../document/json-schema-of.ts'
import type { JsonSchema, Parameter } from '../document/open-api-document.ts'

function record(value: unknown): JsonSchema {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function placeOf(
  { pathFields = [], headerFields = [] }: DescribedEndpoint['endpoint'],
  name: string,
): Parameter['in'] {
  if (pathFields.includes(name)) return 'path'
  return headerFields.includes(name) ? 'header' : 'query'
}

/** The fields of a request that are sent in its path, its query string or its headers. */
export function requestParameters({ endpoint, descriptions }: DescribedEndpoint): Parameter[] {
  const { method } = endpoint
  const { properties, required } = jsonSchemaOf(endpoint.request, () => descriptions)
  return Object.entries(record(properties)).flatMap(([name, schema]): Parameter[] => {
    const place = placeOf(endpoint, name)
    if (place === 'query' && method !== 'GET') return []
    const { description = '', ...rest } = record(schema)
    const isRequired = Array.isArray(required) && required.includes(name)
    return [
      { name, in: place, required: isRequired, description: String(description), schema: rest },
    ]
  })
}
