import type { GenericSchema } from 'valibot'
import { answerEnvelope } from './answer-envelope.ts'
import type { DescribedEndpoint } from './described-endpoint.ts'
import { jsonSchemaOf } from './json-schema-of.ts'
import type { JsonSchema, Operation, ResponseObject } from './open-api-document.ts'
import { refusalResponses } from './refusal-responses.ts'

function answerSchema(
  code: number,
  schema: GenericSchema,
  descriptions: DescribedEndpoint['descriptions'],
): JsonSchema {
  const data = jsonSchemaOf(schema, () => descriptions)
  return answerEnvelope({ const: code }, Object.keys(data).length > 0 ? data : undefined)
}

function accepted(all: readonly DescribedEndpoint[]): ResponseObject {
  const schemas = all.flatMap(({ endpoint, descriptions }) =>
    Object.entries(endpoint.success).map(([code, schema]) => ({
      ...answerSchema(Number(code), schema, descriptions),
      title: `${endpoint.name} ${code}`,
    })),
  )
  const [only = {}] = schemas
  return {
    description: 'The service accepted the request.',
    content: { 'application/json': { schema: schemas.length === 1 ? only : { anyOf: schemas } } },
  }
}

/** The answers of the endpoints with one path, by HTTP status. */
export function responses(all: readonly DescribedEndpoint[]): Operation['responses'] {
  const { 200: within, ...refusals } = refusalResponses(all.map(({ endpoint }) => endpoint))
  const success = accepted(all)
  const description =
    within === undefined ? success.description : `${success.description} ${within.description}`
  return { 200: { ...success, description }, ...refusals }
}
