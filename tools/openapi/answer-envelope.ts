import type { JsonSchema } from './open-api-document.ts'

/**
 * The schema of every answer of the service.
 *
 * @param code the codes that are possible
 * @param data the schema of the data; an answer without data has none
 * @see Specification 2
 */
export function answerEnvelope(code: JsonSchema, data?: JsonSchema): JsonSchema {
  const described = (schema: JsonSchema, description: string) => ({ ...schema, description })
  return {
    type: 'object',
    required: ['meta'],
    properties: {
      meta: {
        type: 'object',
        required: ['code'],
        properties: {
          code: described(code, 'Code of the outcome, from the tables of this call.'),
          message: described({ type: 'string' }, "The service's own words; may be missing."),
        },
        description: 'Outcome of the call.',
      },
      ...(data !== undefined && { data: described(data, 'Data of the answer.') }),
    },
  }
}
