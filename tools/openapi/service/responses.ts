import { answerEnvelope } from './answer-envelope.ts'
import type { DescribedEndpoint } from './described-endpoint.ts'
import { jsonSchemaOf } from '../document/json-schema-of.ts'
import type { JsonSchema, Operation } from '../document/open-api-document.ts'
import { refusalResponses } from './refusal-responses.ts'

function acceptedSchemas(all: readonly DescribedEndpoint[]): readonly JsonSchema[] {
  return all.flatMap(({ endpoint, descriptions }) =>
    Object.entries(endpoint.success).map(([code, schema]) => ({
      ...answerEnvelope(
        [endpoint],
        { const: Number(code) },
        jsonSchemaOf(schema, () => descriptions),
      ),
      title: `${endpoint.name} ${code}`,
    })),
  )
}

/** The answers of the endpoints with one path, by HTTP status. */
export function responses(all: readonly DescribedEndpoint[]): Operation['responses'] {
  const { 200: within, ...refusals } = refusalResponses(all.map(({ endpoint }) => endpoint))
  const accepted = 'The service accepted the request.'
  // The gateway refuses with the status 200, too.
  const refused = within?.content?.['application/json']?.schema
  const schemas = [
    ...acceptedSchemas(all),
    ...(refused === undefined ? [] : [{ ...refused, title: 'refused' }]),
  ]
  const [only = {}] = schemas
  return {
    200: {
      description: within === undefined ? accepted : `${accepted} ${within.description}`,
      content: { 'application/json': { schema: schemas.length === 1 ? only : { anyOf: schemas } } },
    },
    ...refusals,
  }
}
