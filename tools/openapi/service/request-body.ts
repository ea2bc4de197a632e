import type { AnyEndpoint } from '@merchant-edge/contract'
import { examples } from '@merchant-edge/contract/examples'
import type { DescribedEndpoint } from './described-endpoint.ts'
import { jsonSchemaOf } from '../document/json-schema-of.ts'
import type { Content, JsonSchema } from '../document/open-api-document.ts'

const exampleOf = new Map<string, object>(Object.entries(examples))

function record(value: unknown): JsonSchema {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** The schema of a request without the fields that are sent outside of its body. */
function bodySchema(
  endpoint: AnyEndpoint,
  descriptions: DescribedEndpoint['descriptions'],
): JsonSchema {
  const { pathFields = [], headerFields = [], bodySignature } = endpoint
  const elsewhere = [...pathFields, ...headerFields, ...(bodySignature?.unsent ?? [])]
  const whole = jsonSchemaOf(endpoint.request, () => descriptions)
  const properties = Object.entries(record(whole['properties'])).filter(
    ([name]) => !elsewhere.includes(name),
  )
  const required = Array.isArray(whole['required']) ? whole['required'] : []
  const signature = { type: 'string', description: 'Signature as in Specification 5.3, in base64.' }
  const isSigned = bodySignature !== undefined
  return {
    ...whole,
    properties: { ...(isSigned && { signature }), ...Object.fromEntries(properties) },
    required: [
      ...(isSigned ? ['signature'] : []),
      ...required.filter((name) => !elsewhere.includes(String(name))),
    ],
  }
}

function bodyExample({ name, headerFields = [], bodySignature }: AnyEndpoint): object {
  const elsewhere = [...headerFields, ...(bodySignature?.unsent ?? [])]
  const fields = Object.entries(exampleOf.get(name) ?? {}).filter(
    ([field]) => !elsewhere.includes(field),
  )
  const signature = bodySignature === undefined ? {} : { signature: '...' }
  return { ...signature, ...Object.fromEntries(fields) }
}

/** The body of a request to one endpoint, or to one of several endpoints with the same path. */
export function requestBody(all: readonly DescribedEndpoint[]): Content {
  const schemas = all.map(({ endpoint, descriptions }) => ({
    title: endpoint.name,
    ...bodySchema(endpoint, descriptions),
  }))
  const [only = {}] = schemas
  const named = all.map(({ endpoint }) => [
    endpoint.name,
    { summary: endpoint.summary, value: bodyExample(endpoint) },
  ])
  return {
    'application/json': {
      schema: schemas.length === 1 ? only : { anyOf: schemas },
      examples: Object.fromEntries(named),
    },
  }
}
