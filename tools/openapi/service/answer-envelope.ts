import type { AnyEndpoint } from '@merchant-edge/contract'
import type { JsonSchema } from '../document/open-api-document.ts'

/**
 * The schema of every answer of the service.
 *
 * @param endpoints the endpoints that give the answer
 * @param code the codes that are possible
 * @param data the schema of the data; without keywords for a call whose answers have no data
 * @see Specification 2
 */
export function answerEnvelope(
  endpoints: readonly AnyEndpoint[],
  code: JsonSchema,
  data?: JsonSchema,
): JsonSchema {
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
          ...(endpoints.some(({ answersRequestId }) => answersRequestId === true) && {
            request_id: described(
              { type: 'string' },
              'Id of the request: that of `X-Request-ID`, or one of the service.',
            ),
          }),
        },
        description: 'Outcome of the call.',
      },
      ...(data !== undefined && {
        data: described(
          data,
          Object.keys(data).length > 0 ? 'Data of the answer.' : 'Without fields; may be missing.',
        ),
      }),
    },
  }
}
